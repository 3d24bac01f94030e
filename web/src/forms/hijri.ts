/** Days of the Umm al-Qura calendar: what a person typed or picked made ISO, and back. The engine's own tables decide. */
import { parseTypedDate } from "./dates";
import { cleanTyped } from "./digits";

/** A day by the Hijri calendar; months count from 1. */
export interface HijriDay {
  year: number;
  month: number;
  day: number;
}

const DAY_MS = 86_400_000;
/** Years of which the engines have tables; a Gregorian year of a form is none of them. */
export const HIJRI_YEARS = { from: 1300, to: 1600 } as const;

let format: Intl.DateTimeFormat | undefined;

/** The day of a moment at midnight UTC. */
function at(instant: number): HijriDay {
  format ??= new Intl.DateTimeFormat("en-u-ca-islamic-umalqura-nu-latn", { timeZone: "UTC", year: "numeric", month: "numeric", day: "numeric" });
  const parts = format.formatToParts(instant);
  const part = (type: Intl.DateTimeFormatPartTypes) => Number(parts.find((each) => each.type === type)?.value ?? 0);
  return { year: part("year"), month: part("month"), day: part("day") };
}

/** The Hijri day of an ISO date. */
export const hijriOf = (iso: string): HijriDay => at(Date.parse(`${iso}T00:00:00Z`));

/** When a month begins, by its number since the first; to find it takes a few looks into the engine's tables. */
const begins = new Map<number, number>();

function beginOf(year: number, month: number): number {
  const key = year * 12 + month - 1;
  const known = begins.get(key);
  if (known !== undefined) return known;
  // By the mean month it is at most a few days away: from there straight to its first day.
  const guess = Math.round((Date.UTC(622, 6, 19) + ((year - 1) * 12 + month - 1) * 29.530_588 * DAY_MS) / DAY_MS) * DAY_MS;
  let instant = guess;
  for (let look = 0; look < 4; look += 1) {
    const here = at(instant);
    const months = key - (here.year * 12 + here.month - 1);
    if (months === 0 && here.day === 1) break;
    // Into the month first, a little behind its beginning; then back by the day that it is.
    instant += months === 0 ? (1 - here.day) * DAY_MS : (months * 29.5 - here.day + 6) * DAY_MS;
    instant = Math.round(instant / DAY_MS) * DAY_MS;
  }
  begins.set(key, instant);
  return instant;
}

/** How many days a month has: 29 or 30. */
export function hijriMonthDays(year: number, month: number): number {
  const next = month === 12 ? beginOf(year + 1, 1) : beginOf(year, month + 1);
  return Math.round((next - beginOf(year, month)) / DAY_MS);
}

/** The ISO date of a Hijri day; null where the month has no such day. */
export function isoOfHijri({ year, month, day }: HijriDay): string | null {
  if (year < HIJRI_YEARS.from || year > HIJRI_YEARS.to || month < 1 || month > 12 || day < 1 || day > hijriMonthDays(year, month)) return null;
  return new Date(beginOf(year, month) + (day - 1) * DAY_MS).toISOString().slice(0, 10);
}

/** As they are typed: letters alone, so that marks and spaces make no difference. */
const MONTHS: readonly (readonly string[])[] = [
  ["muharram", "محرم"], ["safar", "صفر"], ["rabii", "rabialawwal", "rabialawal", "ربيعالاول"], ["rabiii", "rabialthani", "rabialakhir", "ربيعالاخر", "ربيعالثاني"],
  ["jumadai", "jumadaalula", "jumadaalawwal", "جماديالاولي", "جماديالاول"], ["jumadaii", "jumadaalakhira", "jumadaalthani", "جماديالاخره", "جماديالاخر", "جماديالثانيه", "جماديالثاني"],
  ["rajab", "رجب"], ["shaban", "شعبان"], ["ramadan", "ramadhan", "رمضان"], ["shawwal", "shawal", "شوال"], ["dhulqidah", "dhulqadah", "ذوالقعده", "ذيالقعده"], ["dhulhijjah", "dhulhijja", "ذوالحجه", "ذيالحجه"],
];

const letters = (text: string) =>
  text
    .toLowerCase()
    .replace(/[\u064b-\u0652\u0640]/g, "")
    .replace(/[أإآ]/g, "ا")
    .replaceAll("ى", "ي")
    .replaceAll("ة", "ه")
    .replace(/[^a-z\u0621-\u064a]/g, "");

/** `هـ`, `AH`: said to be Hijri, before or behind. */
const MARK = /^(?:a\.?h\.?|هـ?)\s+|\s*(?:\ba\.?h\.?|هـ?\.?)$/i;

/** The ISO date of what was typed by the Hijri calendar: `15/09/1447 هـ`, `1447-09-15 AH`, `15 رمضان 1447`; null where it is no such date. */
export function parseHijri(text: string): string | null {
  const plain = cleanTyped(text).replace(/\s+/g, " ").replace(MARK, "").trim();
  const yearFirst = /^(\d{4}) ?[-/. ] ?(\d{1,2}) ?[-/. ] ?(\d{1,2})$/.exec(plain);
  if (yearFirst) return isoOfHijri({ year: Number(yearFirst[1]), month: Number(yearFirst[2]), day: Number(yearFirst[3]) });
  const dayFirst = /^(\d{1,2}) ?[-/. ] ?(\d{1,2}) ?[-/. ] ?(\d{4})$/.exec(plain);
  if (dayFirst) return isoOfHijri({ year: Number(dayFirst[3]), month: Number(dayFirst[2]), day: Number(dayFirst[1]) });
  const named = /^(\d{1,2})[-/. ،,]*(\D+?)[-/. ،,]*(\d{4})$/.exec(plain);
  const month = named ? MONTHS.findIndex((names) => names.includes(letters(named[2] ?? ""))) + 1 : 0;
  return named && month > 0 ? isoOfHijri({ year: Number(named[3]), month, day: Number(named[1]) }) : null;
}

/** What was typed, by either calendar where the school counts by both: no Gregorian year of a form is a Hijri one. */
export function parseEither(text: string, isHijri: boolean): string | null {
  return (isHijri ? parseHijri(text) : null) ?? parseTypedDate(text);
}

