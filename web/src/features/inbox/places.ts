import { IconInbox } from "@/ui/icons";
import type { Place } from "@/ui/room";
import * as to from "./paths";

export const places: readonly Place[] = [{ path: to.enquiries(), labelKey: "nav.inbox", icon: IconInbox, right: "enquiry.read", group: "work", order: 30 }];
