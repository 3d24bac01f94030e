import { useTranslation } from "react-i18next";
import type { MyApplication } from "@/api/generatedTypes";
import { ENQUIRY } from "@/api/machines";
import { useSchool } from "@/api/school";
import { isEnquiryState, statusOf } from "@/api/standing";
import { leadOf } from "@/ui/standingLead";
import { useBilingual } from "@/ui/useBilingual";
import { kindOf } from "./useKind";

/** The way of what stands in a state, without the end that nobody hopes for. */
const WAY = ENQUIRY.states.filter((state) => state !== "lost");
/** Of what nobody decides on there is only that it came, and that the school was in touch. */
const SHORT = WAY.slice(0, 2);
/** The way of what stands in a status. */
const APPLICATION_WAY = ["W", "S", "F", "A", "B", "C"] as const;

/** Where it stands in words that need no explaining, what comes next, and how far on its way it is. */
export function useStandingWords(shown: MyApplication) {
  const { t } = useTranslation("application");
  const bilingual = useBilingual();
  const school = bilingual(useSchool().schoolNameLogo.lic_school_name);
  const { state } = shown;
  if (isEnquiryState(state)) {
    const told = shown.withdrawn ? "withdrawn" : state;
    const context = kindOf(shown);
    const way = context === "application" || context === "job" ? WAY : SHORT;
    return {
      title: t(`application.state.${told}`, { context }),
      lead: t(`application.state.${told}.text`, { context, school }),
      way: way.map((each) => ({ id: each, label: t(`application.way.${each}`, { context }) })),
      at: Math.min(WAY.findIndex((each) => each === state), way.length - 1),
      isOver: state === "lost",
    };
  }
  const status = statusOf(state);
  return {
    // In the school's own words, where it has some.
    title: bilingual(shown.status),
    lead: t(leadOf(state), { school }),
    way: APPLICATION_WAY.map((each) => ({ id: each, label: t(`application.way.${each}`) })),
    at: APPLICATION_WAY.findIndex((each) => each === status),
    isOver: status === "R",
  };
}
