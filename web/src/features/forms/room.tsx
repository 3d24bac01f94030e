/** The family's pages: every form's address (docs/contracts.md) and the page after sending; and the same forms for staff who fill one in for a family. */
import * as toInbox from "@/features/inbox/paths";
import { ELSEWHERE, page, type Page, type Room } from "@/ui/room";

const open = { access: "public", handle: { frame: "page" } } as const satisfies Partial<Page>;

export const room: Room = {
  pages: [
    { ...open, path: "/enquiry/thanks", Component: page(() => import("./pages/ThanksPage"), "ThanksPage") },
    { ...open, path: "/enquiry/:form", Component: page(() => import("./pages/FormPage"), "NamedFormPage") },
    {
      path: toInbox.fillIn(":form"),
      access: "protected",
      right: "enquiry.edit",
      handle: { container: "contained" },
      Component: page(() => import("./pages/OnBehalfPage"), "OnBehalfPage"),
    },
    // A school puts its forms where it likes (`forms.<id>.path`): what no other page takes is asked of them.
    { ...open, path: ELSEWHERE, Component: page(() => import("./pages/FormPage"), "PlacedFormPage") },
  ],
};

/** The test that walks the forms looks at them. */
export const looks = () => "walk.spec.ts";
