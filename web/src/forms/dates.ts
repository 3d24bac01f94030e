/** Dates of a form: ISO inside, DD-MMM-YYYY outside, typed in either language. */
import { cleanTyped } from "./digits";

const EN_MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];
const AR_MONTHS = [
  "يناير", "فبراير", "مارس", "أبريل", "مايو", "يونيو", "يوليو", "أغسطس", "سبتمبر", "أكتوبر", "نوفمبر", "ديسمبر",
];
/** The names of the Levant and Iraq, which families also type. */
const LEVANT_MONTHS = [
  "كانون الثاني", "شباط", "آذار", "نيسان", "أيار", "حزيران", "تموز", "آب", "أيلول", "تشرين الأول", "تشرين الثاني", "كانون الأول",
];

/** By time zone: to make one costs more than all else that a field does when it is drawn. */
const isoFormats = new Map<string, Intl.DateTimeFormat>();

function isoFormat(timeZone: string): Intl.DateTimeFormat {
  const known = isoFormats.get(timeZone);
  if (known) return known;
  const made = new Intl.DateTimeFormat("en-US-u-ca-gregory-nu-latn", { timeZone, year: "numeric", month: "2-digit", day: "2-digit" });
  isoFormats.set(timeZone, made);
  return made;
}

/** The date in a time zone at a moment, ISO. */
export function todayIn(timeZone: string, now: Date): string {
  const parts = isoFormat(timeZone).formatToParts(now);
  const part = (type: string) => parts.find((piece) => piece.type === type)?.value ?? "";
  return `${part("year")}-${part("month")}-${part("day")}`;
}

/** Whether this is an ISO date that exists. */
export function isIsoDate(text: string): boolean {
  const match = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text);
  return match !== null && makeIso(Number(match[1]), Number(match[2]), Number(match[3])) !== null;
}

function daysInMonth(year: number, month: number): number {
  return new Date(Date.UTC(year, month, 0)).getUTCDate();
}

function makeIso(year: number, month: number, day: number): string | null {
  if (year < 1000 || year > 9999 || month < 1 || month > 12 || day < 1 || day > daysInMonth(year, month)) return null;
  return `${year}-${String(month).padStart(2, "0")}-${String(day).padStart(2, "0")}`;
}

function shift(iso: string, amount: number, unit: string): string {
  const [year = 0, month = 1, day = 1] = iso.split("-").map(Number);
  if (unit === "d") return new Date(Date.UTC(year, month - 1, day + amount)).toISOString().slice(0, 10);
  const months = year * 12 + (month - 1) + (unit === "y" ? amount * 12 : amount);
  const newYear = Math.floor(months / 12);
  const newMonth = (months % 12) + 1;
  const clamped = Math.min(day, daysInMonth(newYear, newMonth));
  return `${newYear}-${String(newMonth).padStart(2, "0")}-${String(clamped).padStart(2, "0")}`;
}

/** The next 1 September after a date: where a school year begins. */
export function yearStart(today: string): string {
  const year = Number(today.slice(0, 4));
  return today < `${year}-09-01` ? `${year}-09-01` : `${year + 1}-09-01`;
}

/** An `x-min-date`/`x-max-date`: an ISO date, or `@today`/`@aystart` with any number of `±Nd|m|y`. Null when it is neither. */
export function resolveDate(bound: string, today: string): string | null {
  if (isIsoDate(bound)) return bound;
  const match = /^@(today|aystart)((?:[+-]\d+[dmy])*)$/.exec(bound);
  if (!match) return null;
  let date = match[1] === "today" ? today : yearStart(today);
  for (const step of (match[2] ?? "").matchAll(/([+-]\d+)([dmy])/g)) date = shift(date, Number(step[1]), step[2] ?? "d");
  return date;
}

/** `05-Mar-2018`, or `05 مارس 2018`: a date as an input holds it. Text that is no date comes back as it is. */
export function dateAsTyped(iso: string, language: string): string {
  if (!isIsoDate(iso)) return iso;
  const [months, gap] = language === "ar" ? [AR_MONTHS, " "] : [EN_MONTHS, "-"];
  return [iso.slice(8, 10), months[Number(iso.slice(5, 7)) - 1] ?? "", iso.slice(0, 4)].join(gap);
}

/** Letters that Arabic keyboards mix up, made one. */
function foldArabic(text: string): string {
  return text.replace(/[\u064b-\u0652\u0640]/g, "").replace(/[أإآ]/g, "ا").replaceAll("ى", "ي").replaceAll("ة", "ه");
}

function monthOf(name: string): number | null {
  const word = name.trim().replace(/\.$/, "");
  if (/^[a-z]{3,}$/i.test(word)) {
    const index = EN_MONTHS.findIndex((month) => word.toLowerCase().startsWith(month.toLowerCase()));
    return index < 0 ? null : index + 1;
  }
  const folded = foldArabic(word);
  for (const names of [AR_MONTHS, LEVANT_MONTHS]) {
    const index = names.findIndex((month) => foldArabic(month) === folded);
    if (index >= 0) return index + 1;
  }
  return null;
}

/**
 * The ISO date that a person typed, or null. Day first, as families of these schools write: `5/3/2018`, `05-Mar-2018`,
 * `5 March 2018`, `٥ مارس ٢٠١٨`, also `2018-03-05`.
 */
export function parseTypedDate(text: string): string | null {
  const plain = cleanTyped(text).replace(/\s+/g, " ");
  const iso = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})$/.exec(plain);
  if (iso) return makeIso(Number(iso[1]), Number(iso[2]), Number(iso[3]));
  const numeric = /^(\d{1,2}) ?[-/. ] ?(\d{1,2}) ?[-/. ] ?(\d{4})$/.exec(plain);
  if (numeric) return makeIso(Number(numeric[3]), Number(numeric[2]), Number(numeric[1]));
  const named = /^(\d{1,2})[-/. ،,]*([^\d]+?)[-/. ،,]*(\d{4})$/.exec(plain);
  if (!named) return null;
  const month = monthOf((named[2] ?? "").replace(/[-/،,]/g, " "));
  return month === null ? null : makeIso(Number(named[3]), month, Number(named[1]));
}
