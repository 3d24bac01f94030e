import "@mantine/core/styles/FloatingIndicator.layer.css";
import "@mantine/core/styles/SegmentedControl.layer.css";
import { SegmentedControl } from "@mantine/core";
import { useMediaQuery } from "@mantine/hooks";
import { lazy, Suspense, useCallback, useMemo, useState, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { useLanguage } from "@/i18n/useLanguage";
import { PreviewContext, type PreviewControl, type PreviewView } from "../preview/context";
import { ConflictDialog } from "./ConflictDialog";
import classes from "./desk.module.css";
import { DeskBar } from "./DeskBar";
import { same } from "./layers";
import { LeaveGuard } from "./LeaveGuard";
import { Ready } from "./Ready";
import { SECTIONS } from "./rooms";
import { Sections } from "./sections";
import { Toaster } from "./Toaster";

const PreviewPane = lazy(async () => ({ default: (await import("../preview/PreviewPane")).PreviewPane }));

/** Wide enough for the editor and the page itself side by side. */
const BESIDE = "(min-width: 75em)";

interface Props {
  /** What is edited: another one begins with its own screen. */
  name: string;
  /** The screen that the preview begins with; null where a preview says nothing. */
  screen: string | null;
  /** Above the bar: where one is, and where one can go. */
  nav: ReactNode;
  children: ReactNode;
}

/** The desk around an editor: navigation, the draft's bar, and beside it the real page as the draft has it. */
export function DeskFrame({ name, screen, nav, children }: Props) {
  const { t } = useTranslation("settingsDesk");
  const preview = useView(name, screen ?? "");
  const { pane, change } = preview;
  const beside = useMediaQuery(BESIDE, true, { getInitialValueInEffect: false });
  const hasPreview = preview.screen !== "";
  return (
    <PreviewContext value={preview}>
      <Sections value={SECTIONS}>
        <div className={classes.desk} data-keys="desk" data-preview={(hasPreview && beside) || undefined}>
          <div className={classes.top}>
            {nav}
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
              <Ready>{children}</Ready>
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
      </Sections>
    </PreviewContext>
  );
}

/** What the preview shows; another editor begins with its own screen. */
function useView(name: string, screen: string): PreviewControl {
  const { language } = useLanguage();
  const begun = `${name} ${screen}`;
  const [view, setView] = useState<PreviewView & { begun: string }>({ begun, screen, language, device: "phone", scheme: "light", viewer: "usual", pane: "edit" });
  // While drawing, so that a room that has a screen of its own to show has the last word.
  if (view.begun !== begun) setView({ ...view, begun, screen, pane: "edit" });
  // One and the same, and without an echo: rooms call it from effects.
  const change = useCallback((part: Partial<PreviewView>) => setView((now) => (same({ ...now, ...part }, now) ? now : { ...now, ...part })), []);
  return useMemo(() => ({ ...view, change }), [view, change]);
}
