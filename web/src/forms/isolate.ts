/** Keeps a Latin reference, a date or an amount in one piece inside an Arabic line (FSI … PDI). */
export function isolate(text: string, language: string): string {
  return language === "ar" && /[0-9A-Za-z]/.test(text) ? `\u2068${text}\u2069` : text;
}
