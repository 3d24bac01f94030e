/** What a stranger meets first. */
import { page } from "@/ui/room";
import { IconDoorEnter } from "../desk/icons";
import { lookAt } from "../desk/lookAt";
import type { Section } from "../desk/sections";
import { wayIn, type Flags } from "./wayIn";

export const section: Section = {
  id: "entry",
  order: 10,
  icon: IconDoorEnter,
  pointers: ["/conditionalScreens", "/homePage", "/captcha", "/second_factor"],
  folders: [],
  screen: "/",
  Editor: page(() => import("./EntryRoom"), "EntryRoom"),
  standing: (school, t) => t(`overview.entry.${wayIn((school.conditionalScreens ?? {}) as Flags, (school.homePage ?? []) as string[]).opens}`),
};

export const looks = () => lookAt("entry");
