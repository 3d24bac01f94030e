/** Keeps a Latin reference, a date or an amount in one piece inside an Arabic line (FSI … PDI). */
export function isolate(text: string, language: string): string {
  return language === "ar" && /[0-9A-Za-z]/.test(text) ? `\u2068${text}\u2069` : text;
}

/** A sentence that ends with a currency has one full stop: the sign has its own (`ر.ع.`). Marks of direction may stand between. */
export function oneStop(sentence: string): string {
  return sentence.replace(/([\u0621-\u064a]\.)([\u200e\u200f\u2069]*)\.(?!\.)/g, "$1$2");
}
