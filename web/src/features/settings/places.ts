import { IconSettings } from "@/ui/icons";
import type { Place } from "@/ui/room";
import * as to from "./paths";

export const places: readonly Place[] = [{ path: to.desk(), labelKey: "nav.desk", icon: IconSettings, right: "settings.read", group: "settings", order: 10 }];
