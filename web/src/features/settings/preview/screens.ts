import { formPath } from "@/api/formPaths";
import { useSchool } from "@/api/school";
import { useBilingual } from "@/ui/useBilingual";
import { useSchoolSetting } from "../desk/useDesk";

/** The school's own screens, as they can be looked at before anybody signs in. */
export const ENTRY_SCREENS = ["/", "/sign-in", "/sign-up", "/otp-authentication", "/forgot-password", "/admission", "/admission-dates", "/sign-in?legal=terms", "/sign-in?legal=privacy"] as const;
/** Those that only the signed-in see. */
export const STAFF_SCREENS = ["/dashboard", "/pre_admission", "/profile"] as const;

/** Whose eyes a screen is for. */
export const seenAs = (screen: string): "visitor" | "me" => (STAFF_SCREENS.some((each) => screen.startsWith(each)) ? "me" : "visitor");

/** The school's forms as the draft offers them, with their titles where they are known. */
export function useFormScreens(): Array<{ path: string; title: string }> {
  const { value } = useSchoolSetting<Record<string, unknown>>("/forms");
  const { forms } = useSchool();
  const bilingual = useBilingual();
  return Object.keys(value ?? {}).map((id) => {
    const known = forms.find((form) => form.id === id);
    return { path: formPath(id), title: known ? bilingual(known.title) : id };
  });
}
