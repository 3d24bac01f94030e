/**
 * Decimals of currencies by ISO 4217, as the server has them (`plugins/rules/src/money`); both are held to `plugins/rules/golden/money.json`.
 * What `Intl` says is how people write prices (no decimals for IQD, PKR and YER): an amount would be read a hundred or a thousand times too small.
 */
const DECIMALS = new Map([
  ...["BHD", "IQD", "JOD", "KWD", "LYD", "OMR", "TND"].map((code) => [code, 3] as const),
  ...["BIF", "CLP", "DJF", "GNF", "ISK", "JPY", "KMF", "KRW", "PYG", "RWF", "UGX", "VND", "VUV", "XAF", "XOF", "XPF"].map((code) => [code, 0] as const),
]);

/** How many decimals a currency has: 3 for OMR and KWD, 2 for INR, 0 for JPY. */
export function currencyDecimals(currency: string): number {
  return DECIMALS.get(currency) ?? 2;
}
