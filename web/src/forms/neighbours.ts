/** Which countries a school's families most likely come from: its own, then those around it. */
import { countryOfCurrency, countryOptions } from "./countries";

const BY_ZONE: Readonly<Record<string, string>> = {
  "Asia/Muscat": "OM", "Asia/Dubai": "AE", "Asia/Riyadh": "SA", "Asia/Kuwait": "KW", "Asia/Qatar": "QA", "Asia/Bahrain": "BH", "Asia/Aden": "YE",
  "Asia/Baghdad": "IQ", "Asia/Amman": "JO", "Asia/Beirut": "LB", "Asia/Damascus": "SY", "Asia/Gaza": "PS", "Asia/Hebron": "PS", "Africa/Cairo": "EG",
  "Africa/Khartoum": "SD", "Asia/Kolkata": "IN", "Asia/Calcutta": "IN", "Asia/Karachi": "PK", "Asia/Dhaka": "BD", "Asia/Colombo": "LK",
  "Asia/Kathmandu": "NP", "Indian/Maldives": "MV", "Europe/London": "GB",
};

/** Countries that lie around each other, the most common first. */
const REGIONS: readonly (readonly string[])[] = [
  ["OM", "AE", "SA", "KW", "QA", "BH", "YE", "EG", "JO", "IN", "PK"],
  ["JO", "PS", "SY", "LB", "IQ", "EG", "SA"],
  ["EG", "SD", "LY", "PS", "JO", "SA"],
  ["IN", "NP", "BD", "LK", "BT", "MV", "PK"],
  ["PK", "AF", "IR", "IN", "AE"],
];

/** Nobody is a citizen of these: ice, rocks and stations. */
const NOBODY = new Set(["AQ", "BV", "HM", "TF", "UM", "GS"]);

/** The school's own country, as far as its clock or its money tells. */
export function schoolCountry({ timeZone, currency }: { timeZone: string; currency: string }): string {
  return BY_ZONE[timeZone] ?? countryOfCurrency(currency);
}

/** One country to choose: its name, and all that a person may type for it. */
export interface CountryChoice {
  value: string;
  label: string;
  search: string;
  near: boolean;
}

/** Short names that people type. */
const SHORT: Readonly<Record<string, string>> = { AE: "uae emirates الامارات", SA: "ksa", GB: "uk england britain بريطانيا انجلترا", US: "usa america امريكا", KR: "korea كوريا", PS: "palestine فلسطين", SY: "syria سوريا" };

/** All countries that a person can come from, the school's own and its neighbours before the rest in the language's order. */
export function countryChoices(language: string, own: string): CountryChoice[] {
  const region = REGIONS.find((each) => each[0] === own) ?? REGIONS.find((each) => each.includes(own)) ?? [];
  const near = [own, ...region.filter((each) => each !== own)];
  const english = new Intl.DisplayNames(["en"], { type: "region" });
  const all = countryOptions(language)
    .filter(({ value }) => !NOBODY.has(value))
    .map(({ value, label }) => ({ value, label, near: near.includes(value), search: folded(`${label} ${english.of(value) ?? ""} ${SHORT[value] ?? ""}`) }));
  return [...near.flatMap((value) => all.filter((each) => each.value === value)), ...all.filter((each) => !each.near)];
}

/** The choices that a typed text may mean, the likeliest first. */
export function searchCountries(choices: readonly CountryChoice[], typed: string): readonly CountryChoice[] {
  const wanted = folded(typed);
  if (wanted === "") return choices;
  const rank = ({ value, search }: CountryChoice) => {
    if (value.toLowerCase() === wanted) return 0;
    if (search.startsWith(wanted)) return 1;
    return search.includes(` ${wanted}`) ? 2 : search.includes(wanted) ? 3 : 4;
  };
  return [0, 1, 2, 3].flatMap((place) => choices.filter((each) => rank(each) === place));
}

/** A text without what keyboards and habits write differently: accents, hamzas, the article. */
function folded(text: string): string {
  return text
    .normalize("NFKD")
    .replace(/[\u0300-\u036f\u064b-\u0655\u0640]/g, "")
    .replace(/[أإآ]/g, "ا")
    .replaceAll("ى", "ي")
    .replaceAll("ة", "ه")
    .replace(/(^|\s)ال(?=\S{2})/g, "$1")
    .toLowerCase()
    .trim();
}
