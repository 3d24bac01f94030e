import { DatePicker } from "@mantine/dates";
import "@mantine/dates/styles.layer.css";
import "@/i18n/dateLocale";
import { useFormsText } from "../useFormsText";

interface CalendarProps {
  value: string | null;
  min: string | undefined;
  max: string | undefined;
  today: string;
  language: string;
  onPick: (iso: string | null) => void;
}

/** The calendar behind a date's button; loaded when first opened, since most people type. */
export default function Calendar({ value, min, max, today, language, onPick }: CalendarProps) {
  const t = useFormsText();
  // A birth date opens on the years, not on this month.
  const start = value ?? (max !== undefined && max < today ? max : min !== undefined && min > today ? min : today);
  const farAway = max !== undefined && Number(today.slice(0, 4)) - Number(max.slice(0, 4)) > 2;
  return (
    <DatePicker
      value={value}
      onChange={(picked) => onPick(picked === null ? null : picked.slice(0, 10))}
      defaultDate={start}
      defaultLevel={value === null && farAway ? "year" : "month"}
      minDate={min}
      maxDate={max}
      locale={language}
      firstDayOfWeek={0}
      weekendDays={[]}
      hideOutsideDates
      ariaLabels={{
        previousMonth: t("date.previousMonth"),
        nextMonth: t("date.nextMonth"),
        previousYear: t("date.previousYear"),
        nextYear: t("date.nextYear"),
        previousDecade: t("date.previousDecade"),
        nextDecade: t("date.nextDecade"),
        monthLevelControl: t("date.chooseMonth"),
        yearLevelControl: t("date.chooseYear"),
      }}
    />
  );
}
