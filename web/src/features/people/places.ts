import { IconUsers } from "@/ui/icons";
import type { Place } from "@/ui/room";
import * as to from "./paths";

export const places: readonly Place[] = [
  { path: to.people(), labelKey: "nav.people", icon: IconUsers, right: "user.manage", group: "settings", order: 20, door: { nameKey: "people.title", leadKey: "people.lead" } },
];
