import { Skeleton } from "@mantine/core";
import { Suspense } from "react";
import { useTranslation } from "react-i18next";
import { Navigate, useParams } from "react-router";
import { useTitle } from "@/ui/useTitle";
import { DeskFrame } from "./DeskFrame";
import { DeskNav } from "./DeskNav";
import { SECTIONS } from "./rooms";
import type { Section } from "./sections";
import * as to from "../paths";

/** A room of the desk: the editor, and beside it the real page as the draft has it. */
export function DeskPage() {
  const { section } = useParams();
  const found = SECTIONS.find(({ id }) => id === section);
  return found ? <Room section={found} /> : <Navigate to={to.desk()} replace />;
}

function Room({ section }: { section: Section }) {
  // With the words of what is said under a changed field: were they fetched at the first change, the whole room would
  // give way to its waiting state, and the field that is being typed in lose the focus.
  const { t } = useTranslation(["settingsDesk", "settings"]);
  useTitle(t("title", { section: t(`section.${section.id}`) }));
  return (
    <DeskFrame name={section.id} screen={section.screen} nav={<DeskNav current={section.id} />}>
      <Suspense fallback={<Skeleton height={320} radius="md" />}>
        <section.Editor />
      </Suspense>
    </DeskFrame>
  );
}
