/** The addresses of admission for families who have no account. */
export const admission = () => "/admission" as const;
/** The few answers that begin an application without an account. */
export const start = () => "/admission#start" as const;
/** Where a tracking code is typed in. */
export const track = () => "/admission#track" as const;
export const dates = () => "/admission-dates" as const;
/** Where an application begins, for a first child or another one. */
export const register = () => "/student_admission/register" as const;
/** A form that was begun, by what opens it. */
export const begun = (draft: string) => `/student_admission/${draft}` as const;
