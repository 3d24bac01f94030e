import { useTranslation } from "react-i18next";
import { statusOf, type Standing, type Status } from "@/api/standing";
import { useMaybeSchool } from "@/api/school";
import { useBilingual } from "./useBilingual";

/** What a status is called: in the school's own words where it has some (`status_labels`), else in ours. */
export function useStatusName(): (status: Status) => string {
  const { t } = useTranslation("applications");
  const bilingual = useBilingual();
  const labels = useMaybeSchool()?.status_labels;
  return (status) => bilingual(labels?.[status]) || t(`status.${status}`);
}

/** A standing in one line, for sentences and menus of the browser's own. */
export function useStandingName(): (standing: Standing) => string {
  const { t } = useTranslation("applications");
  const name = useStatusName();
  return (standing) => (standing === "C" ? name("C") : `${name(statusOf(standing))} (${t(`sub.${standing}`)})`);
}

/** What the server says of it to a family (`Standing::for_families`): a school's word for a status is none for what the family itself withdrew. */
export function useFamilyWords(): (standing: Standing) => string {
  const { t } = useTranslation("applications");
  const bilingual = useBilingual();
  const labels = useMaybeSchool()?.status_labels;
  return (standing) => {
    const status = statusOf(standing);
    const isOurs = standing === "W/waitlist" || (status === "R" && standing !== "R/school");
    const own = isOurs ? "" : bilingual(labels?.[status]);
    if (own) return own;
    switch (standing) {
      case "W/review":
      case "W/waitlist":
      case "F/unconditional":
      case "F/conditional":
      case "R/school":
      case "R/declined":
      case "R/expired":
      case "R/withdrawn":
      case "R/duplicate":
        return t(`family.${standing}`);
      default:
        return t(`family.${status as "S" | "O" | "A" | "B" | "C"}`);
    }
  };
}
