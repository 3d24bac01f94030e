import "@mantine/core/styles/Popover.layer.css";
import { ActionIcon, Popover, TextInput } from "@mantine/core";
import { lazy, Suspense, useState, type ReactNode } from "react";
import { dateAsTyped, isIsoDate, parseTypedDate } from "./dates";
import { toWesternDigits } from "./digits";
import { IconCalendar } from "./icons";
import { useFormSettings } from "./useFormSettings";
import { useFormsText } from "./useFormsText";
import { useTyped } from "./widgets/useTyped";

const Calendar = lazy(() => import("./widgets/Calendar"));

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
}

/** A date outside of a school's form: typed in either language or picked, shown as DD-MMM-YYYY, handed on as ISO. */
export function DateField({ label, value, onChange, min, max, error, description, autoComplete = "off", size, className }: Props) {
  const t = useFormsText();
  const settings = useFormSettings();
  const [open, setOpen] = useState(false);
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
      autoComplete={autoComplete}
      value={text}
      onChange={(event) => {
        const iso = parseTypedDate(event.currentTarget.value) ?? "";
        type(toWesternDigits(event.currentTarget.value), iso);
        onChange(iso);
      }}
      onBlur={() => {
        const typed = text.trim();
        const stored = typed === "" ? "" : (parseTypedDate(typed) ?? typed);
        if (stored !== value) take(stored);
        else type(show(stored), stored);
      }}
      rightSection={
        <Popover opened={open} onChange={setOpen} position="bottom-end" shadow="md" trapFocus returnFocus>
          <Popover.Target>
            <ActionIcon variant="subtle" color="gray" size={32} aria-label={t("date.pick", { label })} onClick={() => setOpen((was) => !was)}>
              <IconCalendar size={18} stroke={1.5} aria-hidden />
            </ActionIcon>
          </Popover.Target>
          <Popover.Dropdown aria-label={t("date.pick", { label })}>
            <Suspense fallback={<div style={{ width: 252, height: 290 }} />}>
              <Calendar
                value={isIsoDate(value) ? value : null}
                min={min}
                max={max}
                today={settings.today}
                language={settings.language}
                onPick={(iso) => {
                  setOpen(false);
                  take(iso ?? "");
                }}
              />
            </Suspense>
          </Popover.Dropdown>
        </Popover>
      }
    />
  );
}
