/** The school's tills. */
import { page, type Look, type Room } from "@/ui/room";
import * as to from "./paths";

export const room: Room = {
  pages: [
    {
      path: to.tills(),
      access: "protected",
      right: "till.manage",
      handle: { titleKey: "title.tills", container: "gutterless" },
      Component: page(() => import("./TillsPage"), "TillsPage"),
      listed: 60,
    },
  ],
};

export const looks = (): readonly Look[] => [{ route: to.tills(), who: "admin" }];
