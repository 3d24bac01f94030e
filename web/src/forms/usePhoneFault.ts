import { useLanguage } from "@/i18n/useLanguage";
import { usePhoneRules } from "./phoneRules";
import { phoneText } from "./phoneText";
import { useFormsText } from "./useFormsText";

/** What is wrong with a number in E.164, in the words that the forms have for it: its shape, and once they are loaded its country's own rules. */
export function usePhoneFault(): (number: string) => string | undefined {
  const t = useFormsText();
  const { language } = useLanguage();
  const rules = usePhoneRules();
  return (number) => {
    if (number === "") return undefined;
    const fault = /^\+[1-9]\d{6,14}$/.test(number) ? rules?.fault(number) : {};
    if (!fault) return undefined;
    return fault.country ? phoneText(fault.country, fault.example, t, language) : t("errors.format.phone");
  };
}
