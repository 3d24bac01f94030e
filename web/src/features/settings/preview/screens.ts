import { useSchool } from "@/api/school";
import { useBilingual } from "@/ui/useBilingual";
import { useSchoolSetting } from "../desk/useDesk";
import { draftedPath, type FormConfig } from "../forms/list/offered";
import * as toAdmission from "@/features/admission/paths";
import * as toAuth from "@/features/auth/paths";
import * as toDashboard from "@/features/dashboard/paths";
import * as toInbox from "@/features/inbox/paths";
import * as toPos from "@/features/pos/paths";
import * as toProfile from "@/features/profile/paths";
import * as to from "../paths";

/** The school's own screens, as they can be looked at before anybody signs in. */
export const ENTRY_SCREENS = ["/", toAuth.signIn(), toAuth.signUp(), toAuth.codeSignIn(), toAuth.forgotPassword(), toAdmission.admission(), toAdmission.dates(), toAuth.legal("terms"), toAuth.legal("privacy")] as const;
/** Those that only the signed-in see. */
export const STAFF_SCREENS = [toDashboard.dashboard(), toInbox.enquiries() as "/pre_admission", toProfile.profile()] as const;
/** Pages that carry no name of their own. */
export const NAMED_SCREENS = ["/enquiry/thanks", to.setup() as "/settings/setup"] as const;

/** Whose eyes a screen is for. */
export const seenAs = (screen: string): "visitor" | "me" => ([...STAFF_SCREENS, to.desk(), toPos.till()].some((each) => screen === each || screen.startsWith(`${each}/`) || screen.startsWith(`${each}?`)) ? "me" : "visitor");

/** The school's forms as the draft offers them, with their titles where they are known. */
export function useFormScreens(): Array<{ path: string; title: string }> {
  const { value } = useSchoolSetting<Record<string, FormConfig | null>>("/forms");
  const { forms } = useSchool();
  const bilingual = useBilingual();
  return Object.entries(value ?? {}).map(([id, config]) => {
    const known = forms.find((form) => form.id === id);
    return { path: draftedPath(id, config), title: known ? bilingual(known.title) : id };
  });
}
