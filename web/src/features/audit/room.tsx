/** Who did what. */
import { page, type Look, type Room } from "@/ui/room";
import * as to from "./paths";

export const room: Room = {
  pages: [
    {
      path: to.audit(),
      access: "protected",
      right: "audit.read",
      handle: { titleKey: "title.audit" },
      Component: page(() => import("./AuditPage"), "AuditPage"),
      listed: 70,
    },
  ],
};

export const looks = (): readonly Look[] => [{ route: to.audit(), who: "admin" }];
