/** How a school asks to join. */
import { page, type PlatformRoom } from "@/ui/room";
import * as to from "./paths";

export const room: PlatformRoom = {
  root: to.registration(),
  pages: [
    { path: to.registration(), container: "contained", Component: page(() => import("./RegistrationPage"), "RegistrationPage") },
    { path: to.confirm(), container: "contained", Component: page(() => import("./ConfirmPage"), "ConfirmPage") },
  ],
};

/** What the test of the looks opens. */
export const looks = (): readonly string[] => [to.registration(), to.confirm()];
