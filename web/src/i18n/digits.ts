/** Digits as people type them: Arabic-Indic, Persian and full-width ones are accepted everywhere. */

const ARABIC_INDIC_ZERO = 0x0660;
const PERSIAN_ZERO = 0x06f0;
const WIDE_ZERO = 0xff10;

/** The text with every Arabic-Indic, Persian or full-width digit replaced by its Western one. */
export function toWesternDigits(text: string): string {
  return text.replace(/[\u0660-\u0669\u06f0-\u06f9\uff10-\uff19]/g, (digit) => {
    const code = digit.charCodeAt(0);
    return String(code - (code >= WIDE_ZERO ? WIDE_ZERO : code >= PERSIAN_ZERO ? PERSIAN_ZERO : ARABIC_INDIC_ZERO));
  });
}

/** Marks of direction: nobody sees or types them. */
export const DIRECTION = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/** Marks that a keyboard or a paste leaves in numbers: direction marks, no-break and thin spaces. */
const INVISIBLE = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\u00a0\u2009\u202f]/g;

/** Western digits, no invisible marks, no space around. */
export function cleanTyped(text: string): string {
  return toWesternDigits(text).replace(INVISIBLE, " ").trim();
}
