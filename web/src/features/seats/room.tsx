/** How many places each grade has, and who has them. */
import { page, type Look, type Room } from "@/ui/room";
import * as to from "./paths";

export const room: Room = {
  pages: [
    {
      path: to.seats(),
      access: "protected",
      right: "seat.read",
      handle: { titleKey: "title.seats" },
      Component: page(() => import("./SeatsPage"), "SeatsPage"),
      listed: 22,
    },
  ],
};

// The grades are called as the form calls them, in both languages or by their codes.
export const looks = (): readonly Look[] => [{ route: to.seats(), who: "admin", open: () => [to.seats(), to.waitlist("2027", "kg1")], quotes: true }];
