import { useTranslation } from "react-i18next";

/** What is wrong, by its place. */
export type Faults = Readonly<Record<string, string>>;

const CODES = ["required", "money", "format", "ibanForm", "ibanCountry", "ibanLength", "ibanChecksum", "maxItems", "maxLength"] as const;

/** What is wrong at a place below another, in words; null where nothing is. */
export function useFault(faults: Faults, below: string) {
  const { t } = useTranslation("letterFinancial");
  return (place: string): string | null => {
    const code = CODES.find((each) => each === faults[`${below}${place}`]);
    return code ? t(`fault.${code}`) : null;
  };
}
