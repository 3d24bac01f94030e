import { lazy, type ComponentType, type ReactNode } from "react";
import type common from "@locales/en/common.json";
import type settings from "@locales/en/settings.json";
import type { Right } from "@/api/rights";
import type { Role } from "@/api/roles";
import type { IconInbox } from "./icons";

/** How wide a page's content runs: the full working width, a reading column, or edge to edge. */
export type ContainerType = "default" | "contained" | "gutterless";

/** A key of the `common` namespace. */
export type CommonKey = Extract<keyof typeof common, string>;

/** A key of the `settings` namespace. */
export type SettingsKey = Extract<keyof typeof settings, string>;

/** What a route tells the shell about its page (react-router's `handle`). */
export interface RouteHandle {
  /** The document title; absent where the page sets its own with `useTitle`. */
  titleKey?: CommonKey;
  container?: ContainerType;
  /** How the public shell frames the page: beside the school's front door, beside its picture alone, or across the whole width. */
  frame?: "door" | "card" | "page";
  /** Here one signs in: the whole form stands on a phone's first screen, and the front door beside it is low. */
  isSignIn?: true;
  /** A translated heading or a component above the content. */
  header?: CommonKey | ComponentType;
  /** A component beside the heading (actions). */
  extraHeader?: ComponentType;
}

/** Who may see a page: everyone, only the signed-out, or only the signed-in. */
export type Access = "public" | "guest" | "protected";

/** The path of the one page that is asked for what no other page takes. */
export const ELSEWHERE = "*";

/** A page of a room. */
export interface Page {
  path: string;
  access: Access;
  /** The right that it wants of the signed-in, or one of several; absent where everybody may see it. */
  right?: Right | readonly Right[];
  handle: RouteHandle;
  Component: ComponentType;
  /** Where a school may say itself which roles see the page: its place among the others, by its title. */
  listed?: number;
}

/** What `features/<name>/room.tsx` says of a feature; it is part of the first load, so it only names what loads later. */
export interface Room {
  pages: readonly Page[];
}

/** A page, by its name in the file that is loaded when it is first opened. */
export const page = <Name extends string>(load: () => Promise<Record<Name, ComponentType>>, name: Name): ComponentType => lazy<ComponentType>(async () => ({ default: (await load())[name] }));

/** A page of the platform's own host, where no school lives. */
export interface PlatformPage {
  path: string;
  /** A reading column; absent where it takes the full width. */
  container?: "contained";
  /** What its room puts around it, such as the way in and the navigation. */
  Frame?: ComponentType;
  Component: ComponentType;
}

/** What `features/<name>/platformRoom.tsx` says of a feature of the platform's own host. */
export interface PlatformRoom {
  /** Where it begins: an address below it that is no page leads there. */
  root: string;
  /** The page that opens at its root; absent where the root is a page itself. */
  home?: string;
  pages: readonly PlatformPage[];
}

/** A place that the side navigation and the command palette lead to (`features/<name>/places.ts`, loaded with the staff's shell). */
export interface Place {
  path: string;
  labelKey: CommonKey;
  icon: typeof IconInbox;
  /** Whose day leads there; absent where it is everybody's. */
  right?: Right;
  /** Under which heading it stands, and where: in the order in which the day goes. */
  group: "work" | "settings";
  order: number;
  /** For those who may open it but whose day does not lead there. */
  hiddenFrom?: readonly Role[];
  /** What stands on its door in the settings. */
  door?: { nameKey: SettingsKey; leadKey: SettingsKey };
}

/** Something that the command palette found. */
export interface Found {
  id: string;
  label: string;
  detail?: string;
  to: string;
  icon: ReactNode;
}

/** What a room finds for the command palette (`features/<name>/finds.tsx`): a hook, called whatever was typed. */
export interface Finds {
  nameKey: CommonKey;
  useFound: (typed: string) => readonly Found[];
}

/** What the test of the screens has made before it opens anything. */
export interface Made {
  /** The id of an enquiry. */
  enquiry: string;
}

/** How the test of the screens opens a page (`looks` of a room, which no build contains). */
export interface Look {
  route: string;
  who: "nobody" | "admin" | "family" | "till";
  /** What is opened; the route itself where it has no holes. */
  open?: (made: Made) => readonly string[];
  /** The path where it ends, where the page changes its own address. */
  lands?: string;
  /** It shows what somebody wrote, in whatever language: answers, codes of grades, names of tables. */
  quotes?: boolean;
}
