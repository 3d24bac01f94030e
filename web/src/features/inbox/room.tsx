/** What came in. */
import { page, type Look, type Room } from "@/ui/room";
import * as to from "./paths";

export const room: Room = {
  pages: [
    {
      path: to.enquiries(),
      access: "protected",
      right: "enquiry.read",
      handle: { titleKey: "title.inbox", container: "gutterless" },
      Component: page(() => import("./InboxPage"), "InboxPage"),
      listed: 20,
    },
    { path: to.enquiry(":id"), access: "protected", right: "enquiry.read", handle: {}, Component: page(() => import("./EnquiryPage"), "EnquiryPage") },
  ],
};

export const looks = (): readonly Look[] => [
  { route: to.enquiries(), who: "admin", quotes: true },
  { route: to.enquiry(":id"), who: "admin", open: ({ enquiry }) => [to.enquiry(enquiry)], quotes: true },
];
