import { useMemo } from "react";
import { useMaybeSchool } from "@/api/school";
import { useLanguage } from "@/i18n/useLanguage";
import { todayIn } from "./dates";
import type { FormSettings } from "./model";

/** The reader's language and the school's time zone, money and digits, as the forms need them. */
export function useFormSettings(): FormSettings {
  const { language } = useLanguage();
  const school = useMaybeSchool();
  const timeZone = school?.time_zone ?? "UTC";
  const currency = school?.currency ?? "USD";
  const digits = school?.digits === "arab" && language === "ar" ? "arab" : "latn";
  const today = todayIn(timeZone, new Date());
  return useMemo(() => ({ language, timeZone, currency, digits, today }), [language, timeZone, currency, digits, today]);
}
