/** The addresses of what came in. */
import { keepInTab, keptInTab } from "@/api/tab";

const LIST = "inbox";

/** The list, narrowed as its address says it (`filters.ts`). */
export const enquiries = (filters: Readonly<Record<string, string>> = {}) => {
  const query = new URLSearchParams(filters).toString().replaceAll("%2C", ",");
  return query ? `/pre_admission?${query}` : "/pre_admission";
};
/** Keeps how the list is narrowed, for the way back to it. */
export const keepList = (search: URLSearchParams) => keepInTab(LIST, search.toString());
/** The list as it was left in this tab. */
export const lastList = () => {
  const kept = keptInTab(LIST);
  return kept ? `/pre_admission?${kept}` : "/pre_admission";
};
export const enquiry = (id: string) => `/pre_admission/${id}`;
/** A form that staff fill in for a family. */
export const fillIn = (form: string) => `/pre_admission/new/${form}`;
