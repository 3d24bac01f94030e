/** The addresses of letters for those who sign them. */

/** Where a link leads; its token goes out of the address at once. */
export const offerLetter = (token: string) => `/offer-letter/${token}` as const;
/** The same of an offer with conditions. */
export const conditionalOffer = (token: string) => `/conditional-offer-letter/${token}` as const;
/** What stands in the address from then on: a reload shows nothing any more. */
export const closed = () => "/offer-letter" as const;
/** The acceptance of a place, with how it is paid. */
export const acceptance = (token: string) => `/acceptance/${token}` as const;
export const acceptanceClosed = () => "/acceptance" as const;
/** Consents that are asked for. */
export const consent = (token: string) => `/consent/${token}` as const;
export const consentClosed = () => "/consent" as const;
/** Financial documents that are asked for. */
export const financial = (token: string) => `/financial_document/${token}` as const;
export const financialClosed = () => "/financial_document" as const;
