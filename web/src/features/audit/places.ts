import { IconHistory } from "@/ui/icons";
import type { Place } from "@/ui/room";
import * as to from "./paths";

export const places: readonly Place[] = [
  { path: to.audit(), labelKey: "nav.audit", icon: IconHistory, right: "audit.read", group: "settings", order: 40, door: { nameKey: "audit.title", leadKey: "audit.lead" } },
];
