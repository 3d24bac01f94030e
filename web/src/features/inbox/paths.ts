/** The addresses of what came in. */

/** The list, narrowed as its address says it (`filters.ts`). */
export const enquiries = (filters: Readonly<Record<string, string>> = {}) => {
  const query = new URLSearchParams(filters).toString().replaceAll("%2C", ",");
  return query ? `/pre_admission?${query}` : "/pre_admission";
};
/** What waits for one's own approval. */
export const approvals = () => enquiries({ kind: "applications", approval: "mine" });
export const enquiry = (id: string) => `/pre_admission/${id}`;
/** The same, asking at once for what it takes to send it there. */
export const move = (id: string, to: string) => `/pre_admission/${id}?${new URLSearchParams({ move: to }).toString()}`;
/** A form that staff fill in for a family. */
export const fillIn = (form: string) => `/pre_admission/new/${form}`;
