/** The formats that a form document may name (docs/contracts.md, section 2), the same list as on the server. */
import { isIsoDate } from "../dates";
import { isCountry } from "../countries";

/** IBAN lengths by country, of the countries in the public registry. */
const IBAN_LENGTHS: Readonly<Record<string, number>> = Object.fromEntries(
  (
    "AD24 AE23 AL28 AT20 AZ28 BA20 BE16 BG22 BH22 BI27 BR29 BY28 CH21 CR22 CY28 CZ24 DE22 DJ27 DK18 DO28 EE20 EG29 ES24 " +
    "FI18 FK18 FO18 FR27 GB22 GE22 GI23 GL18 GR27 GT28 HN28 HR21 HU28 IE22 IL23 IQ23 IS26 IT27 JO30 KW30 KZ20 LB28 LC32 LI21 LT20 " +
    "LU20 LV21 LY25 MC27 MD24 ME22 MK19 MN20 MR27 MT31 MU30 NI28 NL18 NO15 OM23 PK24 PL28 PS29 PT25 QA29 RO24 RS22 " +
    "RU33 SA24 SC31 SD18 SE24 SI19 SK24 SM27 SO23 ST25 SV28 TL23 TN24 TR26 UA29 VA22 VG24 XK20 YE30"
  )
    .split(" ")
    .map((entry) => [entry.slice(0, 2), Number(entry.slice(2))]),
);

/** Whether an IBAN has its country's length and passes mod 97. */
export function isIban(text: string): boolean {
  if (!/^[A-Z]{2}[0-9]{2}[A-Z0-9]{11,30}$/.test(text) || IBAN_LENGTHS[text.slice(0, 2)] !== text.length) return false;
  let rest = 0;
  for (const char of text.slice(4) + text.slice(0, 4)) {
    const value = parseInt(char, 36);
    rest = (rest * (value > 9 ? 100 : 10) + value) % 97;
  }
  return rest === 1;
}

/** Luhn's check over digits. */
export function passesLuhn(digits: string): boolean {
  let sum = 0;
  for (let index = 0; index < digits.length; index += 1) {
    const digit = Number(digits[digits.length - 1 - index]);
    const doubled = index % 2 === 1 ? digit * 2 : digit;
    sum += doubled > 9 ? doubled - 9 : doubled;
  }
  return sum % 10 === 0;
}

/** A Kuwaiti civil number: a date inside, and the weighted check digit; a base without a digit fails. */
export function isKuwaitId(text: string): boolean {
  if (!/^[23][0-9]{11}$/.test(text)) return false;
  const century = text.startsWith("2") ? "19" : "20";
  if (!isIsoDate(`${century}${text.slice(1, 3)}-${text.slice(3, 5)}-${text.slice(5, 7)}`)) return false;
  const weights = [2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2];
  const sum = weights.reduce((total, weight, index) => total + weight * Number(text[index]), 0);
  return 11 - (sum % 11) === Number(text[11]);
}

/** Verhoeff's check digit: the turns and reflections of a pentagon, and one exchange of digits for each place further from the end. */
function passesVerhoeff(digits: string): boolean {
  let sum = 0;
  for (let index = 0; index < digits.length; index += 1) {
    let digit = Number(digits.at(-1 - index));
    for (let times = index % 8; times > 0; times -= 1) digit = Number("1576283094"[digit]);
    sum = ((sum < 5 ? sum + digit : sum + 10 - digit) % 5) + (sum < 5 === digit < 5 ? 0 : 5);
  }
  return sum === 0;
}

/** A host name of at least two labels whose last is no number. */
function isDomain(domain: string): boolean {
  const labels = domain.split(".");
  const last = labels.at(-1) ?? "";
  return (
    domain.length <= 253 && labels.length > 1 && last.length >= 2 && /[a-z]/i.test(last) &&
    labels.every((label) => /^(?!-)[a-z0-9-]{1,63}(?<!-)$/i.test(label))
  );
}

/** A mailbox that a relay takes without extensions: ASCII, one `@`, a domain with a dot. */
function isEmail(text: string): boolean {
  const at = text.lastIndexOf("@");
  const local = text.slice(0, Math.max(at, 0));
  return (
    text.length <= 254 && local.length <= 64 && isDomain(text.slice(at + 1)) &&
    /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+(\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/i.test(local)
  );
}

function isWebAddress(text: string): boolean {
  const match = /^https?:\/\/([^/?#]*)/.exec(text);
  if (!match || text.length > 2000 || !/^[!-~]+$/.test(text) || /[<>"`\\]/.test(text)) return false;
  const [, host, port] = /^(.*?)(?::(\d+))?$/.exec(match[1] ?? "") ?? [];
  return isDomain(host ?? "") && (port === undefined || Number(port) <= 65_535);
}

/** The checks by format name, the same as on the server (`platform/form/src/formats.rs`). */
export const FORMATS: Readonly<Record<string, (text: string) => boolean>> = {
  date: isIsoDate,
  email: isEmail,
  phone: (text) => /^\+[1-9][0-9]{6,14}$/.test(text),
  iban: isIban,
  url: isWebAddress,
  "national-id": (text) => /^[A-Za-z0-9][A-Za-z0-9/-]{2,28}[A-Za-z0-9]$/.test(text),
  // Its check digit only warns (`validate.ts`): some genuine cards are said to fail it.
  "emirates-id": (text) => /^784(19|20)[0-9]{10}$/.test(text),
  "saudi-id": (text) => /^[12][0-9]{9}$/.test(text) && passesLuhn(text),
  "kuwait-id": isKuwaitId,
  "oman-id": (text) => /^(?!0+$)[0-9]{7,9}$/.test(text),
  // Century, year, the country's number, serial.
  "qatar-id": (text) => /^[23][0-9]{2}(?!000)[0-8][0-9]{7}$/.test(text),
  "bahrain-id": (text) => /^[0-9]{2}(0[1-9]|1[0-2])[0-9]{5}$/.test(text),
  aadhaar: (text) => /^[2-9][0-9]{11}$/.test(text) && passesVerhoeff(text),
  country: isCountry,
  upload: (text) => /^[A-Za-z0-9_-]{8,64}$/.test(text),
};
