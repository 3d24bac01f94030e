import { currencyDecimals } from "./currency";
import type { Language } from "./languages";

/** What a school decides about how numbers and moments are shown. */
export interface FormatSettings {
  language: Language;
  digits: "latn" | "arab";
  timeZone: string;
}

// The calendar and the digits are named, because an Arabic locale alone may bring either of its own.
// Arabic-Indic digits belong to Arabic text only, whatever the school chose.
function localeTag({ language, digits }: Pick<FormatSettings, "language" | "digits">): string {
  return language === "ar" ? `ar-u-ca-gregory-nu-${digits}` : "en-GB-u-ca-gregory-nu-latn";
}

const cache = new Map<string, Intl.DateTimeFormat>();

function dateTimeFormat(tag: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `${tag}|${JSON.stringify(options)}`;
  const known = cache.get(key);
  if (known) return known;
  const made = new Intl.DateTimeFormat(tag, options);
  cache.set(key, made);
  return made;
}

function joined(date: Date, timeZone: string, settings: FormatSettings): string {
  const parts = dateTimeFormat(localeTag(settings), { day: "2-digit", month: "short", year: "numeric", timeZone }).formatToParts(date);
  const part = (type: Intl.DateTimeFormatPartTypes) => parts.find((each) => each.type === type)?.value ?? "";
  // en-GB writes "Sept"; the format asks for three letters. Arabic months stay whole.
  return settings.language === "en" ? `${part("day")}-${part("month").slice(0, 3)}-${part("year")}` : `${part("day")} ${part("month")} ${part("year")}`;
}

/** A calendar date (`2018-03-05`) as `05-Mar-2018`, in Arabic as `05 مارس 2018`; anything else comes back unchanged. */
export function formatDate(iso: string, settings: FormatSettings): string {
  const match = /^(\d{4})-(\d{2})-(\d{2})$/.exec(iso);
  if (!match) return iso;
  const date = new Date(`${iso}T00:00:00Z`);
  return Number.isNaN(date.getTime()) ? iso : joined(date, "UTC", settings);
}

/** The day of an instant, in the school's time zone. */
export function formatDay(instant: string, settings: FormatSettings): string {
  const date = new Date(instant);
  return Number.isNaN(date.getTime()) ? instant : joined(date, settings.timeZone, settings);
}

/** An instant as day and time (`05-Mar-2018, 14:05`), in the school's time zone. */
export function formatInstant(instant: string, settings: FormatSettings): string {
  const date = new Date(instant);
  if (Number.isNaN(date.getTime())) return instant;
  const time = dateTimeFormat(localeTag(settings), { hour: "2-digit", minute: "2-digit", hour12: false, timeZone: settings.timeZone });
  const comma = settings.language === "ar" ? "،" : ",";
  return `${joined(date, settings.timeZone, settings)}${comma} ${time.format(date)}`;
}

/** The time of day of an instant, in the school's time zone. */
export function formatTime(instant: string, settings: FormatSettings): string {
  const date = new Date(instant);
  if (Number.isNaN(date.getTime())) return instant;
  return dateTimeFormat(localeTag(settings), { hour: "2-digit", minute: "2-digit", hour12: false, timeZone: settings.timeZone }).format(date);
}

/** A calendar date by the Umm al-Qura calendar, day and month in words (`1 Ramadan 1448`). */
export function formatHijri(iso: string, settings: Pick<FormatSettings, "language" | "digits">): string {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(iso)) return iso;
  const tag = settings.language === "ar" ? `ar-u-ca-islamic-umalqura-nu-${settings.digits}` : "en-GB-u-ca-islamic-umalqura-nu-latn";
  const parts = dateTimeFormat(tag, { day: "numeric", month: "long", year: "numeric", timeZone: "UTC" }).formatToParts(new Date(`${iso}T00:00:00Z`));
  const part = (type: Intl.DateTimeFormatPartTypes) => parts.find((each) => each.type === type)?.value ?? "";
  return `${part("day")} ${part("month")} ${part("year")}`;
}

