/** The school's own terms and privacy (docs/contracts.md, section 6.1). */
export { useGetLegalQuery, type LegalBlock } from "./generated";

/** The texts that there are. */
export type LegalWhich = "terms" | "privacy";
