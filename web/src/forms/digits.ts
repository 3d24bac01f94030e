/** Numbers as people type them: Arabic-Indic and Persian digits are accepted everywhere and stored Western. */
import { currencyDecimals } from "@/i18n/currency";
import { cleanTyped, DIRECTION, toWesternDigits } from "@/i18n/digits";

export { cleanTyped, toWesternDigits };

/**
 * The number that a person typed, or null when it is none. Takes `1,250.5`, `١٬٢٥٠٫٥` and spaces as thousands; a lone
 * comma with at most two digits behind it is a decimal comma.
 */
export function parseNumber(text: string): number | null {
  let plain = cleanTyped(text).replaceAll("٬", ",").replaceAll("٫", ".").replace(/[ '’]/g, '").replace("−", "-');
  if (/^-?\d+,\d{1,2}$/.test(plain)) plain = plain.replace(",", ".");
  plain = plain.replace(/,(?=\d{3}(\D|$))/g, "");
  return /^-?(\d+(\.\d*)?|\.\d+)$/.test(plain) ? Number(plain) : null;
}

/** The digits of a whole number that is grouped by this sign: by threes, or by twos before the last as in India; else null. */
function grouped(whole: string, sign: string): string | null {
  const groups = whole.split(sign);
  const [first = "", last = ""] = [groups[0], groups.at(-1)];
  if (groups.length < 2 || !/^[1-9]\d{0,2}$/.test(first) || !/^\d{3}$/.test(last)) return null;
  return groups.slice(1, -1).every((group) => /^\d{2,3}$/.test(group)) ? groups.join("") : null;
}

/**
 * Minor units of a typed amount; null when it is none, or has more decimals than the currency (only zeros may stand there). The rule is
 * the server's `Money::parse`, to the same golden file: a lone comma is a thousands sign where it can be one, and a decimal sign otherwise.
 */
export function parseMinor(text: string, currency: string): number | null {
  let plain = cleanTyped(text.replace(DIRECTION, "")).replaceAll("٫", ".").replaceAll("،", ",").replace(/[\s٬'’]/g, " ").replace("−", "-");
  const negative = plain.startsWith("-");
  if (negative) plain = plain.slice(1).trimStart();
  if (!plain.includes(".") && plain.split(",").length === 2 && grouped(plain, ",") === null) plain = plain.replace(",", ".");
  const at = plain.indexOf(".");
  const [whole, part] = at < 0 ? [plain, ""] : [plain.slice(0, at), plain.slice(at + 1)];
  if ((whole === "" && part === "") || !/^\d*$/.test(part)) return null;
  const digits = /^\d*$/.test(whole) ? whole : (grouped(whole, ",") ?? grouped(whole, " "));
  const decimals = currencyDecimals(currency);
  const fraction = part.replace(/0+$/, "");
  if (digits === null || fraction.length > decimals) return null;
  const minor = Number(`0${digits}${fraction.padEnd(decimals, "0")}`);
  if (!Number.isSafeInteger(minor)) return null;
  return negative && minor !== 0 ? -minor : minor;
}

/** The amount as it stands in an input: `1250.500`, no grouping. */
export function minorToText(minor: number, currency: string): string {
  const decimals = currencyDecimals(currency);
  const sign = minor < 0 ? "-" : "";
  const digits = String(Math.abs(minor)).padStart(decimals + 1, "0");
  return decimals === 0 ? sign + digits : `${sign}${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`;
}
