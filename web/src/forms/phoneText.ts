import { countryName } from "./countries";
import { isolate } from "./isolate";
import type { Translate } from "./translate";

/** A number stays on one line. */
const unbroken = (number: string) => number.replaceAll(" ", "\u00a0").replaceAll("-", "\u2011");

/** Says that a number is none of its country's, and how one looks there where that is known. */
export function phoneText(country: string, example: unknown, t: Translate, language: string): string {
  const name = countryName(country, language);
  return typeof example === "string" ? t("errors.format.phone.country", { country: name, example: isolate(unbroken(example), language) }) : t("errors.format.phone.unlike", { country: name });
}
