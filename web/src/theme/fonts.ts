import type { Language } from "@/i18n/languages";
import arabicUrl from "./fonts/arabic.woff2?url";
import latinUrl from "./fonts/latin.woff2?url";

/** Asks for the shown script's font before the first text is laid out. What else stands on a page, such as digits, comes with it. */
export function preloadFonts(language: Language): void {
  const url = language === "ar" ? arabicUrl : latinUrl;
  // The server's page names it already.
  if (document.head.querySelector(`link[rel=preload][href="${url}"]`)) return;
  const link = document.createElement("link");
  link.rel = "preload";
  link.as = "font";
  link.type = "font/woff2";
  link.crossOrigin = "anonymous";
  link.href = url;
  document.head.append(link);
}
