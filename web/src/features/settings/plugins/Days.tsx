import { useTranslation } from "react-i18next";
import { useSchool } from "@/api/school";
import { useFormat } from "@/ui/useFormat";
import type { PluginDay } from "../desk/wordsApi";
import { everyDay, MEASURES, measure, SPAN, total, type Measure } from "./days";
import classes from "./plugins.module.css";

const [STEP, BAR, TALL] = [8, 6, 48];

/** How a component worked: calls, failures, time and fuel of the last four weeks; the same as a table for who cannot see bars. */
export function Days({ days, name }: { days: readonly PluginDay[]; name: string }) {
  const { t } = useTranslation("settingsPlugins");
  const format = useFormat();
  const { today } = useSchool();
  if (days.length === 0) return <p className={classes.quiet}>{t("days.none")}</p>;
  const all = everyDay(days, today);
  const figure = (value: number, which: Measure) => format.number(value, which === "millis" ? { maximumFractionDigits: 1 } : which === "fuel" ? { notation: "compact", maximumFractionDigits: 1 } : {});
  return (
    <>
      <div className={classes.charts} aria-hidden>
        {MEASURES.map((which) => {
          const values = all.map((day) => measure(day, which));
          const most = Math.max(...values);
          return (
            <figure key={which} className={classes.chart} data-which={which}>
              <figcaption>
                <span className={classes.quiet}>{t(`days.${which}`)}</span>
                <strong>
                  <bdi className="tabular">{figure(total(days, which), which)}</bdi>
                  {which === "millis" && ` ${t("days.ms")}`}
                </strong>
              </figcaption>
              <svg viewBox={`0 0 ${SPAN * STEP - (STEP - BAR)} ${TALL}`} preserveAspectRatio="none">
                {values.map((value, index) => {
                  const height = most === 0 || value === 0 ? 1 : Math.max(3, (value / most) * TALL);
                  return <rect key={all[index]?.day} data-none={value === 0 || undefined} x={index * STEP} y={TALL - height} width={BAR} height={height} rx={1} />;
                })}
              </svg>
              <span className={classes.axis}>
                <bdi>{format.date(all[0]?.day ?? "")}</bdi>
                <bdi>{format.date(all.at(-1)?.day ?? "")}</bdi>
              </span>
            </figure>
          );
        })}
      </div>
      <div className="unseen">
        <table>
          <caption>{t("days.table", { name })}</caption>
          <thead>
            <tr>
              <th scope="col">{t("days.day")}</th>
              {MEASURES.map((which) => (
                <th key={which} scope="col">
                  {t(`days.${which}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {days.map((day) => (
              <tr key={day.day}>
                <th scope="row">{format.date(day.day)}</th>
                {MEASURES.map((which) => (
                  <td key={which}>{figure(measure(day, which), which)}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  );
}
