/** A till at work. */
import { page, type Look, type Room } from "@/ui/room";
import * as to from "./paths";

export const room: Room = {
  pages: [
    {
      path: to.till(),
      access: "protected",
      right: "till.use",
      handle: { titleKey: "title.pos", container: "gutterless" },
      Component: page(() => import("./PosPage"), "PosPage"),
      listed: 80,
    },
  ],
};

export const looks = (): readonly Look[] => [{ route: to.till(), who: "till" }];
