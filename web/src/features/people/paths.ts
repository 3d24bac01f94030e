/** Who has an account here. */

export const people = () => "/settings/people" as const;
/** One of the colleagues: the list is narrowed to what found them, so that they are on its first page. */
export const colleague = (id: string, q: string) => `${people()}?${new URLSearchParams({ kind: "staff", q, open: id }).toString()}`;
