/** The school's own terms and privacy, as blocks (docs/contracts.md, section 6.1). */
import { enhancedApi } from "./generated";

/** The parts of a legal text: plain text, `**…**` in bold. */
export type LegalBlock = { kind: "heading" | "paragraph" | "note"; text: string } | { kind: "list"; items: string[] };

export type LegalWhich = "terms" | "privacy";

/** Null where the school has no text of its own: the web's standard one holds. */
export type LegalAnswer = Record<LegalWhich, LegalBlock[] | null>;

const legalApi = enhancedApi.injectEndpoints({
  endpoints: (build) => ({
    legalTexts: build.query<LegalAnswer, { lng: string }>({
      query: ({ lng }) => ({ url: "/v1/oa/common/legal", params: { lng } }),
    }),
  }),
});

export const { useLegalTextsQuery } = legalApi;
