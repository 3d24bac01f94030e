import { IconUserCheck } from "@/ui/icons";
import type { Place } from "@/ui/room";
import * as to from "./paths";

export const places: readonly Place[] = [{ path: to.consents(), labelKey: "nav.consents", icon: IconUserCheck, right: "enquiry.read", group: "work", order: 33, hiddenFrom: ["finance", "reviewer"] }];
