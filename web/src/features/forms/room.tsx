/** The family's pages: every form's address (docs/contracts.md) and the page after sending. */
import { ELSEWHERE, page, type Page, type Room } from "@/ui/room";

const open = { access: "public", handle: { frame: "page" } } as const satisfies Partial<Page>;

export const room: Room = {
  pages: [
    { ...open, path: "/enquiry/thanks", Component: page(() => import("./pages/ThanksPage"), "ThanksPage") },
    { ...open, path: "/enquiry/:form", Component: page(() => import("./pages/FormPage"), "NamedFormPage") },
    // A school puts its forms where it likes (`forms.<id>.path`): what no other page takes is asked of them.
    { ...open, path: ELSEWHERE, Component: page(() => import("./pages/FormPage"), "PlacedFormPage") },
  ],
};

/** The test that walks the forms looks at them. */
export const looks = () => "walk.spec.ts";
