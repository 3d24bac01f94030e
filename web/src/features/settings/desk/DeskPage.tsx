import "@mantine/core/styles/FloatingIndicator.layer.css";
import "@mantine/core/styles/SegmentedControl.layer.css";
import { Button, SegmentedControl, Skeleton } from "@mantine/core";
import { useMediaQuery } from "@mantine/hooks";
import { lazy, Suspense, useEffect, useMemo, useState, type ComponentType } from "react";
import { useTranslation } from "react-i18next";
import { Navigate, useParams } from "react-router";
import { failureOf } from "@/api/envelope";
import { useLanguage } from "@/i18n/useLanguage";
import { IconAlertTriangle, IconShieldLock } from "@/ui/icons";
import { StateScreen } from "@/ui/StateScreen";
import { useMessage } from "@/ui/useMessage";
import { useTitle } from "@/ui/useTitle";
import { PreviewContext, type PreviewControl, type PreviewView } from "../preview/context";
import { useGetSettingFileQuery } from "./api";
import { ConflictDialog } from "./ConflictDialog";
import classes from "./desk.module.css";
import { DeskBar } from "./DeskBar";
import { DeskNav } from "./DeskNav";
import { LeaveGuard } from "./LeaveGuard";
import { SECTIONS, type Section, type SectionId } from "./sections";
import { Toaster } from "./Toaster";
import { useDesk } from "./useDesk";

const room = (load: () => Promise<ComponentType>) => lazy(async () => ({ default: await load() }));
const ROOMS: Readonly<Record<SectionId, ComponentType>> = {
  entry: room(async () => (await import("../entry/EntryRoom")).EntryRoom),
  branding: room(async () => (await import("../branding/BrandingRoom")).BrandingRoom),
  dates: room(async () => (await import("../dates/DatesRoom")).DatesRoom),
  forms: room(async () => (await import("../forms/FormsRoom")).FormsRoom),
  texts: room(async () => (await import("../texts/TextsRoom")).TextsRoom),
  roles: room(async () => (await import("../roles/RolesRoom")).RolesRoom),
  history: room(async () => (await import("../history/HistoryRoom")).HistoryRoom),
};
const PreviewPane = lazy(async () => ({ default: (await import("../preview/PreviewPane")).PreviewPane }));

/** Wide enough for the editor and the page itself side by side. */
const BESIDE = "(min-width: 75em)";

/** A room of the desk: the editor, and beside it the real page as the draft has it. */
export function DeskPage() {
  const { section } = useParams();
  const found = SECTIONS.find(({ id }) => id === section);
  return found ? <Room section={found} /> : <Navigate to="/settings" replace />;
}

function Room({ section }: { section: Section }) {
  const { t } = useTranslation("settingsDesk");
  const preview = useView(section);
  const { pane, change } = preview;
  const beside = useMediaQuery(BESIDE, true, { getInitialValueInEffect: false });
  const hasPreview = preview.screen !== "";
  useTitle(t("title", { section: t(`section.${section.id}`) }));
  const Editor = ROOMS[section.id];
  return (
    <PreviewContext value={preview}>
      <div className={classes.desk} data-preview={(hasPreview && beside) || undefined}>
        <div className={classes.top}>
          <DeskNav current={section.id} />
          <DeskBar />
          {hasPreview && !beside && (
            <SegmentedControl
              className={classes.toggle}
              fullWidth
              aria-label={t("pane.label")}
              value={pane}
              onChange={(value) => change({ pane: value })}
              data={[
                { value: "edit", label: t("pane.edit") },
                { value: "preview", label: t("pane.preview") },
              ]}
            />
          )}
        </div>
        {(beside || !hasPreview || pane === "edit") && (
          <div className={classes.editor}>
            <Ready>
              <Suspense fallback={<Skeleton height={320} radius="md" />}>
                <Editor />
              </Suspense>
            </Ready>
          </div>
        )}
        {hasPreview && (beside || pane === "preview") && (
          <div className={classes.beside}>
            <Suspense fallback={null}>
              <PreviewPane />
            </Suspense>
          </div>
        )}
      </div>
      <ConflictDialog />
      <LeaveGuard />
      <Toaster />
    </PreviewContext>
  );
}

/** What the preview shows; another room begins with its own screen. */
function useView(section: Section): PreviewControl {
  const { language } = useLanguage();
  const [view, setView] = useState<PreviewView>({ screen: section.screen ?? "", language, device: "phone", pane: "edit" });
  useEffect(() => setView((now) => ({ ...now, screen: section.screen ?? "", pane: "edit" })), [section]);
  return useMemo(() => ({ ...view, change: (part) => setView((now) => ({ ...now, ...part })) }), [view]);
}

/** The room's other states: on its way, refused, failed. */
export function Ready({ children }: { children: React.ReactNode }) {
  const { t } = useTranslation("settingsDesk");
  const message = useMessage();
  const desk = useDesk();
  // Nothing is changed before it is known what it was.
  const school = useGetSettingFileQuery({ file: "school.yaml" });
  const error = desk.error ?? (school.data ? undefined : school.error);
  const refetch = () => {
    void desk.refetch();
    void school.refetch();
  };
  if (error) {
    const failure = failureOf(error);
    return (
      <StateScreen
        role="alert"
        order={1}
        icon={failure.status === 403 ? <IconShieldLock size={28} stroke={1.5} /> : <IconAlertTriangle size={28} stroke={1.5} />}
        title={t(failure.status === 403 ? "refused" : "error")}
        text={message(failure.messageId)}
        action={failure.status === 403 ? undefined : <Button onClick={refetch}>{t("retry")}</Button>}
      />
    );
  }
  return desk.isReady && school.data ? children : <Skeleton height={320} radius="md" aria-label={t("loading")} />;
}
