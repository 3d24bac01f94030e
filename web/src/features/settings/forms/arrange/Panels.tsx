import "@mantine/core/styles/Switch.layer.css";
import { ActionIcon, Button, NativeSelect, Switch, Tooltip } from "@mantine/core";
import { useState, type Ref } from "react";
import { useTranslation } from "react-i18next";
import type { FieldWidth } from "@/forms/model";
import { useLanguage } from "@/i18n/useLanguage";
import { ConfirmDialog } from "@/ui/ConfirmDialog";
import { IconAlertCircle, IconArrowDown, IconArrowUp } from "@/ui/icons";
import { useDiagnosticText } from "../../publish/useDiagnosticText";
import classes from "./arrange.module.css";
import parts from "../parts.module.css";
import { TextPair } from "../panel/TextPair";
import { useArranging } from "./context";
import { dissolveStep, hideReason, layoutOf, putInto, requireReason, setHidden, setRequired, setTitle, setWidth, type LaidStep } from "./model";
import { fieldRow, nudge, stepRow } from "./order";

const WIDTHS: readonly FieldWidth[] = ["xs", "sm", "md", "lg", "full"];

/** A question of the plugin's: where it stands, how wide, whether it is asked for, whether it is there at all. */
export function FieldPanel({ name, focus }: { name: string; focus: Ref<HTMLSelectElement> }) {
  const { t } = useTranslation("builder");
  const { language } = useLanguage();
  const { form, layout, change, readOnly, announce } = useArranging();
  const field = form.fields.get(name);
  const step = layout.steps.find((each) => each.fields.includes(name));
  if (!field || !step) return <p className={parts.quiet}>{t("panel.gone")}</p>;
  const hidden = layout.hidden.includes(name);
  const reason = hidden ? null : hideReason(form, layout, name);
  const cannot = requireReason(form, layout, name);
  return (
    <div className={parts.form}>
      <PanelHead row={fieldRow(name)} title={t("pane.panel")} name={field.label[language]} />
      <p className={parts.asked}>
        <bdi>{field.label[language]}</bdi>
        {language === "en" ? <span lang="ar" dir="rtl" className={parts.quiet}>{field.label.ar}</span> : <span lang="en" dir="ltr" className={parts.quiet}>{field.label.en}</span>}
      </p>
      <RowProblems row={fieldRow(name)} />
      {field.conditional && <p className={parts.quiet}>{t("arrange.conditional")}</p>}
      <NativeSelect
        ref={focus}
        label={t("arrange.step")}
        disabled={readOnly}
        value={step.id}
        data={layout.steps.map((each, at) => ({ value: each.id, label: `${at + 1}. ${titleOf(each, language)}` }))}
        onChange={(event) => {
          change(putInto(layout, name, event.currentTarget.value));
          announce(t("outline.movedShort"));
        }}
      />
      <Switch
        label={t("field.required")}
        description={cannot ? t(`arrange.cannot.${cannot}`) : undefined}
        checked={field.required || layout.required.includes(name)}
        disabled={readOnly || cannot !== null}
        onChange={(event) => change(setRequired(layout, name, event.currentTarget.checked))}
      />
      <Switch
        label={t("arrange.hide")}
        description={reason ? t(`arrange.keeps.${reason}`) : t("arrange.hide.for")}
        checked={hidden}
        disabled={readOnly || reason !== null}
        onChange={(event) => change(setHidden(layout, name, event.currentTarget.checked))}
      />
      <NativeSelect
        label={t("field.width")}
        disabled={readOnly || hidden}
        value={layout.widths[name] ?? ""}
        data={[{ value: "", label: t("arrange.width.own", { width: t(`width.${field.width}`) }) }, ...WIDTHS.map((width) => ({ value: width, label: t(`width.${width}`) }))]}
        onChange={(event) => change(setWidth(layout, name, (event.currentTarget.value || null) as FieldWidth | null))}
      />
    </div>
  );
}

/** A step: its heading in both languages, its place. */
export function StepPanel({ id, focus }: { id: string; focus: Ref<HTMLInputElement> }) {
  const { t } = useTranslation("builder");
  const { language } = useLanguage();
  const { layout, change, readOnly, select, announce } = useArranging();
  const step = layout.steps.find((each) => each.id === id);
  if (!step) return <p className={parts.quiet}>{t("panel.gone")}</p>;
  const title = step.title ?? step.own ?? { en: "", ar: "" };
  const shown = step.fields.filter((name) => !layout.hidden.includes(name)).length;
  return (
    <div className={parts.form}>
      <PanelHead row={stepRow(id)} title={t("step.title")} name={titleOf(step, language)} />
      <RowProblems row={stepRow(id)} />
      <TextPair label={t("step.heading")} help={t("step.heading.for")} value={{ key: "", ...title }} focus={focus} readOnly={readOnly} onChange={(next) => next && change(setTitle(layout, id, { en: next.en, ar: next.ar }), `title:${id}`)} />
      {step.title && step.own && !readOnly && (
        <Button size="compact-sm" variant="subtle" className={classes.start} onClick={() => change(setTitle(layout, id, null))}>
          {t("arrange.ownTitle", { title: step.own[language] })}
        </Button>
      )}
      <p className={parts.quiet}>{shown === 0 ? t("problem.emptyStep") : t("list.questions", { count: shown })}</p>
      {!readOnly && layout.steps.length > 1 && (
        <Button
          size="sm"
          variant="default"
          className={classes.start}
          onClick={() => {
            change(dissolveStep(layout, id));
            select("form");
            announce(t("arrange.dissolved", { name: titleOf(step, language) }));
          }}
        >
          {t(step.fields.length === 0 ? "arrange.removeStep" : "arrange.dissolve")}
        </Button>
      )}
    </div>
  );
}

