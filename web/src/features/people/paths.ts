/** Who has an account here. */

export const people = () => "/settings/people" as const;
/** Everybody of the staff: there is chosen who is in which audience. */
export const staff = () => `${people()}?kind=staff` as const;
/** Who is in an audience. */
export const members = (audience: string) => `${people()}?${new URLSearchParams({ audience }).toString()}`;
/** One of the colleagues: the list is narrowed to what found them, so that they are on its first page. */
export const colleague = (id: string, q: string) => `${people()}?${new URLSearchParams({ kind: "staff", q, open: id }).toString()}`;
