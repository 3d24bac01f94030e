import type { LanguageDetectorModule } from "i18next";
import { FALLBACK_LANGUAGE } from "./languages";

/** The name that the language goes by in the cookie and in both storages (i18next's own). */
const NAME = "i18nextLng";
const COOKIE = "i18next";

/** Storage that the browser forbids finds nothing; it must not keep the page from being shown. */
function stored(storage: () => Storage): string | null {
  try {
    return storage().getItem(NAME);
  } catch {
    return null;
  }
}

function cookie(): string | undefined {
  return document.cookie
    .split("; ")
    .find((each) => each.startsWith(`${COOKIE}=`))
    ?.slice(COOKIE.length + 1);
}

/**
 * Where the language is looked for, in the seed's order, and where the choice is kept. All that is found is handed
 * on: i18next takes the first that we have.
 */
export const languageDetector: LanguageDetectorModule = {
  type: "languageDetector",
  detect: () =>
    [
      new URLSearchParams(location.search).get("lng"),
      cookie(),
      stored(() => localStorage),
      stored(() => sessionStorage),
      ...navigator.languages,
      document.documentElement.lang,
      FALLBACK_LANGUAGE,
    ]
      .map((tag) => tag?.split("-")[0])
      .filter((tag): tag is string => Boolean(tag)),
  cacheUserLanguage: (language) => {
    try {
      localStorage.setItem(NAME, language);
    } catch {
      // The choice then holds for this visit only.
    }
  },
};
