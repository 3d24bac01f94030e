import { Skeleton } from "@mantine/core";
import { lazy, Suspense, type ComponentType } from "react";
import { useTranslation } from "react-i18next";
import { Navigate, useParams } from "react-router";
import { useTitle } from "@/ui/useTitle";
import { DeskFrame } from "./DeskFrame";
import { DeskNav } from "./DeskNav";
import { SECTIONS, type Section, type SectionId } from "./sections";

const room = (load: () => Promise<ComponentType>) => lazy(async () => ({ default: await load() }));
const ROOMS: Readonly<Record<SectionId, ComponentType>> = {
  entry: room(async () => (await import("../entry/EntryRoom")).EntryRoom),
  branding: room(async () => (await import("../branding/BrandingRoom")).BrandingRoom),
  dates: room(async () => (await import("../dates/DatesRoom")).DatesRoom),
  forms: room(async () => (await import("../forms/FormsRoom")).FormsRoom),
  texts: room(async () => (await import("../texts/TextsRoom")).TextsRoom),
  legal: room(async () => (await import("../legal/LegalRoom")).LegalRoom),
  messages: room(async () => (await import("../messages/MessagesRoom")).MessagesRoom),
  plugins: room(async () => (await import("../plugins/PluginsRoom")).PluginsRoom),
  roles: room(async () => (await import("../roles/RolesRoom")).RolesRoom),
  history: room(async () => (await import("../history/HistoryRoom")).HistoryRoom),
};

/** A room of the desk: the editor, and beside it the real page as the draft has it. */
export function DeskPage() {
  const { section } = useParams();
  const found = SECTIONS.find(({ id }) => id === section);
  return found ? <Room section={found} /> : <Navigate to="/settings" replace />;
}

function Room({ section }: { section: Section }) {
  // With the words of what is said under a changed field: were they fetched at the first change, the whole room would
  // give way to its waiting state, and the field that is being typed in lose the focus.
  const { t } = useTranslation(["settingsDesk", "settings"]);
  useTitle(t("title", { section: t(`section.${section.id}`) }));
  const Editor = ROOMS[section.id];
  return (
    <DeskFrame name={section.id} screen={section.screen} nav={<DeskNav current={section.id} />}>
      <Suspense fallback={<Skeleton height={320} radius="md" />}>
        <Editor />
      </Suspense>
    </DeskFrame>
  );
}
