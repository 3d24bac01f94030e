/** What the platform is, for whoever opens its own host. */
import { page, type PlatformRoom } from "@/ui/room";
import * as to from "./paths";

export const room: PlatformRoom = {
  root: to.landing(),
  pages: [{ path: to.landing(), Component: page(() => import("./LandingPage"), "LandingPage") }],
};

/** What the test of the looks opens. */
export const looks = (): readonly string[] => [to.landing()];
