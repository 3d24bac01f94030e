/** The rules of the world's telephone numbers (Google's, as libphonenumber-js carries them): a chunk of its own. */
import examples from "libphonenumber-js/examples.mobile.json";
import { getExampleNumber, parsePhoneNumberFromString, type CountryCode } from "libphonenumber-js/min";
import { dialCodeOf } from "./countries";

/** What is asked of the rules. */
export interface PhoneRules {
  /** Why an E.164 number is none of its country: the country, and how a number looks there, where one knows. Null where nothing is wrong. */
  fault: (number: string) => { country?: string; example?: string } | null;
}

export const phoneRules: PhoneRules = {
  fault: (number) => {
    const parsed = parsePhoneNumberFromString(number);
    if (parsed?.isValid()) return null;
    const country = parsed?.country ?? parsed?.getPossibleCountries()[0] ?? dialCodeOf(number)?.country;
    if (!country) return {};
    const example = getExampleNumber(country as CountryCode, examples)?.formatInternational();
    return example ? { country, example } : { country };
  },
};
