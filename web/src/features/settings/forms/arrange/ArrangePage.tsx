import "@mantine/core/styles/FloatingIndicator.layer.css";
import "@mantine/core/styles/SegmentedControl.layer.css";
import { Alert, Button, SegmentedControl, Skeleton } from "@mantine/core";
import { lazy, Suspense, useEffect, useRef, useState, type RefObject } from "react";
import { useTranslation } from "react-i18next";
import type { Language } from "@/i18n/languages";
import { useLanguage } from "@/i18n/useLanguage";
import { IconClipboardList, IconLock } from "@/ui/icons";
import { StateScreen } from "@/ui/StateScreen";
import classes from "../builder.module.css";
import parts from "../parts.module.css";
import { IconPuzzle } from "../icons";
import { TrialLanguage } from "../trial/TrialLanguage";
import { ArrangeContext } from "./context";
import type { PlainForm } from "./model";
import { FieldPanel, StepPanel, WholePanel } from "./Panels";
import { useArrange } from "./useArrange";
import { usePlainForm } from "./usePlainForm";

// Dragging is a library of its own, and the preview begins a page; the rest does not wait for them.
const ArrangeList = lazy(async () => ({ default: (await import("./ArrangeList")).ArrangeList }));
const RealPage = lazy(async () => ({ default: (await import("../trial/RealPage")).RealPage }));

type Pane = "outline" | "panel" | "trial";
const PANES: readonly Pane[] = ["outline", "panel", "trial"];

/** A plugin's form, laid out by the school: what the plugin asks stays, where and how it is asked is the school's. */
export function ArrangePage({ id }: { id: string }) {
  const { t } = useTranslation("builder");
  const { form, failed, retry } = usePlainForm(id);
  if (failed) {
    return <StateScreen role="alert" icon={<IconPuzzle size={28} stroke={1.5} />} title={t("arrange.error")} text={t("arrange.error.text")} action={<Button onClick={retry}>{t("retry")}</Button>} />;
  }
  if (!form) return <Skeleton height={400} radius="md" role="progressbar" aria-label={t("loading")} />;
  if (form.fields.size === 0) return <StateScreen icon={<IconClipboardList size={28} stroke={1.5} />} title={t("arrange.empty")} text={t("arrange.empty.text")} />;
  return <Arranged id={id} form={form} />;
}

function Arranged({ id, form }: { id: string; form: PlainForm }) {
  const { t } = useTranslation("builder");
  const { setting, arranging, focusTurn, opened, announcement: told, placeOf } = useArrange(id, form);
  const [pane, setPane] = useState<Pane>("outline");
  const first = useRef<HTMLElement>(null);
  const panel = useRef<HTMLElement>(null);
  useEffect(() => {
    if (opened > 0) setPane("panel");
  }, [opened]);
  useEffect(() => {
    if (focusTurn === 0) return;
    // On a phone the panel has just come into sight.
    requestAnimationFrame(() => {
      (first.current ?? panel.current)?.focus();
      if (first.current instanceof HTMLInputElement) first.current.select();
    });
  }, [focusTurn]);
  const { selected } = arranging;
  return (
    <ArrangeContext value={arranging}>
      {setting.readOnly && (
        <Alert color="gray" icon={<IconLock stroke={1.5} />}>
          {t(`readOnly.${setting.readOnly}`)}
        </Alert>
      )}
      <SegmentedControl className={`${classes.panes} ${parts.wrapping}`} fullWidth aria-label={t("pane.label")} value={pane} onChange={(next) => setPane(next)} data={PANES.map((each) => ({ value: each, label: t(`pane.${each}`) }))} />
      <div className={classes.builder} data-pane={pane}>
        <div className={classes.outlinePane} data-scrolls>
          <Suspense fallback={<Skeleton height={400} radius="md" />}>
            <ArrangeList placeOf={placeOf} />
          </Suspense>
        </div>
        <section ref={panel} tabIndex={-1} className={classes.panelPane} aria-label={t("pane.panel")}>
          {selected.startsWith("field:") ? (
            <FieldPanel key={selected} name={selected.slice("field:".length)} focus={first as RefObject<HTMLSelectElement | null>} />
          ) : selected.startsWith("step:") ? (
            <StepPanel key={selected} id={selected.slice("step:".length)} focus={first as RefObject<HTMLInputElement | null>} />
          ) : (
            <WholePanel focus={first as RefObject<HTMLButtonElement | null>} />
          )}
        </section>
        <div className={classes.trialPane}>
          <Preview form={id} />
        </div>
      </div>
      <div role="status" className="unseen">
        {told}
      </div>
    </ArrangeContext>
  );
}

/** The form's own page as the draft has it. */
function Preview({ form }: { form: string }) {
  const { t } = useTranslation("builder");
  const { language: own } = useLanguage();
  const [language, setLanguage] = useState<Language>(own);
  return (
    <section className={parts.trial} aria-label={t("pane.trial")}>
      <TrialLanguage value={language} onChange={setLanguage} />
      <Suspense fallback={<Skeleton height={480} radius="md" />}>
        <RealPage form={form} language={language} />
      </Suspense>
    </section>
  );
}
