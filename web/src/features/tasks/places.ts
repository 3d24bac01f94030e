import { IconClipboardList } from "@/ui/icons";
import type { Place } from "@/ui/room";
import * as to from "./paths";

export const places: readonly Place[] = [{ path: to.tasks(), labelKey: "nav.tasks", icon: IconClipboardList, right: "enquiry.read", group: "work", order: 35 }];
