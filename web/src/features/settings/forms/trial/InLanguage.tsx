import { DirectionProvider } from "@mantine/core";
import i18next, { type i18n } from "i18next";
import { useEffect, useState, type ReactNode } from "react";
import { I18nextProvider, useTranslation } from "react-i18next";
import { sharedOptions } from "@/i18n/i18n";
import { asLanguage, directionOf, type Language } from "@/i18n/languages";

/** Texts that a form on its page needs. */
const NAMESPACES = ["common", "forms"];

/** Draws what is inside in another language than the page around it, in that language's direction. */
export function InLanguage({ language, children }: { language: Language; children: ReactNode }) {
  const { i18n: around } = useTranslation();
  const own = asLanguage(around.resolvedLanguage ?? around.language) === language;
  const [other, setOther] = useState<i18n | null>(null);
  useEffect(() => {
    if (own) return;
    let over = false;
    const make = async () => {
      await around.loadNamespaces(NAMESPACES);
      await around.loadLanguages(language);
      // An instance of its own, without the detector: the reader's choice of language stays as it is.
      const made = i18next.createInstance();
      await made.init({ ...sharedOptions, lng: language, ns: NAMESPACES, resources: around.store.data });
      if (!over) setOther(made);
    };
    void make();
    return () => {
      over = true;
    };
  }, [around, language, own]);
  const instance = own ? around : other?.language === language ? other : null;
  const direction = directionOf(language);
  if (!instance) return null;
  return (
    <I18nextProvider i18n={instance}>
      <DirectionProvider key={direction} initialDirection={direction} detectDirection={false}>
        <div lang={language} dir={direction}>
          {children}
        </div>
      </DirectionProvider>
    </I18nextProvider>
  );
}
