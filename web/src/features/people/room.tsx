/** Who has an account here. */
import { page, type Look, type Room } from "@/ui/room";
import * as to from "./paths";

export const room: Room = {
  pages: [
    {
      path: to.people(),
      access: "protected",
      right: "user.manage",
      handle: { titleKey: "title.people", container: "gutterless" },
      Component: page(() => import("./PeoplePage"), "PeoplePage"),
      listed: 50,
    },
  ],
};

export const looks = (): readonly Look[] => [{ route: to.people(), who: "admin" }];
