import type { ComponentType } from "react";
import type common from "@locales/en/common.json";

/** How wide a page's content runs: the full working width, a reading column, or edge to edge. */
export type ContainerType = "default" | "contained" | "gutterless";

/** A key of the `common` namespace. */
export type CommonKey = Extract<keyof typeof common, string>;

/** What a route tells the shell about its page (react-router's `handle`). */
export interface RouteHandle {
  /** The document title; absent where the page sets its own with `useTitle`. */
  titleKey?: CommonKey;
  container?: ContainerType;
  /** How the public shell frames the page: beside the school's picture, or across the whole width. */
  frame?: "card" | "page";
  /** A translated heading or a component above the content. */
  header?: CommonKey | ComponentType;
  /** A component beside the heading (actions). */
  extraHeader?: ComponentType;
}
