/** The sender of a school's mail: `Name <address>`, taken apart. Pure. */

export interface Sender {
  name: string;
  address: string;
}

/** The two halves of what the operators wrote. */
export function senderOf(text: string): Sender {
  const match = /^([^<>]*)<([^<>]*)>\s*$/.exec(text);
  if (match) return { name: (match[1] ?? "").trim(), address: (match[2] ?? "").trim() };
  return { name: "", address: text.trim() };
}

/** Whether the school's own name for it is one, and no address. */
export function isSenderName(name: string): boolean {
  return /^[^<>@\r\n]{1,120}$/.test(name);
}
