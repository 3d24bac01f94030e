/** Groups of four, as an IBAN is printed. */
export function groupByFour(code: string): string {
  return code.replace(/(.{4})(?=.)/g, "$1 ");
}
