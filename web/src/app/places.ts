import { IconCalendar, IconDeviceTablet, IconHistory, IconHome, IconInbox, IconLayoutDashboard, IconSchool, IconSettings, IconUsers } from "@/ui/icons";
import type { CommonKey } from "@/ui/routeHandle";
import { ADMINS, AUDIT_READERS, DESK, DESK_READERS, FAMILIES, TILL_MANAGERS } from "@/api/authorities";

/** A place that the side navigation and the command palette lead to. */
export interface Place {
  path: string;
  labelKey: CommonKey;
  icon: typeof IconInbox;
  authority: readonly string[];
  /** Under which heading it stands. */
  group: "work" | "settings";
  /** For those who may open it but whose day does not lead there. */
  hiddenFrom?: readonly string[];
}

/** The places of the signed-in, in the order in which the day goes. */
export const places: readonly Place[] = [
  { path: "/dashboard", labelKey: "nav.dashboard", icon: IconLayoutDashboard, authority: [], group: "work", hiddenFrom: FAMILIES },
  { path: "/dashboard", labelKey: "nav.home", icon: IconHome, authority: FAMILIES, group: "work" },
  { path: "/pre_admission", labelKey: "nav.inbox", icon: IconInbox, authority: DESK, group: "work" },
  { path: "/admission", labelKey: "nav.admission", icon: IconSchool, authority: FAMILIES, group: "work" },
  { path: "/admission-dates", labelKey: "nav.admissionDates", icon: IconCalendar, authority: [], group: "work" },
  { path: "/settings", labelKey: "nav.desk", icon: IconSettings, authority: DESK_READERS, group: "settings" },
  { path: "/settings/people", labelKey: "nav.people", icon: IconUsers, authority: ADMINS, group: "settings" },
  { path: "/settings/tills", labelKey: "nav.tills", icon: IconDeviceTablet, authority: TILL_MANAGERS, group: "settings" },
  { path: "/settings/audit", labelKey: "nav.audit", icon: IconHistory, authority: AUDIT_READERS, group: "settings" },
];
