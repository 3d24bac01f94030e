/** Whether this can be an address at all; whether it exists shows when the mail arrives. */
export function isMail(text: string): boolean {
  return text.length <= 254 && /^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/.test(text);
}
