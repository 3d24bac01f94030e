/** The sender of a school's mail: `Name <address>`, taken apart and put together. Pure. */

export interface Sender {
  name: string;
  address: string;
}

/** The two halves of what is written. */
export function senderOf(text: string): Sender {
  const match = /^([^<>]*)<([^<>]*)>\s*$/.exec(text);
  if (match) return { name: (match[1] ?? "").trim(), address: (match[2] ?? "").trim() };
  return { name: "", address: text.trim() };
}

/** One line again. */
export function senderText({ name, address }: Sender): string {
  const clean = name.replaceAll(/[<>\r\n]/g, "").trimStart();
  return clean.trim() === "" ? address.trim() : `${clean} <${address.trim()}>`;
}

/** Whether mail could come from there. */
export function isAddress(address: string): boolean {
  return /^[^<>@\s]+@[^<>@\s]+\.[^<>@\s]+$/.test(address.trim());
}
