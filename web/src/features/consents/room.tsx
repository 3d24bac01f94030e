/** Who consented to what. */
import { page, type Look, type Room } from "@/ui/room";
import * as to from "./paths";

export const room: Room = {
  pages: [
    {
      path: to.consents(),
      access: "protected",
      right: "enquiry.read",
      handle: { titleKey: "title.consent" },
      Component: page(() => import("./ConsentsPage"), "ConsentsPage"),
      listed: 23,
    },
  ],
};

// Consents and grades are called as the school calls them.
export const looks = (): readonly Look[] => [{ route: to.consents(), who: "admin", quotes: true }];
