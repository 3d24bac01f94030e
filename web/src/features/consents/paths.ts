/** Where staff see who consented to what. */
export const consents = () => "/consents" as const;