/** The form as a whole: what differs from the plugin's own layout, and the way back to it. */
export function WholePanel({ focus }: { focus: Ref<HTMLButtonElement> }) {
  const { t } = useTranslation("builder");
  const { form, layout, change, readOnly, announce } = useArranging();
  const [asking, setAsking] = useState(false);
  const plain = layoutOf(form, null);
  const home = new Map(plain.steps.flatMap((step) => step.fields.map((name) => [name, step.id] as const)));
  const moved = layout.steps.flatMap((step) => step.fields.filter((name) => home.get(name) !== step.id)).length;
  const facts = [
    ["steps", layout.steps.length], ["moved", moved], ["required", layout.required.length], ["hidden", layout.hidden.length], ["widths", Object.keys(layout.widths).length],
  ] as const;
  const changed = JSON.stringify(plain) !== JSON.stringify(layout);
  return (
    <div className={parts.form}>
      <h2 className={parts.panelTitle}>{t("form.whole")}</h2>
      <RowProblems row="form" />
      <p className={parts.quiet}>{t("arrange.lead")}</p>
      <dl className={parts.facts}>
        {facts.map(([key, count]) => (
          <div key={key} className={classes.fact}>
            <dt>{t(`arrange.fact.${key}`)}</dt>
            <dd className="tabular">{count}</dd>
          </div>
        ))}
      </dl>
      {!readOnly && (
        <Button ref={focus} variant="default" size="sm" className={classes.start} disabled={!changed} onClick={() => setAsking(true)}>
          {t("arrange.reset")}
        </Button>
      )}
      <ConfirmDialog
        opened={asking}
        onClose={() => setAsking(false)}
        title={t("arrange.reset.title")}
        text={t("arrange.reset.text")}
        confirm={t("arrange.reset")}
        onConfirm={() => {
          setAsking(false);
          change(plain);
          announce(t("arrange.reset.done"));
        }}
      />
    </div>
  );
}

function titleOf(step: LaidStep, language: "en" | "ar"): string {
  return (step.title ?? step.own)?.[language] || step.id;
}

/** The heading of a panel with the way to move without dragging. */
function PanelHead({ row, title, name }: { row: string; title: string; name: string }) {
  const { t } = useTranslation("builder");
  const { layout, readOnly, move } = useArranging();
  return (
    <div className={parts.panelHead}>
      <h2 className={parts.panelTitle}>{title}</h2>
      {!readOnly && (
        <div className={parts.tools}>
          {([["up", -1, IconArrowUp], ["down", 1, IconArrowDown]] as const).map(([key, by, Icon]) => {
            const off = nudge(layout, row, by) === null;
            return (
              <Tooltip key={key} label={t(`tool.${key}`)}>
                {/* Disabled by word, so that the focus is not lost at the end of a list. */}
                <ActionIcon variant="subtle" color="gray" size={36} aria-label={t(`tool.${key}.of`, { name })} aria-disabled={off} data-disabled={off || undefined} onClick={off ? undefined : () => move(row, by)}>
                  <Icon size={20} stroke={1.5} />
                </ActionIcon>
              </Tooltip>
            );
          })}
        </div>
      )}
    </div>
  );
}

/** Problems that this room has its own words for. */
const OWN = ["cannotHide", "cannotRequire", "stepWithoutTitle"] as const;
const isOwn = (code: string): code is (typeof OWN)[number] => (OWN as readonly string[]).includes(code);

function RowProblems({ row }: { row: string }) {
  const { t } = useTranslation("builder");
  const { problems } = useArranging();
  const diagnosticText = useDiagnosticText();
  const here = problems.get(row) ?? [];
  if (here.length === 0) return null;
  return (
    <ul className={parts.problems}>
      {here.map((problem) => (
        <li key={`${problem.pointer}${problem.code}`} data-severity={problem.severity}>
          <IconAlertCircle size={18} stroke={1.5} aria-hidden />
          {isOwn(problem.code) ? t(`arrange.problem.${problem.code}`) : diagnosticText(problem)}
        </li>
      ))}
    </ul>
  );
}
