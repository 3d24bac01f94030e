/** Telephone numbers: a country's code and the number as a family writes it, stored as E.164. */
import { DIAL_CODES, dialCodeOf, type DialCode } from "./countries";
import { cleanTyped } from "./digits";

/** What stands in a phone field. */
export interface PhoneParts {
  country: string;
  number: string;
}

/** Countries whose numbers keep their leading zero behind the country code. */
const KEEPS_ZERO = new Set(["IT", "SM", "VA"]);

function dialOf(country: string): string {
  return DIAL_CODES.find((code) => code.country === country)?.dial ?? "";
}

/** A stored number in its parts; `country` is the field's present one, which decides among those that share a code. */
export function splitPhone(stored: string | undefined, country: string): PhoneParts {
  if (!stored) return { country, number: "" };
  if (!stored.startsWith("+")) return { country, number: stored };
  const code: DialCode | undefined = dialCodeOf(stored, country);
  return code ? { country: code.country, number: stored.slice(1 + code.dial.length) } : { country, number: stored };
}

/**
 * What a person typed beside a chosen country. A number with its own country code (`+968…`, `00968…`) changes the country;
 * a trunk zero goes.
 */
export function readPhone(typed: string, country: string): PhoneParts & { stored: string | undefined } {
  const plain = cleanTyped(typed).replace(/[\s().\-/]/g, "").replace(/^00/, "+");
  if (plain === "") return { country, number: "", stored: undefined };
  if (plain.startsWith("+")) {
    const code = dialCodeOf(plain, country);
    const rest = code ? plain.slice(1 + code.dial.length) : "";
    // While the code itself is being typed there is nothing to split yet.
    if (!code || rest.length < 4) return { country, number: plain, stored: plain };
    return { country: code.country, number: rest, stored: plain };
  }
  const national = KEEPS_ZERO.has(country) ? plain : plain.replace(/^0+(?=\d)/, "");
  return { country, number: plain, stored: `+${dialOf(country)}${national}` };
}

/** A stored number to read: the country's code apart from the rest. */
export function spacedPhone(stored: string): string {
  const code = dialCodeOf(stored);
  return code && stored.startsWith("+") ? `+${code.dial} ${stored.slice(1 + code.dial.length)}` : stored;
}

/** Whether a text is a number and nothing else, which is written from the left in every language: who has no name is called by it. */
export const looksLikePhone = (text: string): boolean => /^\+[\d\s]+$/.test(text);
