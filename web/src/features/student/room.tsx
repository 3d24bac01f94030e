/** A child's file: everything of one application, part by part, as far as somebody's role reads it. */
import { page, type Look, type Room } from "@/ui/room";
import * as to from "./paths";

export const room: Room = {
  pages: [{ path: to.student(":id"), access: "protected", right: "enquiry.read", handle: {}, Component: page(() => import("./StudentPage"), "StudentPage") }],
};

export const looks = (): readonly Look[] => [
  { route: to.student(":id"), who: "admin", open: ({ enquiry }) => [to.student(enquiry), `${to.student(enquiry)}?tab=answers`, `${to.student(enquiry)}?tab=medical`], quotes: true },
];
