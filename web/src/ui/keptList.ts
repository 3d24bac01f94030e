/** How a list was left in this tab, for the way back to it. */
import { keepInTab, keptInTab } from "@/api/tab";

const NAME = "inbox";

/** Keeps how it is narrowed. */
export const keepList = (search: URLSearchParams) => keepInTab(NAME, search.toString());

/** The list at an address as it was left. */
export const lastList = (path: string) => {
  const kept = keptInTab(NAME);
  return kept ? `${path}?${kept}` : path;
};
