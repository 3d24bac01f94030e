/** How wide a page's content runs: a reading column, a narrow centred column, or edge to edge. */
export type ContainerType = "default" | "contained" | "gutterless";

/** What a route tells the shell about its page (react-router's `handle`). */
export interface RouteHandle {
  /** Key in the `common` namespace for the document title; absent where the page sets its own. */
  titleKey?: string;
  container?: ContainerType;
  /** How the public shell frames the page: beside the school's picture, or across the whole width. */
  frame?: "card" | "page";
  /** false on pages that draw their own footer or none. */
  footer?: boolean;
}
