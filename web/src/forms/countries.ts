/** Countries and their dialling codes. Names come from the browser, in the reader's language. */

const CODES =
  "AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BV BW BY BZ CA CC CD CF CG CH CI CK " +
  "CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK FM FO FR GA GB GD GE GF GG GH GI GL GM GN GP GQ GR GS GT " +
  "GU GW GY HK HM HN HR HT HU ID IE IL IM IN IO IQ IR IS IT JE JM JO JP KE KG KH KI KM KN KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA " +
  "MC MD ME MF MG MH MK ML MM MN MO MP MQ MR MS MT MU MV MW MX MY MZ NA NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS " +
  "PT PW PY QA RE RO RS RU RW SA SB SC SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TF TG TH TJ TK TL TM TN TO TR TT TV TW TZ " +
  "UA UG UM US UY UZ VA VC VE VG VI VN VU WF WS YE YT ZA ZM ZW";

const COUNTRY_CODES: readonly string[] = CODES.split(" ");
const KNOWN = new Set(COUNTRY_CODES);

/** Whether this is an ISO 3166 alpha-2 code. */
export function isCountry(code: string): boolean {
  return KNOWN.has(code);
}

/** Dialling codes; where countries share one, the first named is what a number alone stands for. */
const DIAL =
  "OM968 AE971 SA966 KW965 QA974 BH973 YE967 IQ964 JO962 LB961 SY963 PS970 EG20 SD249 LY218 TN216 DZ213 MA212 MR222 SO252 DJ253 KM269 " +
  "IN91 PK92 BD880 LK94 NP977 BT975 MV960 AF93 IR98 TR90 PH63 ID62 MY60 SG65 TH66 VN84 MM95 KH855 LA856 BN673 TL670 CN86 HK852 MO853 TW886 " +
  "JP81 KR82 KP850 MN976 GB44 IE353 FR33 DE49 IT39 ES34 PT351 NL31 BE32 LU352 CH41 AT43 LI423 DK45 SE46 NO47 FI358 IS354 EE372 LV371 LT370 " +
  "PL48 CZ420 SK421 HU36 RO40 BG359 GR30 CY357 MT356 AL355 RS381 ME382 XK383 HR385 SI386 BA387 MK389 MD373 UA380 BY375 RU7 KZ7 GE995 AM374 " +
  "AZ994 UZ998 TM993 TJ992 KG996 IL972 US1 CA1 MX52 GT502 BZ501 SV503 HN504 NI505 CR506 PA507 CU53 HT509 DO1809 JM1876 BS1242 BB1246 TT1868 " +
  "GD1473 LC1758 VC1784 DM1767 AG1268 KN1869 PR1787 BR55 AR54 CL56 CO57 VE58 PE51 EC593 BO591 PY595 UY598 GY592 SR597 GF594 GP590 MQ596 AW297 " +
  "CW599 AU61 NZ64 FJ679 PG675 SB677 VU678 NC687 PF689 WS685 TO676 TV688 KI686 NR674 PW680 FM691 MH692 CK682 NU683 TK690 WF681 GU1671 AS1684 " +
  "ET251 ER291 KE254 TZ255 UG256 RW250 BI257 SS211 CD243 CG242 CF236 TD235 CM237 GQ240 GA241 ST239 AO244 ZM260 ZW263 MW265 MZ258 MG261 RE262 " +
  "MU230 SC248 ZA27 NA264 BW267 LS266 SZ268 NG234 GH233 CI225 BF226 NE227 TG228 BJ229 ML223 SN221 GM220 GN224 GW245 SL232 LR231 CV238 AD376 " +
  "MC377 SM378 GI350 FO298 GL299 SH290 FK500 PM508";

/** A country and its dialling code, without the plus. */
export interface DialCode {
  country: string;
  dial: string;
}

/** Every dialling code, the region's countries first. */
export const DIAL_CODES: readonly DialCode[] = DIAL.split(" ").map((entry) => ({
  country: entry.slice(0, 2),
  dial: entry.slice(2),
}));

/** The dialling code that an E.164 number begins with: the longest that fits, of this country when several share it. */
export function dialCodeOf(number: string, preferred?: string): DialCode | undefined {
  const digits = number.replace(/^\+/, "");
  let best: DialCode | undefined;
  for (const code of DIAL_CODES) {
    if (!digits.startsWith(code.dial)) continue;
    const longer = best === undefined || code.dial.length > best.dial.length;
    if (longer || (best !== undefined && code.dial.length === best.dial.length && code.country === preferred)) best = code;
  }
  return best;
}

/** The country whose money this is, as far as one can tell: the first guess of a phone number's country. */
export function countryOfCurrency(currency: string): string {
  const code = currency.slice(0, 2);
  return DIAL_CODES.some((entry) => entry.country === code) ? code : "AE";
}

/** The countries in the reader's language, in its alphabetical order. */
export function countryOptions(locale: string): { value: string; label: string }[] {
  const names = new Intl.DisplayNames([locale], { type: "region" });
  const compare = new Intl.Collator(locale).compare;
  return COUNTRY_CODES.map((value) => ({ value, label: names.of(value) ?? value })).sort((one, two) => compare(one.label, two.label));
}

/** A country's name in the reader's language, or the code itself. */
export function countryName(code: string, locale: string): string {
  // Kosovo has a name and a dialling code, and no code of the standard's.
  return isCountry(code) || code === "XK" ? (new Intl.DisplayNames([locale], { type: "region" }).of(code) ?? code) : code;
}
