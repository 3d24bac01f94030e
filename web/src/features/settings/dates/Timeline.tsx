import { useTranslation } from "react-i18next";
import { useFormat } from "@/ui/useFormat";
import classes from "./dates.module.css";
import type { DateRow } from "./rows";

const DAY = 86_400_000;
const at = (day: string) => Date.parse(`${day}T00:00:00Z`);

/** The rows as bars on one line of time, with today across them. The table beneath says the same in words. */
export function Timeline({ rows, today }: { rows: readonly DateRow[]; today: string }) {
  const { t } = useTranslation("settingsRooms");
  const format = useFormat();
  const whole = rows.filter((row) => !Number.isNaN(at(row.sims_admission_start_from)) && at(row.sims_admission_end) >= at(row.sims_admission_start_from));
  if (whole.length === 0) return null;
  const first = Math.min(at(today), ...whole.map((row) => at(row.sims_admission_start_from))) - 20 * DAY;
  const last = Math.max(at(today), ...whole.map((row) => at(row.sims_admission_end))) + 20 * DAY;
  const share = (moment: number) => `${(((moment - first) / (last - first)) * 100).toFixed(2)}%`;
  return (
    <div className={classes.timeline} aria-hidden>
      <span className={classes.today} style={{ insetInlineStart: share(at(today)) }}>
        <span>{t("dates.today")}</span>
      </span>
      {whole.map((row, index) => {
        const open = row.sims_admission_start_from <= today && today <= row.sims_admission_end;
        return (
          <span key={index} className={classes.track}>
            <span
              className={classes.span}
              data-state={open ? "open" : row.sims_admission_end < today ? "past" : "coming"}
              style={{ insetInlineStart: share(at(row.sims_admission_start_from)), inlineSize: `calc(${share(at(row.sims_admission_end))} - ${share(at(row.sims_admission_start_from))})` }}
              title={`${format.date(row.sims_admission_start_from)} – ${format.date(row.sims_admission_end)}`}
            >
              <bdi>{row.year}</bdi>
            </span>
          </span>
        );
      })}
    </div>
  );
}
