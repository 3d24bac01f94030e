/** The days of the charts. Pure. */
import type { PluginDay } from "../desk/wordsApi";

export const SPAN = 28;

/** The last 28 days up to today, the quiet ones too. */
export function everyDay(days: readonly PluginDay[], today: string): PluginDay[] {
  const known = new Map(days.map((day) => [day.day, day]));
  const last = Date.parse(`${today}T00:00:00Z`);
  return Array.from({ length: SPAN }, (_, index) => {
    const day = new Date(last - (SPAN - 1 - index) * 86_400_000).toISOString().slice(0, 10);
    return known.get(day) ?? { day, calls: 0, failures: 0, fuel: 0, millis: 0 };
  });
}

/** What is drawn of a day. */
export const MEASURES = ["calls", "failures", "millis", "fuel"] as const;
export type Measure = (typeof MEASURES)[number];

/** Of time and fuel what one call took; of the others the day's sum. */
export function measure(day: PluginDay, which: Measure): number {
  if (which === "calls" || which === "failures") return day[which];
  return day.calls === 0 ? 0 : day[which] / day.calls;
}

/** The same over all days. */
export function total(days: readonly PluginDay[], which: Measure): number {
  const sum = (of: Measure) => days.reduce((all, day) => all + day[of], 0);
  if (which === "calls" || which === "failures") return sum(which);
  return sum("calls") === 0 ? 0 : sum(which) / sum("calls");
}
