import { parseMinor } from "./digits";

/** What typed amounts come to, in minor units; null where there are none, or one of them is no amount. */
export function sumOfAmounts(amounts: readonly string[], currency: string): number | null {
  if (amounts.length === 0) return null;
  const minor = amounts.map((amount) => parseMinor(amount, currency));
  return minor.every((one) => one !== null) ? minor.reduce((sum, one) => sum + one, 0) : null;
}
