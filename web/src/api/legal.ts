/** What families agree to: the school's own terms and privacy (docs/contracts.md, section 6.1), and its consents (6.2). */
export { useGetLegalQuery, useListCriteriaQuery, type LegalBlock } from "./generated";

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
