import { rolesWith } from "@/api/may";
import { IconHome, IconLayoutDashboard } from "@/ui/icons";
import type { Place } from "@/ui/room";
import * as to from "./paths";

export const places: readonly Place[] = [
  { path: to.dashboard(), labelKey: "nav.dashboard", icon: IconLayoutDashboard, group: "work", order: 10, hiddenFrom: rolesWith("family.read") },
  { path: to.dashboard(), labelKey: "nav.home", icon: IconHome, right: "family.read", group: "work", order: 20 },
];
