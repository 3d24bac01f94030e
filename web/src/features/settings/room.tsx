/** The school's desk, and who and what stands around it. */
import { page, type Look, type Room } from "@/ui/room";
import * as to from "./paths";

export const room: Room = {
  pages: [
    {
      path: to.desk(),
      access: "protected",
      right: ["settings.read", "till.manage", "audit.read"],
      handle: { titleKey: "title.settings", container: "gutterless" },
      Component: page(() => import("./SettingsPage"), "SettingsPage"),
      listed: 40,
    },
    {
      // One page for all rooms of the desk: the preview beside the editor outlives the step from one to the next.
      path: to.room(":section", "*"),
      access: "protected",
      right: "settings.read",
      handle: { container: "gutterless" },
      Component: page(() => import("./desk/DeskPage"), "DeskPage"),
    },
    { path: to.setup(), access: "protected", right: "settings.publish", handle: { container: "gutterless" }, Component: page(() => import("./setup/SetupPage"), "SetupPage") },
    { path: to.room("forms", ":id"), access: "protected", right: "settings.read", handle: { container: "gutterless" }, Component: page(() => import("./forms/BuilderPage"), "BuilderPage") },
  ],
};

const steps = (...names: readonly string[]) => names.map((step) => to.setup(step));

/** Each room of the desk says itself how it is looked at. */
export const looks = (): readonly Look[] => [
  { route: to.desk(), who: "admin" },
  { route: to.setup(), who: "admin", open: () => steps("logo", "colours", "entry", "form", "colleague", "publish", "end") },
  { route: to.setup(), who: "admin", open: () => steps("dates"), quotes: true },
  { route: to.room("forms", ":id"), who: "admin", open: () => [to.room("forms", "new")] },
];
