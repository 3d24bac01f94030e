/** The addresses of answers that the school lets a family change. */

/** Where the link leads; its token goes out of the address at once. */
export const unlocked = (token: string) => `/student-encrypted/${token}` as const;
/** What stands in the address from then on: a reload shows nothing any more. */
export const closed = () => "/student-encrypted" as const;
