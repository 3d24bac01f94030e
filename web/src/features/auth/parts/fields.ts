/** Whether this can be an address at all; whether it exists shows when the mail arrives. */
export function isMail(text: string): boolean {
  return text.length <= 254 && /^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/.test(text);
}

/** Whether a number in E.164 has a length that telephones know. */
export function isPhone(stored: string): boolean {
  return /^\+[1-9]\d{6,14}$/.test(stored);
}
