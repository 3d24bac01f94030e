import { ActionIcon, NativeSelect } from "@mantine/core";
import { useRef, useState, type KeyboardEvent } from "react";
import { formatDate, formatHijri, formatNumber } from "@/i18n/format";
import { IconArrowLeft, IconArrowRight } from "@/ui/icons";
import { hijriMonthDays, hijriOf, isoOfHijri, type HijriDay } from "../hijri";
import { useFormSettings } from "../useFormSettings";
import { useFormsText } from "../useFormsText";
import classes from "./hijri.module.css";

interface Props {
  value: string | null;
  min: string | undefined;
  max: string | undefined;
  today: string;
  onPick: (iso: string | null) => void;
}

/** How far back and on it goes where nothing says: a lifetime, and the years that a school plans. */
const BACK = 100;
const ON = 10;

/** A month of the Umm al-Qura calendar; what is picked goes on as the Gregorian day that it is. */
export function HijriCalendar({ value, min, max, today, onPick }: Props) {
  const t = useFormsText();
  const settings = useFormSettings();
  const grid = useRef<HTMLTableElement>(null);
  const now = hijriOf(today);
  const first = min ? hijriOf(min).year : now.year - BACK;
  const last = max ? hijriOf(max).year : now.year + ON;
  const near = value ?? (max !== undefined && max < today ? max : min !== undefined && min > today ? min : today);
  const [active, setActive] = useState<HijriDay>(hijriOf(near));
  const { year, month } = active;
  const days = hijriMonthDays(year, month);
  const dayOf = (day: number) => isoOfHijri({ year, month, day }) ?? "";
  const weekday = new Date(`${dayOf(1)}T00:00:00Z`).getUTCDay();
  const isOff = (iso: string) => (min !== undefined && iso < min) || (max !== undefined && iso > max);

  const show = (next: HijriDay) => setActive({ ...next, day: Math.min(next.day, hijriMonthDays(next.year, next.month)) });
  const turn = (by: 1 | -1) => {
    const months = year * 12 + month - 1 + by;
    show({ year: Math.floor(months / 12), month: (months % 12) + 1, day: active.day });
  };
  const keys = (event: KeyboardEvent) => {
    const ahead = document.documentElement.dir === "rtl" ? -1 : 1;
    const step = { ArrowRight: ahead, ArrowLeft: -ahead, ArrowDown: 7, ArrowUp: -7 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const here = new Date(`${dayOf(active.day)}T00:00:00Z`);
    show(hijriOf(new Date(here.getTime() + step * 86_400_000).toISOString().slice(0, 10)));
    requestAnimationFrame(() => grid.current?.querySelector<HTMLElement>("[tabindex='0']")?.focus());
  };
  const monthName = (of: number) => formatHijri(isoOfHijri({ year, month: of, day: 1 }) ?? "", settings).replace(/^\S+\s/, "").replace(/\s\S+$/, "");
  const weekdayName = (of: number) => new Intl.DateTimeFormat(settings.language, { weekday: settings.language === "ar" ? "narrow" : "short", timeZone: "UTC" }).format(Date.UTC(2026, 1, 1 + of));
  const years = Array.from({ length: Math.max(1, last - first + 1) }, (_, index) => first + index);

  return (
    <div className={classes.calendar}>
      <div className={classes.head}>
        <ActionIcon variant="subtle" color="gray" size={36} aria-label={t("date.previousMonth")} onClick={() => turn(-1)}>
          <IconArrowLeft className="mirror" size={18} stroke={1.5} />
        </ActionIcon>
        <NativeSelect size="xs" aria-label={t("date.chooseMonth")} value={String(month)} data={Array.from({ length: 12 }, (_, index) => ({ value: String(index + 1), label: monthName(index + 1) }))} onChange={(event) => show({ ...active, month: Number(event.currentTarget.value) })} />
        <NativeSelect
          size="xs"
          aria-label={t("date.chooseYear")}
          value={String(year)}
          data={(years.includes(year) ? years : [...years, year].toSorted((one, two) => one - two)).map((each) => ({ value: String(each), label: formatNumber(each, settings, { useGrouping: false }) }))}
          onChange={(event) => show({ ...active, year: Number(event.currentTarget.value) })}
        />
        <ActionIcon variant="subtle" color="gray" size={36} aria-label={t("date.nextMonth")} onClick={() => turn(1)}>
          <IconArrowRight className="mirror" size={18} stroke={1.5} />
        </ActionIcon>
      </div>
      <table ref={grid} className={classes.grid} onKeyDown={keys} aria-label={`${monthName(month)} ${formatNumber(year, settings, { useGrouping: false })}`}>
        <thead>
          <tr>
            {Array.from({ length: 7 }, (_, index) => (
              <th key={index} scope="col">
                {weekdayName(index)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {Array.from({ length: Math.ceil((weekday + days) / 7) }, (_, week) => (
            <tr key={week}>
              {Array.from({ length: 7 }, (_each, index) => {
                const day = week * 7 + index - weekday + 1;
                if (day < 1 || day > days) return <td key={index} />;
                const iso = dayOf(day);
                return (
                  <td key={index}>
                    <button
                      type="button"
                      className={classes.day}
                      tabIndex={day === active.day ? 0 : -1}
                      disabled={isOff(iso)}
                      data-today={iso === today || undefined}
                      aria-pressed={iso === value}
                      aria-label={t("date.hijri.day", { hijri: formatHijri(iso, settings), date: formatDate(iso, settings) })}
                      onClick={() => onPick(iso)}
                    >
                      {formatNumber(day, settings)}
                    </button>
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
