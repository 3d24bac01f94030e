import { IconInbox, IconLayoutDashboard } from "@/ui/icons";
import type { CommonKey } from "@/ui/routeHandle";

/** A place that the side navigation and the command palette lead to. */
export interface Place {
  path: string;
  labelKey: CommonKey;
  icon: typeof IconInbox;
  authority: readonly string[];
}

/** The staff's places, in the order in which the day goes. */
export const places: readonly Place[] = [
  { path: "/dashboard", labelKey: "nav.dashboard", icon: IconLayoutDashboard, authority: [] },
  { path: "/pre_admission", labelKey: "nav.inbox", icon: IconInbox, authority: [] },
];
