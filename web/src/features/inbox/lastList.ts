/** How the list was left in this tab, for the way back to it. */
import { keepInTab, keptInTab } from "@/api/tab";
import * as to from "./paths";

const NAME = "inbox";

/** Keeps how it is narrowed. */
export const keepList = (search: URLSearchParams) => keepInTab(NAME, search.toString());

/** The list as it was left. */
export const lastList = () => {
  const kept = keptInTab(NAME);
  return kept ? `${to.enquiries()}?${kept}` : to.enquiries();
};
