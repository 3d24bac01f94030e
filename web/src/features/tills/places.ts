import { IconDeviceTablet } from "@/ui/icons";
import type { Place } from "@/ui/room";
import * as to from "./paths";

export const places: readonly Place[] = [
  { path: to.tills(), labelKey: "nav.tills", icon: IconDeviceTablet, right: "till.manage", group: "settings", order: 30, door: { nameKey: "tills.title", leadKey: "tills.lead" } },
];
