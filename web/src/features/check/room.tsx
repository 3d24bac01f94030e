/** Whether a letter is the school's, for anybody who holds one. */
import { page, type Look, type Room } from "@/ui/room";
import * as to from "./paths";

const CheckPage = page(() => import("./CheckPage"), "CheckPage");

export const room: Room = {
  pages: [
    { path: to.check(), access: "public", handle: { titleKey: "title.check", frame: "page" }, Component: CheckPage },
    { path: to.checked(":code"), access: "public", handle: { titleKey: "title.check", frame: "page" }, Component: CheckPage },
  ],
};

export const looks = (): readonly Look[] => [
  { route: to.check(), who: "nobody" },
  { route: to.checked(":code"), who: "nobody", open: () => [to.checked("0000-0000-0000")] },
];
