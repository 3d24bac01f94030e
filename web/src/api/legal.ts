/** What families agree to: the school's own terms and privacy (docs/contracts.md, section 6.1), and its consents (6.2). */
import { enhancedApi, type LegalBlock } from "./generated";

export { useGetLegalQuery, type LegalBlock } from "./generated";

/** The texts that every school has. */
export type LegalWhich = "terms" | "privacy";

const CONSENT = "consent-";

/** A text that an address can ask for: one of these, or one of the school's consents by its code. */
export type LegalAsked = LegalWhich | `${typeof CONSENT}${string}`;

/** Reads `?legal=…`; null for what is none. */
export function legalAsked(wanted: string | null): LegalAsked | null {
  if (wanted === "terms" || wanted === "privacy") return wanted;
  return wanted?.startsWith(CONSENT) ? (wanted as LegalAsked) : null;
}

/** The code of the consent that is asked for; null for the other texts. */
export const consentCode = (asked: LegalAsked): string | null => (asked === "terms" || asked === "privacy" ? null : asked.slice(CONSENT.length));

/** What a school asks to be agreed to. */
export interface Criterion {
  sims_criteria_code: string;
  title: { en: string; ar: string };
  required: boolean;
  version: string;
  blocks: LegalBlock[];
}

const api = enhancedApi.injectEndpoints({
  endpoints: (build) => ({
    listCriteria: build.query<{ criteria: Criterion[] }, { kind: "consent"; lng: string }>({
      query: (params) => ({ url: "/v1/oa/public/criteria", params }),
    }),
  }),
});
export const { useListCriteriaQuery } = api;
