import { useMemo } from "react";
import { useMaybeSchool } from "@/api/school";
import {
  formatAge, formatAmount, formatBytes, formatClock, formatCurrency, formatDate, formatDay, formatHijri, formatInstant, formatMoney, formatNumber, formatTime, type FormatSettings,
} from "@/i18n/format";
import { useLanguage } from "@/i18n/useLanguage";

/** The zone of this device: that of whoever looks at pages of no school. */
export function ownTimeZone(): string {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone;
}

/** How that zone is called in a language. */
export function ownTimeZoneName(language: string): string {
  const timeZone = ownTimeZone();
  const parts = new Intl.DateTimeFormat(language, { timeZone, timeZoneName: "long" }).formatToParts();
  return parts.find(({ type }) => type === "timeZoneName")?.value ?? timeZone;
}

/** The formatters of `i18n/format`, bound to the shown language and to the school's digits and time zone. */
export function useFormat() {
  const { language } = useLanguage();
  const school = useMaybeSchool();
  const digits = school?.digits ?? "latn";
  const timeZone = school?.time_zone ?? ownTimeZone();
  return useMemo(() => {
    const settings: FormatSettings = { language, digits, timeZone };
    return {
      date: (iso: string) => formatDate(iso, settings),
      day: (instant: string) => formatDay(instant, settings),
      hijri: (iso: string) => formatHijri(iso, settings),
      time: (instant: string) => formatTime(instant, settings),
      instant: (instant: string) => formatInstant(instant, settings),
      age: (instant: string, now = Date.now()) => formatAge(instant, now, settings),
      number: (value: number, options?: Intl.NumberFormatOptions) => formatNumber(value, settings, options),
      money: (minor: number, currency: string) => formatMoney(minor, currency, settings),
      amount: (minor: number, currency: string) => formatAmount(minor, currency, settings),
      currency: (currency: string) => formatCurrency(currency, settings),
      clock: (seconds: number) => formatClock(seconds, settings),
      bytes: (bytes: number) => formatBytes(bytes, settings),
    };
  }, [language, digits, timeZone]);
}
