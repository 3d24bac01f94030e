import { IconTicket } from "@/ui/icons";
import type { Place } from "@/ui/room";
import * as to from "./paths";

export const places: readonly Place[] = [{ path: to.seats(), labelKey: "nav.seats", icon: IconTicket, right: "seat.read", group: "work", order: 32 }];
