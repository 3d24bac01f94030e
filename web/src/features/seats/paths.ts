/** Where the places of each grade are shown, and who waits for one. */

export const seats = () => "/seats" as const;
/** The waiting list of a grade of a round. */
export const waitlist = (round: string, bucket: string) => `/seats?${new URLSearchParams({ round, waitlist: bucket }).toString()}`;
