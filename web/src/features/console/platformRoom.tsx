/** The operators' console. */
import { page, type PlatformRoom } from "@/ui/room";
import * as to from "./paths";

const Frame = page(() => import("./ConsoleFrame"), "ConsoleFrame");

export const room: PlatformRoom = {
  root: to.console(),
  home: to.requests(),
  pages: [
    { path: to.signIn(), container: "contained", Component: page(() => import("./ConsoleSignInPage"), "ConsoleSignInPage") },
    { path: to.setUp(), container: "contained", Component: page(() => import("./ConsoleSetUpPage"), "ConsoleSetUpPage") },
    { path: to.requests(), Frame, Component: page(() => import("./RequestsPage"), "RequestsPage") },
    { path: to.schools(), Frame, Component: page(() => import("./SchoolsPage"), "SchoolsPage") },
    { path: to.school(":id"), Frame, Component: page(() => import("./SchoolPage"), "SchoolPage") },
  ],
};

/** What the test of the looks opens, as an operator who is signed in. */
export const looks = (): readonly string[] => [`${to.requests()}?state=all`, to.schools(), to.school("abq"), to.setUp(), to.signIn()];
