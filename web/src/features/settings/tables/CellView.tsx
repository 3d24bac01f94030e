import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { isIsoDate } from "@/forms/dates";
import { IconCheck } from "@/ui/icons";
import { useFormat } from "@/ui/useFormat";
import type { CellKind } from "./model";
import classes from "./tables.module.css";

/** What stands in a cell, as a person reads it. */
export function CellView({ value, kind }: { value: unknown; kind: CellKind }) {
  const { t } = useTranslation("settingsPlugins");
  const format = useFormat();
  if (value === undefined || value === null || value === "") return <span className={classes.nothing}>–</span>;
  if (typeof value === "boolean") return value ? <IconCheck size={18} stroke={2} aria-label={t("table.yes")} /> : <span>{t("table.no")}</span>;
  if (typeof value === "number") return <bdi className="tabular">{format.number(value, { maximumFractionDigits: 6 })}</bdi>;
  if (typeof value === "string") return <bdi>{isIsoDate(value) ? format.date(value) : value}</bdi>;
  if (kind === "list" && Array.isArray(value)) return <bdi>{value.join(", ")}</bdi>;
  return (
    <code className={classes.code} dir="ltr">
      {JSON.stringify(value)}
    </code>
  );
}

interface InputProps {
  text: string;
  label: string;
  kind: CellKind;
  /** Why what was typed cannot stay. */
  error: string | undefined;
  onChange: (text: string) => void;
  /** Where to go on: down (Enter), on (Tab), or nowhere (another place was clicked). */
  onDone: (then: "down" | "up" | "on" | "back" | "stay") => void;
  onCancel: () => void;
}

/** A cell that is being typed in. */
export function CellInput({ text, label, kind, error, onChange, onDone, onCancel }: InputProps) {
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    field.current?.focus();
    field.current?.setSelectionRange(field.current.value.length, field.current.value.length);
  }, []);
  return (
    <input
      ref={field}
      className={classes.input}
      data-own-undo
      aria-label={label}
      aria-invalid={error ? true : undefined}
      title={error}
      value={text}
      dir={kind === "json" || kind === "number" ? "ltr" : "auto"}
      inputMode={kind === "number" ? "decimal" : undefined}
      onChange={(event) => onChange(event.currentTarget.value)}
      onBlur={() => onDone("stay")}
      onKeyDown={(event) => {
        event.stopPropagation();
        if (event.nativeEvent.isComposing) return;
        if (event.key === "Escape") onCancel();
        else if (event.key === "Enter") onDone(event.shiftKey ? "up" : "down");
        else if (event.key === "Tab") onDone(event.shiftKey ? "back" : "on");
        else return;
        event.preventDefault();
      }}
    />
  );
}
