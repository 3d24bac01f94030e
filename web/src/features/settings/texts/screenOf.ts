/** Where a text can be seen: its namespace and the first parts of its key say on which screen it stands. Pure. */
import * as toAdmission from "@/features/admission/paths";
import * as toApplication from "@/features/application/paths";
import * as toAuth from "@/features/auth/paths";
import * as toDashboard from "@/features/dashboard/paths";
import * as toInbox from "@/features/inbox/paths";
import * as toPos from "@/features/pos/paths";
import * as toProfile from "@/features/profile/paths";

/** What begins so stands there; the first that fits counts, and a namespace's last line takes the rest. */
const SCREENS: Readonly<Record<string, readonly (readonly [begins: RegExp, screen: string])[]>> = {
  auth: [
    [/^entry\.(signUp|mail|name|phone|password|terms)\b/, toAuth.signUp()],
    [/^entry\.(otp|code|resend|tries)\b/, toAuth.codeSignIn()],
    [/^entry\.forgot\b/, toAuth.forgotPassword()],
    [/^entry\.verify\b/, toAuth.verifyAccount()],
    [/^entry\.pos\b/, toAuth.tillSignIn()],
    [/^reset\b/, toAuth.resetPassword()],
    [/^denied\b/, toAuth.accessDenied()],
    [/^/, toAuth.signIn()],
  ],
  family: [
    [/^admission\.(dates|lastDay|daysLeft|opensIn|from|until)\b/, toAdmission.dates()],
    [/^family\b/, toDashboard.dashboard()],
    [/^/, toAdmission.admission()],
  ],
  common: [
    [/^(nav|palette|user)\b/, toDashboard.dashboard()],
    [/^(policy|strength)\b/, toAuth.signUp()],
    [/^(recovery|totp|confirmIdentity)\b/, toProfile.part("security")],
    [/^state\b/, toInbox.enquiries()],
    [/^/, toAuth.signIn()],
  ],
  legal: [
    [/^privacy\b/, toAuth.legal("privacy")],
    [/^/, toAuth.legal("terms")],
  ],
  staff: [
    [/^dashboard\b/, toDashboard.dashboard()],
    [/^/, toInbox.enquiries()],
  ],
  application: [[/^/, toApplication.linked()]],
  list: [[/^/, toInbox.enquiries()]],
  pos: [[/^/, toPos.till()]],
  profile: [[/^/, toProfile.profile()]],
};

/** The screen on which a text can be seen; null where no preview shows it. */
export function screenOf(ns: string, key: string, formPath: (id: string) => string, firstForm: string | null): string | null {
  if (ns.startsWith("form-")) return formPath(ns.slice(5));
  if (ns === "forms") return firstForm;
  return SCREENS[ns]?.find(([begins]) => begins.test(key))?.[1] ?? null;
}
