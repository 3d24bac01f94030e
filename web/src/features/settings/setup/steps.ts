/** The guide's steps as pages: which there are, what the preview shows beside each, and where one was. */
import { nextOpen, SETUP_STEPS, type Setup, type SetupStep } from "@/api/setup";
import * as to from "../paths";
import * as toAdmission from "@/features/admission/paths";
import * as toAuth from "@/features/auth/paths";

/** A step, or what comes after the last. */
export type View = SetupStep | "end";

/** The screen that shows what a step does; null where the draft changes nothing that could be seen. */
const SCREENS: Readonly<Record<View, string | null>> = {
  logo: toAuth.signIn(),
  colours: toAuth.signIn(),
  dates: toAdmission.dates(),
  entry: "/",
  form: null,
  colleague: null,
  publish: "/",
  end: null,
};

/** The screen beside a step; the form that families find first stands beside its step. */
export const screenOf = (view: View, formAddress: string | null): string | null => (view === "form" ? formAddress : SCREENS[view]);

/** Reads the address; null for what no step is called. */
export const viewOf = (name: string | null): View | null => ([...SETUP_STEPS, "end"] as const).find((view) => view === name) ?? null;

/** Where the guide goes on: at the first step that is left. */
export const resumeAt = (setup: Setup): View => (setup.finished ? "end" : (nextOpen(setup) ?? "end"));

/** The step after a step, and the one before. */
export const after = (step: SetupStep): View => SETUP_STEPS[SETUP_STEPS.indexOf(step) + 1] ?? "end";
export const before = (view: View): SetupStep | null => (view === "end" ? "publish" : (SETUP_STEPS[SETUP_STEPS.indexOf(view) - 1] ?? null));

/** The address of a step. */
export const stepPath = (view: View) => to.setup(view);
