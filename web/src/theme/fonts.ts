import arabicUrl from "@fontsource-variable/noto-sans-arabic/files/noto-sans-arabic-arabic-wght-normal.woff2?url";
import latinUrl from "@fontsource-variable/noto-sans/files/noto-sans-latin-wght-normal.woff2?url";
import type { Language } from "@/i18n/languages";

/** Asks for the shown script's font before the first text is laid out; digits and references are Latin in both. */
export function preloadFonts(language: Language): void {
  for (const url of language === "ar" ? [arabicUrl, latinUrl] : [latinUrl]) {
    const link = document.createElement("link");
    link.rel = "preload";
    link.as = "font";
    link.type = "font/woff2";
    link.crossOrigin = "anonymous";
    link.href = url;
    document.head.append(link);
  }
}
