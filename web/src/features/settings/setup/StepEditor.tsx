import { lazy, type ComponentType, Suspense } from "react";
import { Skeleton } from "@mantine/core";
import type { SetupStep } from "@/api/setup";

const part = <P extends object>(load: () => Promise<ComponentType<P>>) => lazy(async () => ({ default: await load() }));

/** The rooms' own editors, one at a time. */
const EDITORS: Readonly<Record<Exclude<SetupStep, "publish">, ComponentType>> = {
  logo: part(async () => (await import("../branding/LogoCard")).LogoCard),
  colours: part(async () => (await import("../branding/ColoursCard")).ColoursCard),
  dates: part(async () => (await import("../dates/DatesEditor")).DatesEditor),
  entry: part(async () => (await import("../entry/EntryEditor")).EntryEditor),
  form: part(async () => (await import("./FormStep")).FormStep),
  colleague: part(async () => (await import("./ColleagueStep")).ColleagueStep),
};
const PublishStep = part(async () => (await import("./PublishStep")).PublishStep);

interface Props {
  step: SetupStep;
  onPublished: () => void;
}

/** What a step is about. */
export function StepEditor({ step, onPublished }: Props) {
  const Editor = step === "publish" ? null : EDITORS[step];
  return <Suspense fallback={<Skeleton height={240} radius="md" />}>{Editor ? <Editor /> : <PublishStep onPublished={onPublished} />}</Suspense>;
}
