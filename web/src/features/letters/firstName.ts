import type { Language } from "@/i18n/languages";

/** What a child is called in a language; by the other name where the form asks for one alone. */
export const firstName = (child: { first_name: string; first_name_ar?: string | null }, language: Language): string => (language === "ar" && child.first_name_ar) || child.first_name;
