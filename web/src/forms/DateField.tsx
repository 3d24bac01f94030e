import { TextInput } from "@mantine/core";
import type { ReactNode } from "react";
import { useMaybeSchool } from "@/api/school";
import { dateAsTyped, isIsoDate } from "./dates";
import { toWesternDigits } from "./digits";
import { parseEither } from "./hijri";
import { useFormSettings } from "./useFormSettings";
import { useFormsText } from "./useFormsText";
import { DateButton } from "./widgets/DateButton";
import { useTyped } from "./widgets/useTyped";

interface Props {
  label: string;
  /** ISO, or whatever a person typed that is no date; empty for none. */
  value: string;
  onChange: (value: string) => void;
  min?: string;
  max?: string;
  error?: ReactNode;
  description?: ReactNode;
  autoComplete?: string;
  size?: "sm" | "md";
  className?: string;
  /** It is shown and not changed. */
  off?: boolean;
}

/** A date outside of a school's form: typed in either language or picked, shown as DD-MMM-YYYY, handed on as ISO. */
export function DateField({ label, value, onChange, min, max, error, description, autoComplete = "off", size, className, off }: Props) {
  const t = useFormsText();
  const settings = useFormSettings();
  const isHijri = useMaybeSchool()?.hijri === true;
  const show = (stored: unknown) => (typeof stored === "string" ? dateAsTyped(stored, settings.language) : "");
  const [text, type] = useTyped(value, show, settings.language);
  const take = (iso: string) => {
    type(show(iso), iso);
    onChange(iso);
  };
  return (
    <TextInput
      className={className}
      size={size}
      label={label}
      description={description}
      placeholder={t("date.pattern")}
      error={error}
      readOnly={off}
      autoComplete={autoComplete}
      value={text}
      onChange={(event) => {
        const iso = parseEither(event.currentTarget.value, isHijri) ?? "";
        type(toWesternDigits(event.currentTarget.value), iso);
        onChange(iso);
      }}
      onBlur={() => {
        const typed = text.trim();
        const stored = typed === "" ? "" : (parseEither(typed, isHijri) ?? typed);
        if (stored !== value) take(stored);
        else type(show(stored), stored);
      }}
      rightSection={
        <DateButton
          size={32}
          disabled={off}
          label={t("date.pick", { label })}
          value={isIsoDate(value) ? value : null}
          min={min}
          max={max}
          today={settings.today}
          language={settings.language}
          onPick={(iso) => take(iso ?? "")}
        />
      }
    />
  );
}
