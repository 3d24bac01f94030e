/** What somebody has to do. */
import { page, type Look, type Room } from "@/ui/room";
import * as to from "./paths";

export const room: Room = {
  pages: [
    {
      path: to.tasks(),
      access: "protected",
      right: "enquiry.read",
      handle: { titleKey: "title.tasks" },
      Component: page(() => import("./TasksPage"), "TasksPage"),
      listed: 25,
    },
  ],
};

export const looks = (): readonly Look[] => [{ route: to.tasks(), who: "admin", quotes: true }];
