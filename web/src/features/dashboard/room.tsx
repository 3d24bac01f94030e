/** Where the signed-in land: each in the form that their roles make of it. */
import { page, type Look, type Room } from "@/ui/room";
import * as to from "./paths";

export const room: Room = {
  pages: [
    {
      path: to.dashboard(),
      access: "protected",
      handle: { titleKey: "title.dashboard" },
      Component: page(() => import("./DashboardPage"), "DashboardPage"),
      listed: 10,
    },
  ],
};

export const looks = (): readonly Look[] => [
  { route: to.dashboard(), who: "family" },
  { route: to.dashboard(), who: "admin" },
];
