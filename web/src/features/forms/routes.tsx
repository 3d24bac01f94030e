import { lazy } from "react";
import type { RouteObject } from "react-router";
import { knownFormPaths } from "@/api/formPaths";
import type { RouteHandle } from "@/ui/routeHandle";

const FormPage = lazy(async () => ({ default: (await import("./pages/FormPage")).FormPage }));
const NamedFormPage = lazy(async () => ({ default: (await import("./pages/FormPage")).NamedFormPage }));
const ThanksPage = lazy(async () => ({ default: (await import("./pages/ThanksPage")).ThanksPage }));

const handle: RouteHandle = { frame: "page" };

/** The family's pages: every form's address (docs/contracts.md) and the page after sending. */
export const formRoutes: RouteObject[] = [
  { path: "/enquiry/thanks", handle, element: <ThanksPage /> },
  ...knownFormPaths.map(([form, path]) => ({ path, handle, element: <FormPage key={form} form={form} /> })),
  { path: "/enquiry/:form", handle, element: <NamedFormPage /> },
];
