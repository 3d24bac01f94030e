import { IconCalendar, IconSchool } from "@/ui/icons";
import type { Place } from "@/ui/room";
import * as to from "./paths";

export const places: readonly Place[] = [
  { path: to.admission(), labelKey: "nav.admission", icon: IconSchool, right: "family.read", group: "work", order: 40 },
  { path: to.dates(), labelKey: "nav.admissionDates", icon: IconCalendar, group: "work", order: 50 },
];
