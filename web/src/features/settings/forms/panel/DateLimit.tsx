import { NativeSelect, NumberInput, TextInput } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { DateField } from "@/forms/DateField";
import { isIsoDate, resolveDate } from "@/forms/dates";
import { useFormSettings } from "@/forms/useFormSettings";
import { useFormat } from "@/ui/useFormat";
import classes from "./panel.module.css";
import parts from "../parts.module.css";
import { useBuilder } from "../useBuilder";

type Way = "none" | "today" | "aystart" | "fixed" | "written";
const SIMPLE = /^@(today|aystart)(?:([+-])(\d+)([dmy]))?$/;

interface Props {
  label: string;
  value: unknown;
  onChange: (value: string | undefined) => void;
}

/** A bound of a date: none, so far from today or from the school year's beginning, or a day of the calendar. */
export function DateLimit({ label, value, onChange }: Props) {
  const { t } = useTranslation("builder");
  const { readOnly } = useBuilder();
  const { today } = useFormSettings();
  const format = useFormat();
  const text = typeof value === "string" ? value : "";
  const simple = SIMPLE.exec(text);
  const way: Way = text === "" ? "none" : simple ? (simple[1] as Way) : isIsoDate(text) ? "fixed" : "written";
  const [, , sign = "+", amount = "0", unit = "y"] = simple ?? [];
  const build = (change: { sign?: string; amount?: string; unit?: string }) => {
    const next = { sign, amount, unit, ...change };
    onChange(`@${simple?.[1] ?? "today"}${next.amount === "0" ? "" : `${next.sign}${next.amount}${next.unit}`}`);
  };
  const begin = (to: string) => onChange(to === "none" ? undefined : to === "fixed" ? today : `@${to}`);
  const resolved = text === "" ? null : resolveDate(text, today);
  return (
    <div role="group" aria-label={label} className={classes.pairBox}>
      <NativeSelect
        label={label}
        disabled={readOnly}
        value={way}
        data={(["none", "today", "aystart", "fixed", ...(way === "written" ? (["written"] as const) : [])] as const).map((each) => ({ value: each, label: t(`date.${each}`) }))}
        onChange={(event) => begin(event.currentTarget.value)}
      />
      {way === "fixed" && <DateField label={t("date.day")} value={text} onChange={(iso) => onChange(iso || undefined)} size="sm" />}
      {way === "written" && <TextInput aria-label={t("date.written")} dir="ltr" readOnly value={text} />}
      {(way === "today" || way === "aystart") && (
        <div className={classes.offset}>
          <NumberInput aria-label={t("date.amount", { label })} min={0} max={200} allowDecimal={false} allowNegative={false} readOnly={readOnly} value={Number(amount)} onChange={(next) => build({ amount: String(typeof next === "number" ? next : 0) })} />
          <NativeSelect aria-label={t("date.unit", { label })} disabled={readOnly} value={unit} data={(["d", "m", "y"] as const).map((each) => ({ value: each, label: t(`date.unit.${each}`) }))} onChange={(event) => build({ unit: event.currentTarget.value })} />
          <NativeSelect aria-label={t("date.side", { label })} disabled={readOnly} value={sign} data={[{ value: "-", label: t("date.before") }, { value: "+", label: t("date.after") }]} onChange={(event) => build({ sign: event.currentTarget.value })} />
        </div>
      )}
      {resolved && way !== "fixed" && <span className={parts.quiet}>{t("date.means", { date: format.date(resolved) })}</span>}
    </div>
  );
}
