/** The documents of one application, as a checklist: what is wanted, how each stands, and a place to add it. */
import { page, type Look, type Room } from "@/ui/room";
import * as to from "./paths";

export const room: Room = {
  pages: [
    { path: to.all(), access: "public", handle: { titleKey: "title.documents", frame: "page", container: "contained" }, Component: page(() => import("./WhosePage"), "WhosePage") },
    { path: to.upload(":id"), access: "protected", right: ["family.read", "enquiry.edit"], handle: { titleKey: "title.documents" }, Component: page(() => import("./UploadPage"), "UploadPage") },
  ],
};

export const looks = (): readonly Look[] => [
  { route: to.all(), who: "family" },
  { route: to.upload(":id"), who: "admin", open: ({ enquiry }) => [to.upload(enquiry)], quotes: true },
  { route: to.upload(":id"), who: "family", open: () => [to.upload("none")] },
];
