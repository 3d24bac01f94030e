import { enhancedApi, type GetFormApiResponse, type GetSchoolDetailsApiResponse, type ListPlacesApiResponse } from "./generated";

/** What the server put into the page beside the application (`platform/server/src/http/known.rs`). */
interface Known {
  school?: GetSchoolDetailsApiResponse;
  /** Of a page that tells of the places that are left. */
  places?: ListPlacesApiResponse;
  /** Forms in the page's language. */
  forms: Record<string, GetFormApiResponse>;
  /** Where texts are, by `language/namespace`. */
  texts: Record<string, string>;
}

const NOTHING: Known = { forms: {}, texts: {} };

function read(): Known {
  const text = document.getElementById("known")?.textContent;
  return text ? { ...NOTHING, ...(JSON.parse(text) as Partial<Known>) } : NOTHING;
}

export const known: Known = read();

/** The answers that need not be asked for, as the cache takes them; in the language that the page was made in. */
export function knownAnswers({ school, places, forms }: Known, language: "en" | "ar") {
  return enhancedApi.util.upsertQueryEntries([
    ...(school ? [{ endpointName: "getSchoolDetails" as const, arg: undefined, value: school }] : []),
    ...(places ? [{ endpointName: "listPlaces" as const, arg: undefined, value: places }] : []),
    ...Object.entries(forms).map(([form, value]) => ({ endpointName: "getForm" as const, arg: { form, lng: language }, value })),
  ]);
}
