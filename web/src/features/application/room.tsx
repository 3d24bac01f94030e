/** What a family sees and does of what it sent. */
import { page, type Look, type Room } from "@/ui/room";
import * as to from "./paths";

export const room: Room = {
  pages: [
    { path: to.linked(), access: "public", handle: { titleKey: "title.myApplication", frame: "page" }, Component: page(() => import("./LinkPage"), "LinkPage") },
    { path: to.own(":id"), access: "protected", right: "family.read", handle: { titleKey: "title.myApplication" }, Component: page(() => import("./OwnPage"), "OwnPage") },
  ],
};

export const looks = (): readonly Look[] => [
  { route: to.linked(), who: "nobody", open: () => [to.linked(), `${to.linked()}#token=${"x".repeat(43)}`] },
  { route: to.own(":id"), who: "family", open: () => [to.own("none")] },
];
