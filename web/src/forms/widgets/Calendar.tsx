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

/** With more years than this to choose from, going month by month is no way. */
const YEARS_FIRST = 3;

const yearOf = (iso: string | undefined) => (iso === undefined ? undefined : Number(iso.slice(0, 4)));

/** The calendar behind a date's button; loaded when first opened, since most people type. */
export default function Calendar({ value, min, max, today, language, onPick }: CalendarProps) {
  const t = useFormsText();
  // Where many years are possible, as for a birth date, the year is chosen first; it begins in the middle of what may be chosen.
  const from = yearOf(min) ?? 1900;
  const to = Math.min(yearOf(max) ?? yearOf(today)! + 1, 9999);
  const manyYears = value === null && (min !== undefined || max !== undefined) && to - from > YEARS_FIRST;
  const near = max !== undefined && max < today ? max : min !== undefined && min > today ? min : today;
  const middle = min !== undefined && manyYears ? `${Math.round((from + to) / 2)}-01-01` : near;
  const start = value ?? middle;
  return (
    <DatePicker
      value={value}
      onChange={(picked) => onPick(picked === null ? null : picked.slice(0, 10))}
      defaultDate={start}
      defaultLevel={manyYears ? "decade" : "month"}
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
