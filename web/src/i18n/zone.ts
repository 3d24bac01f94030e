/** The instant at which a clock in a time zone shows this day and time, as an ISO string; null where it is none. */
export function instantAt(day: string, time: string, zone: string): string | null {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(day) || !/^\d{2}:\d{2}$/.test(time)) return null;
  const asUtc = Date.parse(`${day}T${time}:00Z`);
  if (Number.isNaN(asUtc)) return null;
  // The offset is asked for at the guess, then at what follows from it: clocks change on some nights.
  const first = asUtc - offsetAt(asUtc, zone);
  return new Date(asUtc - offsetAt(first, zone)).toISOString();
}

/** The day and the time that a clock in a time zone shows at an instant. */
export function clockAt(instant: string, zone: string): { day: string; time: string } {
  const at = Date.parse(instant);
  const [day = "", rest = ""] = new Date(at + offsetAt(at, zone)).toISOString().split("T");
  return { day, time: rest.slice(0, 5) };
}

/** How far a zone's clock is ahead of UTC at an instant, in ms. */
function offsetAt(instant: number, zone: string): number {
  const parts = new Intl.DateTimeFormat("en-GB-u-ca-gregory-nu-latn", {
    timeZone: zone, year: "numeric", month: "2-digit", day: "2-digit", hour: "2-digit", minute: "2-digit", second: "2-digit", hourCycle: "h23",
  }).formatToParts(instant);
  const part = (type: Intl.DateTimeFormatPartTypes) => Number(parts.find((each) => each.type === type)?.value ?? 0);
  const shown = Date.UTC(part("year"), part("month") - 1, part("day"), part("hour"), part("minute"), part("second"));
  return shown - Math.floor(instant / 1000) * 1000;
}
