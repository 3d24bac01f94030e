/** The address of a till at work. */

export const till = () => "/pos" as const;
