/** The addresses of admission for families who have no account. */

export const admission = () => "/admission" as const;
export const dates = () => "/admission-dates" as const;
