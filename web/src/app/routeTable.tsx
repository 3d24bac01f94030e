import { lazy, type ComponentType, type LazyExoticComponent } from "react";
import type { RouteHandle } from "@/ui/routeHandle";
import { ADMINS, AUDIT_READERS, DESK_READERS, SETTINGS_READERS, TILL_MANAGERS, TILL_USERS } from "@/api/authorities";
import type { GuardedRoute } from "./guards";

/** One page of the application: its address, who may see it, how the shell frames it, and where its code is. */
export interface RouteSpec extends GuardedRoute {
  key: string;
  handle: RouteHandle;
  Component: LazyExoticComponent<ComponentType>;
}

const page = (load: () => Promise<ComponentType>) => lazy(async () => ({ default: await load() }));

const SignInPage = page(() => import("@/features/auth/SignInPage").then((module) => module.SignInPage));
const ProfilePage = page(() => import("@/features/profile/ProfilePage").then((module) => module.ProfilePage));

/** Every page but the forms, which bring their own (`features/forms/routes.tsx`). The order does not matter. */
export const routeTable: readonly RouteSpec[] = [
  {
    key: "signIn",
    path: "/sign-in",
    access: "guest",
    authority: [],
    handle: { titleKey: "title.signIn", frame: "card" },
    Component: SignInPage,
  },
  {
    // A session that begins here is held in memory alone (`SignInPage` reads the parameter).
    key: "signInByLink",
    path: "/student-encrypted/:admissionDetailsToken",
    access: "guest",
    authority: [],
    handle: { titleKey: "title.signIn", frame: "card" },
    Component: SignInPage,
  },
  {
    key: "signUp",
    path: "/sign-up",
    access: "guest",
    authority: [],
    handle: { titleKey: "title.signUp", frame: "card" },
    Component: page(() => import("@/features/auth/SignUpPage").then((module) => module.SignUpPage)),
  },
  {
    key: "codeSignIn",
    path: "/otp-authentication",
    access: "guest",
    authority: [],
    handle: { titleKey: "title.codeSignIn", frame: "card" },
    Component: page(() => import("@/features/auth/CodeSignInPage").then((module) => module.CodeSignInPage)),
  },
  {
    key: "posSignIn",
    path: "/pos-sign-in",
    access: "guest",
    authority: [],
    handle: { titleKey: "title.posSignIn", frame: "card" },
    Component: page(() => import("@/features/auth/PosSignInPage").then((module) => module.PosSignInPage)),
  },
  {
    key: "forgotPassword",
    path: "/forgot-password",
    access: "guest",
    authority: [],
    handle: { titleKey: "title.forgotPassword", frame: "card" },
    Component: page(() => import("@/features/auth/ForgotPasswordPage").then((module) => module.ForgotPasswordPage)),
  },
  {
    key: "verifyAccount",
    path: "/verify-account",
    access: "public",
    authority: [],
    handle: { titleKey: "title.verifyAccount", frame: "card", container: "contained" },
    Component: page(() => import("@/features/auth/VerifyAccountPage").then((module) => module.VerifyAccountPage)),
  },
  {
    // Not guest-only: a one-time link must work whoever is signed in at this machine.
    key: "resetPassword",
    path: "/reset-password",
    access: "public",
    authority: [],
    handle: { titleKey: "title.resetPassword", frame: "card", container: "contained" },
    Component: page(() => import("@/features/auth/ResetPasswordPage").then((module) => module.ResetPasswordPage)),
  },
  {
    key: "accessDenied",
    path: "/access-denied",
    access: "public",
    authority: [],
    handle: { titleKey: "title.accessDenied", frame: "page", container: "contained" },
    Component: page(() => import("@/features/auth/AccessDeniedPage").then((module) => module.AccessDeniedPage)),
  },
  {
    key: "dashboard",
    path: "/dashboard",
    access: "protected",
    authority: [],
    handle: { titleKey: "title.dashboard" },
    Component: page(() => import("@/features/dashboard/DashboardPage").then((module) => module.DashboardPage)),
  },
  {
    key: "preAdmission",
    path: "/pre_admission",
    access: "protected",
    authority: [],
    handle: { titleKey: "title.inbox", container: "gutterless" },
    Component: page(() => import("@/features/inbox/InboxPage").then((module) => module.InboxPage)),
  },
  {
    key: "enquiry",
    path: "/pre_admission/:id",
    access: "protected",
    authority: [],
    handle: {},
    Component: page(() => import("@/features/inbox/EnquiryPage").then((module) => module.EnquiryPage)),
  },
  {
    key: "profile",
    path: "/profile",
    access: "protected",
    authority: [],
    handle: {},
    Component: ProfilePage,
  },
  {
    key: "profileTab",
    path: "/profile/:tab",
    access: "protected",
    authority: [],
    handle: {},
    Component: ProfilePage,
  },
  {
    key: "settings",
    path: "/settings",
    access: "protected",
    authority: SETTINGS_READERS,
    handle: { titleKey: "title.settings", container: "gutterless" },
    Component: page(() => import("@/features/settings/SettingsPage").then((module) => module.SettingsPage)),
  },
  {
    // One page for all rooms of the desk: the preview beside the editor outlives the step from one to the next.
    key: "desk",
    path: "/settings/:section/*",
    access: "protected",
    authority: DESK_READERS,
    handle: { container: "gutterless" },
    Component: page(() => import("@/features/settings/desk/DeskPage").then((module) => module.DeskPage)),
  },
  {
    key: "setup",
    path: "/settings/setup",
    access: "protected",
    authority: ADMINS,
    handle: { container: "gutterless" },
    Component: page(() => import("@/features/settings/setup/SetupPage").then((module) => module.SetupPage)),
  },
  {
    key: "form",
    path: "/settings/forms/:id",
    access: "protected",
    authority: DESK_READERS,
    handle: { container: "gutterless" },
    Component: page(() => import("@/features/settings/forms/BuilderPage").then((module) => module.BuilderPage)),
  },
  {
    key: "people",
    path: "/settings/people",
    access: "protected",
    authority: ADMINS,
    handle: { titleKey: "title.people", container: "gutterless" },
    Component: page(() => import("@/features/settings/people/PeoplePage").then((module) => module.PeoplePage)),
  },
  {
    key: "tills",
    path: "/settings/tills",
    access: "protected",
    authority: TILL_MANAGERS,
    handle: { titleKey: "title.tills" },
    Component: page(() => import("@/features/settings/tills/TillsPage").then((module) => module.TillsPage)),
  },
  {
    key: "audit",
    path: "/settings/audit",
    access: "protected",
    authority: AUDIT_READERS,
    handle: { titleKey: "title.audit" },
    Component: page(() => import("@/features/settings/audit/AuditPage").then((module) => module.AuditPage)),
  },
  {
    key: "admission",
    path: "/admission",
    access: "public",
    authority: [],
    handle: { titleKey: "title.admission", frame: "page", container: "contained" },
    Component: page(async () => (await import("@/features/admission/AdmissionPage")).AdmissionPage),
  },
  {
    key: "admissionDates",
    path: "/admission-dates",
    access: "public",
    authority: [],
    handle: { titleKey: "title.admissionDates", frame: "page", container: "contained" },
    Component: page(() => import("@/features/admission/AdmissionDatesPage").then((module) => module.AdmissionDatesPage)),
  },
  {
    key: "pos",
    path: "/pos",
    access: "protected",
    authority: TILL_USERS,
    handle: { titleKey: "title.pos", container: "gutterless" },
    Component: page(() => import("@/features/pos/PosPage").then((module) => module.PosPage)),
  },
];
