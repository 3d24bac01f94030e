/** The ways in. */
import { page, type Look, type Room } from "@/ui/room";
import * as to from "./paths";

const SignInPage = page(() => import("./SignInPage"), "SignInPage");

export const room: Room = {
  pages: [
    { path: to.signIn(), access: "guest", handle: { titleKey: "title.signIn", frame: "door", isSignIn: true }, Component: SignInPage },
    // A session that begins here is held in memory alone (`SignInPage` reads the parameter).
    { path: to.signInByLink(":admissionDetailsToken"), access: "guest", handle: { titleKey: "title.signIn", frame: "card" }, Component: SignInPage },
    { path: to.signUp(), access: "guest", handle: { titleKey: "title.signUp", frame: "door" }, Component: page(() => import("./SignUpPage"), "SignUpPage") },
    { path: to.codeSignIn(), access: "guest", handle: { titleKey: "title.codeSignIn", frame: "door" }, Component: page(() => import("./CodeSignInPage"), "CodeSignInPage") },
    { path: to.tillSignIn(), access: "guest", handle: { titleKey: "title.posSignIn", frame: "card" }, Component: page(() => import("./PosSignInPage"), "PosSignInPage") },
    { path: to.forgotPassword(), access: "guest", handle: { titleKey: "title.forgotPassword", frame: "card" }, Component: page(() => import("./ForgotPasswordPage"), "ForgotPasswordPage") },
    {
      path: to.verifyAccount(),
      access: "public",
      handle: { titleKey: "title.verifyAccount", frame: "card", container: "contained" },
      Component: page(() => import("./VerifyAccountPage"), "VerifyAccountPage"),
    },
    {
      // Not guest-only: a one-time link must work whoever is signed in at this machine.
      path: to.resetPassword(),
      access: "public",
      handle: { titleKey: "title.resetPassword", frame: "card", container: "contained" },
      Component: page(() => import("./ResetPasswordPage"), "ResetPasswordPage"),
    },
    {
      path: to.accessDenied(),
      access: "public",
      handle: { titleKey: "title.accessDenied", frame: "page", container: "contained" },
      Component: page(() => import("./AccessDeniedPage"), "AccessDeniedPage"),
    },
  ],
};

const LINK = `#token=${"x".repeat(43)}`;

export const looks = (): readonly Look[] => [
  { route: to.signIn(), who: "nobody" },
  { route: to.signInByLink(":admissionDetailsToken"), who: "nobody", open: () => [to.signInByLink("abc")] },
  { route: to.signUp(), who: "nobody" },
  { route: to.codeSignIn(), who: "nobody" },
  { route: to.tillSignIn(), who: "nobody" },
  { route: to.forgotPassword(), who: "nobody" },
  { route: to.verifyAccount(), who: "nobody", open: () => [to.verifyAccount(), `${to.verifyAccount()}${LINK}`] },
  { route: to.resetPassword(), who: "nobody", open: () => [to.resetPassword(), `${to.resetPassword()}${LINK}`] },
  { route: to.accessDenied(), who: "nobody" },
];
