/** What the four flags lead to (the seed's order), and what is wrong with a choice. Pure. */
import * as toAdmission from "@/features/admission/paths";
import * as toAuth from "@/features/auth/paths";

export const SCREENS = ["without_auth", "login", "otp", "signUp"] as const;
export type ScreenFlag = (typeof SCREENS)[number];
export type Flags = Partial<Record<ScreenFlag, string>>;

/** The screen of each flag. */
export const PATHS: Readonly<Record<ScreenFlag, string>> = { without_auth: toAdmission.admission(), login: toAuth.signIn(), otp: toAuth.codeSignIn(), signUp: toAuth.signUp() };

export type Warning =
  /** Nobody new gets in: no way for a family to begin. */
  | "noFamily"
  /** Codes leave by mail only. */
  | "codesByMail"
  /** Families may apply without an account, and no form is the application. */
  | "noApplication"
  /** Sign-up opens without being flagged: the server refuses it. */
  | "homeWithoutSignUp";

export interface WayIn {
  /** The flag whose screen a stranger sees first; `home` where none is on and the home page decides. */
  opens: ScreenFlag | "home" | "homeSignUp";
  /** Its address. */
  path: string;
  /** Flags that are on, in the order in which they are asked. */
  on: readonly ScreenFlag[];
  warnings: readonly Warning[];
}

/** Where a stranger arrives. */
export function wayIn(flags: Flags, homePage: readonly string[], hasSms = false, hasApplication = true): WayIn {
  const on = SCREENS.filter((flag) => flags[flag] === "Y");
  const [first] = on;
  const home = homePage[1] === "Y";
  const opens = first ?? (home ? "homeSignUp" : "home");
  const path = first ? PATHS[first] : home ? toAuth.signUp() : toAuth.signIn();
  const warnings: Warning[] = [];
  const open = (flag: ScreenFlag) => on.includes(flag);
  if (!open("without_auth") && !open("signUp") && !open("otp")) warnings.push("noFamily");
  if (open("without_auth") && !hasApplication) warnings.push("noApplication");
  if (open("otp") && !hasSms) warnings.push("codesByMail");
  if (opens === "homeSignUp" && !open("signUp")) warnings.push("homeWithoutSignUp");
  return { opens, path, on, warnings };
}
