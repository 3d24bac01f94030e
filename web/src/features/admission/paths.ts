/** The addresses of admission for families who have no account. */
export const admission = () => "/admission" as const;
/** The few answers that begin an application without an account. */
export const start = () => "/admission#start" as const;
/** Where a tracking code is typed in. */
export const track = () => "/admission#track" as const;
export const dates = () => "/admission-dates" as const;
