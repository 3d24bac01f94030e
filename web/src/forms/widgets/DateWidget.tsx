import type { WidgetProps } from "@rjsf/utils";
import { useMaybeSchool } from "@/api/school";
import { formatHijri } from "@/i18n/format";
import { contextOf } from "../context";
import { dateAsTyped, isIsoDate, resolveDate } from "../dates";
import { parseEither } from "../hijri";
import { toWesternDigits } from "../digits";
import type { SchemaNode } from "../model";
import classes from "../forms.module.css";
import { DateButton } from "./DateButton";
import { inputProps, leave } from "./input";
import { useTyped } from "./useTyped";

/** A date, typed in either language or picked; shown as DD-MMM-YYYY, stored ISO. */
export function DateWidget(props: WidgetProps) {
  const { value, onChange, schema, registry, label, disabled, readonly } = props;
  const { t, settings } = contextOf(registry);
  const show = (stored: unknown) => (typeof stored === "string" ? dateAsTyped(stored, settings.language) : "");
  const [text, type] = useTyped(value, show, settings.language);
  const node = schema as SchemaNode;
  const bound = (token: string | undefined) => (token ? (resolveDate(token, settings.today) ?? undefined) : undefined);

  const pick = (iso: string | null) => {
    type(show(iso ?? undefined), iso ?? undefined);
    onChange(iso ?? undefined);
  };

  const isHijri = useMaybeSchool()?.hijri === true;
  const hijri = isHijri && typeof value === "string" && isIsoDate(value) ? formatHijri(value, settings) : null;

  const field = (
    <span className={classes.withButton}>
      <input
        {...inputProps(props)}
        className={classes.input}
        type="text"
        autoComplete={props.id.endsWith("dob") ? "bday" : "off"}
        placeholder={t("date.pattern")}
        value={text}
        onChange={(event) => {
          // A half-typed date is no answer yet; it becomes one, right or wrong, when the person leaves the field.
          const iso = parseEither(event.target.value, isHijri) ?? undefined;
          type(toWesternDigits(event.target.value), iso);
          onChange(iso);
        }}
        onBlur={() => {
          const typed = text.trim();
          const stored = typed === "" ? undefined : (parseEither(typed, isHijri) ?? typed);
          type(show(stored), stored);
          if (stored !== value) onChange(stored);
          leave(props);
        }}
      />
      <DateButton
        size={36}
        className={classes.inputButton}
        disabled={disabled || readonly}
        label={t("date.pick", { label })}
        value={typeof value === "string" && isIsoDate(value) ? value : null}
        min={bound(node["x-min-date"])}
        max={bound(node["x-max-date"])}
        today={settings.today}
        language={settings.language}
        onPick={pick}
      />
    </span>
  );
  return (
    <>
      {field}
      {/* Where the school counts by both calendars, the other date stands under the one that was typed. */}
      {hijri && (
        <span className={classes.hijri}>
          <bdi>{hijri}</bdi>
        </span>
      )}
    </>
  );
}
