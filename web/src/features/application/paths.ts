/** The addresses of what a family sent. */

/** Where its private link leads; the token stands behind the hash sign. */
export const linked = () => "/my-application" as const;
/** The same for the account that owns it. */
export const own = (id: string) => `/my-application/${id}` as const;
