import type { Language } from "@/i18n/languages";
import arabicUrl from "./fonts/arabic.woff2?url";
import latinUrl from "./fonts/latin.woff2?url";

/** Asks for the shown script's font before the first text is laid out; digits and references are Latin in both. */
export function preloadFonts(language: Language): void {
  for (const url of language === "ar" ? [arabicUrl, latinUrl] : [latinUrl]) {
    if (document.head.querySelector(`link[rel=preload][href="${url}"]`)) continue;
    const link = document.createElement("link");
    link.rel = "preload";
    link.as = "font";
    link.type = "font/woff2";
    link.crossOrigin = "anonymous";
    link.href = url;
    document.head.append(link);
  }
}
