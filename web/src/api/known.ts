import { enhancedApi, type GetFormApiResponse, type GetSchoolDetailsApiResponse } from "./generated";

/** What the server put into the page beside the application (`platform/server/src/http/known.rs`). */
interface Known {
  school?: GetSchoolDetailsApiResponse;
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
export function knownAnswers({ school, forms }: Known, language: "en" | "ar") {
  return enhancedApi.util.upsertQueryEntries([
    ...(school ? [{ endpointName: "getSchoolDetails" as const, arg: undefined, value: school }] : []),
    ...Object.entries(forms).map(([form, value]) => ({ endpointName: "getForm" as const, arg: { form, lng: language }, value })),
  ]);
}
