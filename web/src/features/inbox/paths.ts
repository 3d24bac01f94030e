/** The addresses of what came in. */

/** The list, narrowed as its address says it (`filters.ts`). */
export const enquiries = (filters: Readonly<Record<string, string>> = {}) => {
  const query = new URLSearchParams(filters).toString().replaceAll("%2C", ",");
  return query ? `/pre_admission?${query}` : "/pre_admission";
};
export const enquiry = (id: string) => `/pre_admission/${id}`;
/** A form that staff fill in for a family. */
export const fillIn = (form: string) => `/pre_admission/new/${form}`;
