/** Answers that the school lets a family change after sending, opened by a link. */
import { page, type Look, type Room } from "@/ui/room";
import * as to from "./paths";

const UnlockedPage = page(() => import("./UnlockedPage"), "UnlockedPage");

export const room: Room = {
  pages: [
    { path: to.unlocked(":admissionDetailsToken"), access: "public", handle: { titleKey: "title.unlocked", frame: "page" }, Component: UnlockedPage },
    { path: to.closed(), access: "public", handle: { titleKey: "title.unlocked", frame: "page" }, Component: UnlockedPage },
  ],
};

export const looks = (): readonly Look[] => [
  { route: to.unlocked(":admissionDetailsToken"), who: "nobody", open: () => [to.unlocked("x".repeat(43))], lands: to.closed() },
  { route: to.closed(), who: "nobody" },
];
