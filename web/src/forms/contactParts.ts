import { toWesternDigits } from "@/i18n/digits";

/** A piece of what a person wrote; with an address where it is a phone number or an e-mail address. */
export interface TextPart {
  text: string;
  href?: string;
}

const MAIL = String.raw`(?<![\p{L}\p{N}._%+-])[\p{L}\p{N}._%+-]+@[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+`;
const PHONE = String.raw`(?<![\p{L}\p{N}.,/:+-])\+?\(?\p{Nd}+(?:[ \u00a0.()-]{1,2}\p{Nd}+)*(?![\p{L}\p{N}])`;
const CONTACT = new RegExp(`(${MAIL})|(${PHONE})`, "gu");
/** A day, or a school year. */
const DAYS = /^(?:\d{4}[-.]\d{1,2}[-.]\d{1,2}|\d{1,2}[-. ]\d{1,2}[-. ]\d{4}|(?:19|20)\d\d[- ](?:19|20)\d\d)$/;

/** What a phone would dial; null for digits that are rather a date, an amount or another number. */
function dialled(text: string): string | null {
  const plain = toWesternDigits(text);
  const digits = plain.replace(/\D/g, "");
  if (digits.length < 7 || digits.length > 15 || DAYS.test(plain)) return null;
  if (plain.startsWith("+")) return `+${digits}`;
  if (digits.startsWith("00")) return `+${digits.slice(2)}`;
  const groups = plain.split(/\D+/).filter(Boolean);
  const isGrouped = groups.length > 1 && groups.every((group) => group.length > 1) && groups.some((group) => group.length > 2);
  return isGrouped || digits.startsWith("0") ? digits : null;
}

/** Splits what a person wrote at the phone numbers and e-mail addresses in it. */
export function contactParts(text: string): TextPart[] {
  const parts: TextPart[] = [];
  let end = 0;
  for (const { 0: found, 1: mail, index } of text.matchAll(CONTACT)) {
    const number = mail ? null : dialled(found);
    if (!mail && !number) continue;
    if (index > end) parts.push({ text: text.slice(end, index) });
    parts.push({ text: found, href: mail ? `mailto:${mail}` : `tel:${number}` });
    end = index + found.length;
  }
  return end < text.length ? [...parts, { text: text.slice(end) }] : parts;
}
