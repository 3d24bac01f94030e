import { useTranslation } from "react-i18next";
import { ENQUIRY } from "@/api/machines";
import type { EnquiryState } from "@/api/types";
import { ListTabs } from "@/ui/list/ListTabs";
import { StateDot } from "@/ui/StateDot";

interface Props {
  counts: Record<EnquiryState, number> | undefined;
  /** How many there are of all: as many as the states have; untold where the list shows others beside them. */
  all: "counts" | undefined;
  active: string | undefined;
  search: URLSearchParams;
}

/** How many enquiries there are, wherever they stand. */
export const countOf = (counts: Record<EnquiryState, number> | undefined): number | undefined => counts && ENQUIRY.states.reduce((sum, state) => sum + (counts[state] ?? 0), 0);

/** The states with their counts. */
export function StateTabs({ counts, all: told, active = "", search }: Props) {
  const { t } = useTranslation("staff");
  const all = told && countOf(counts);
  const states = ENQUIRY.states.map((state) => ({ value: state, label: <StateDot state={state} />, count: counts?.[state] }));
  return <ListTabs label={t("inbox.states")} name="state" tabs={[{ value: null, label: t("inbox.all"), count: all }, ...states]} active={active || null} search={search} />;
}
