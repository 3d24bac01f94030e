/** Where the places of each grade are shown. */

export const seats = () => "/seats" as const;
