/** The languages of the product. */
export const LANGUAGES = ["en", "ar"] as const;
export type Language = (typeof LANGUAGES)[number];
export const FALLBACK_LANGUAGE: Language = "en";

/** Each language's name in its own script; never translated. */
export const LANGUAGE_NAMES: Readonly<Record<Language, string>> = { en: "English", ar: "العربية" };

export type Direction = "ltr" | "rtl";

/** Narrows any language tag ("ar-AE") to one of ours. */
export function asLanguage(tag: string | undefined): Language {
  const base = tag?.toLowerCase().split("-")[0];
  return LANGUAGES.find((language) => language === base) ?? FALLBACK_LANGUAGE;
}

/** The direction that a language is written in. */
export function directionOf(language: Language): Direction {
  return language === "ar" ? "rtl" : "ltr";
}