/** How long ago an instant was, in the largest whole unit ("3 days ago"). */
export function formatAge(instant: string, now: number, settings: Pick<FormatSettings, "language" | "digits">): string {
  const seconds = Math.round((new Date(instant).getTime() - now) / 1000);
  if (Number.isNaN(seconds)) return instant;
  const units: ReadonlyArray<readonly [Intl.RelativeTimeFormatUnit, number]> = [
    ["year", 31_536_000],
    ["month", 2_592_000],
    ["week", 604_800],
    ["day", 86_400],
    ["hour", 3600],
    ["minute", 60],
  ];
  const format = new Intl.RelativeTimeFormat(localeTag(settings), { numeric: "auto" });
  for (const [unit, size] of units) {
    if (Math.abs(seconds) >= size) return format.format(Math.trunc(seconds / size), unit);
  }
  return format.format(0, "minute");
}

/** A number in the language's notation and the school's digits. */
export function formatNumber(value: number, settings: Pick<FormatSettings, "language" | "digits">, options?: Intl.NumberFormatOptions): string {
  return new Intl.NumberFormat(localeTag(settings), options).format(value);
}

type MoneySettings = Pick<FormatSettings, "language" | "digits">;

/** The currency's own decimals, and its sign in Arabic where the code would be Latin letters in an Arabic sentence. */
function moneyOptions(currency: string, { language }: MoneySettings): Intl.NumberFormatOptions {
  const decimals = currencyDecimals(currency);
  return { style: "currency", currency, currencyDisplay: language === "ar" ? "symbol" : "code", minimumFractionDigits: decimals, maximumFractionDigits: decimals };
}

/** A decimal string keeps the amount exact however large it is; a float division would not. */
function exact(minor: number, currency: string): Intl.StringNumericLiteral {
  const decimals = currencyDecimals(currency);
  const text = String(Math.abs(minor)).padStart(decimals + 1, "0");
  return `${minor < 0 ? "-" : ""}${decimals === 0 ? text : `${text.slice(0, -decimals)}.${text.slice(-decimals)}`}` as Intl.StringNumericLiteral;
}

/** Minor units to an amount with its currency, `OMR 1,682.774` or `1,682.774 ر.ع.`; the number of decimals is the currency's own (OMR has three). */
export function formatMoney(minor: number, currency: string, settings: MoneySettings): string {
  const shown = new Intl.NumberFormat(localeTag(settings), moneyOptions(currency, settings)).format(exact(minor, currency));
  // The mark before the sign draws the currency along: with one behind the figure it stands where it stands at any other amount.
  return minor < 0 && settings.language === "ar" && settings.digits === "latn" ? shown.replace("\u00a0", "\u200f\u00a0") : shown;
}

/** The figure of an amount without its currency, for a column whose head names it once. */
export function formatAmount(minor: number, currency: string, settings: MoneySettings): string {
  const { minimumFractionDigits, maximumFractionDigits } = moneyOptions(currency, settings);
  return new Intl.NumberFormat(localeTag(settings), { minimumFractionDigits, maximumFractionDigits }).format(exact(minor, currency));
}

/** A currency as it stands at an amount: `OMR`, `ر.ع.`. */
export function formatCurrency(currency: string, settings: MoneySettings): string {
  const parts = new Intl.NumberFormat(localeTag(settings), moneyOptions(currency, settings)).formatToParts(0);
  return parts.find((part) => part.type === "currency")?.value ?? currency;
}

/** A file size in KB or MB. */
export function formatBytes(bytes: number, settings: Pick<FormatSettings, "language" | "digits">): string {
  const big = bytes >= 1024 * 1024;
  const value = big ? bytes / (1024 * 1024) : Math.max(1, Math.round(bytes / 1024));
  return formatNumber(value, settings, { style: "unit", unit: big ? "megabyte" : "kilobyte", maximumFractionDigits: big ? 1 : 0 });
}

/** A length of time as a clock shows it (`0:27`, `1:02:05`). */
export function formatClock(seconds: number, settings: Pick<FormatSettings, "language" | "digits">): string {
  const whole = Math.max(0, Math.floor(seconds));
  const [hours, minutes, rest] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
  const two = (value: number) => formatNumber(value, settings, { minimumIntegerDigits: 2 });
  return hours > 0 ? `${formatNumber(hours, settings)}:${two(minutes)}:${two(rest)}` : `${formatNumber(minutes, settings)}:${two(rest)}`;
}
