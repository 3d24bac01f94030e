import { lazy, type ComponentType, type LazyExoticComponent } from "react";
import type { RouteHandle } from "@/ui/routeHandle";
import type { GuardedRoute } from "./guards";

/** One page of the application: its address, who may see it, how the shell frames it, and where its code is. */
export interface RouteSpec extends GuardedRoute {
  key: string;
  handle: RouteHandle;
  Component: LazyExoticComponent<ComponentType>;
}

const page = (load: () => Promise<ComponentType>) => lazy(async () => ({ default: await load() }));

/** Every page but the forms, which bring their own (`features/forms/routes.tsx`). The order does not matter. */
export const routeTable: readonly RouteSpec[] = [
  {
    key: "signIn",
    path: "/sign-in",
    access: "guest",
    authority: [],
    handle: { titleKey: "title.signIn", frame: "card" },
    Component: page(() => import("@/features/auth/SignInPage").then((module) => module.SignInPage)),
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
];
