/** Numbers as people type them: Arabic-Indic and Persian digits are accepted everywhere and stored Western. */
import { cleanTyped, toWesternDigits } from "@/i18n/digits";

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

/** How many decimals a currency has: 3 for OMR and KWD, 2 for INR, 0 for JPY. */
export function currencyDecimals(currency: string): number {
  try {
    return new Intl.NumberFormat("en", { style: "currency", currency }).resolvedOptions().maximumFractionDigits ?? 2;
  } catch {
    return 2;
  }
}

/** Minor units of a typed amount, or null when it is no amount or has more decimals than the currency. */
export function parseMinor(text: string, currency: string): number | null {
  const plain = cleanTyped(text).replaceAll("٬", "").replaceAll("٫", ".").replace(/[ '’]/g, '").replace("−", "-');
  const decimals = currencyDecimals(currency);
  const commaIsDecimal = !plain.includes(".") && new RegExp(`,\\d{1,${Math.max(decimals, 1)}}$`).test(plain) && !/,\d{3}$/.test(plain);
  const normal = commaIsDecimal ? plain.replace(",", ".") : plain.replaceAll(",", "");
  const match = /^(-?)(\d*)(?:\.(\d*))?$/.exec(normal);
  if (!match || (!match[2] && !match[3])) return null;
  const fraction = match[3] ?? "";
  if (fraction.replace(/0+$/, "").length > decimals) return null;
  const minor = Number(`${match[2] || "0"}${fraction.slice(0, decimals).padEnd(decimals, "0")}`);
  if (!Number.isSafeInteger(minor)) return null;
  return match[1] ? -minor : minor;
}

/** The amount as it stands in an input: `1250.500`, no grouping. */
export function minorToText(minor: number, currency: string): string {
  const decimals = currencyDecimals(currency);
  const sign = minor < 0 ? "-" : "";
  const digits = String(Math.abs(minor)).padStart(decimals + 1, "0");
  return decimals === 0 ? sign + digits : `${sign}${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`;
}
