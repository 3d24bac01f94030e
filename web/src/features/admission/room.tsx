/** Admission for families who have no account yet, and its dates. */
import { page, type Look, type Room } from "@/ui/room";
import * as to from "./paths";

export const room: Room = {
  pages: [
    { path: to.admission(), access: "public", handle: { titleKey: "title.admission", frame: "door", container: "contained" }, Component: page(() => import("./AdmissionPage"), "AdmissionPage") },
    {
      path: to.dates(),
      access: "public",
      handle: { titleKey: "title.admissionDates", frame: "page", container: "contained" },
      Component: page(() => import("./AdmissionDatesPage"), "AdmissionDatesPage"),
    },
    { path: to.register(), access: "public", handle: { titleKey: "title.admission", frame: "page", container: "contained" }, Component: page(() => import("./RegisterPage"), "RegisterPage") },
    { path: to.begun(":draft"), access: "public", handle: { titleKey: "title.admission", frame: "page" }, Component: page(() => import("./BegunPage"), "BegunPage") },
  ],
};

export const looks = (): readonly Look[] => [
  { route: to.admission(), who: "nobody" },
  { route: to.dates(), who: "nobody" },
  { route: to.register(), who: "family" },
  { route: to.begun(":draft"), who: "nobody", open: () => [to.begun("none")] },
];
