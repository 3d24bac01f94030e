/** One's own details. */
import { page, type Look, type Room } from "@/ui/room";
import * as to from "./paths";

const ProfilePage = page(() => import("./ProfilePage"), "ProfilePage");

export const room: Room = {
  pages: [
    { path: to.profile(), access: "protected", handle: {}, Component: ProfilePage },
    { path: to.part(":tab"), access: "protected", handle: {}, Component: ProfilePage },
  ],
};

export const looks = (): readonly Look[] => [
  { route: to.profile(), who: "family" },
  { route: to.part(":tab"), who: "family", open: () => ["account", "security", "language", "notifications", "consents", "privacy"].map(to.part) },
];
