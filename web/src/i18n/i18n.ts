import i18next, { type InitOptions, type i18n } from "i18next";
import { initReactI18next } from "react-i18next";
import { languageDetector } from "./detector";
import { asLanguage, directionOf, FALLBACK_LANGUAGE, LANGUAGES } from "./languages";
import { textsBackend } from "./textsBackend";

/** Namespaces that every page needs; the others load with the pages that use them. */
const FIRST_NAMESPACES = ["common", "messages"] as const;

/** Options that tests share with the application. */
export const sharedOptions: InitOptions = {
  fallbackLng: FALLBACK_LANGUAGE,
  supportedLngs: [...LANGUAGES],
  load: "languageOnly",
  nonExplicitSupportedLngs: true,
  defaultNS: "common",
  // Keys are flat ("inbox.empty.title"): a school's override file then merges key by key.
  keySeparator: false,
  // No text takes others in, as nobody knows by which mark: a school's own words could name each other until a browser stands still.
  interpolation: { escapeValue: false, nestingPrefix: `$t${Math.random()}(` },
  returnEmptyString: false,
};

/** Makes the document follow the language. */
export function followLanguage(instance: i18n): void {
  const follow = (tag: string) => {
    const language = asLanguage(tag);
    document.documentElement.lang = language;
    document.documentElement.dir = directionOf(language);
  };
  instance.on("languageChanged", follow);
  if (instance.language) follow(instance.language);
}

/** Detects the language as the seed says, and loads the first texts. */
export async function startI18n(): Promise<i18n> {
  followLanguage(i18next);
  await i18next
    .use(textsBackend)
    .use(languageDetector)
    .use(initReactI18next)
    .init({
      ...sharedOptions,
      // Both languages have every text (`texts.test.ts`), so that only the shown one is fetched.
      fallbackLng: false,
      ns: [...FIRST_NAMESPACES],
    });
  return i18next;
}
