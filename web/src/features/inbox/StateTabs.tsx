import { useTranslation } from "react-i18next";
import { ENQUIRY } from "@/api/machines";
import type { EnquiryState } from "@/api/types";
import { ListTabs } from "@/ui/list/ListTabs";
import { StateDot } from "@/ui/StateDot";

interface Props {
  counts: Record<EnquiryState, number> | undefined;
  /** How many there are of all: as many as the states have, or as the list says where it shows others beside them. */
  all: "counts" | number | undefined;
  active: string | undefined;
  search: URLSearchParams;
}

/** The states with their counts. */
export function StateTabs({ counts, all: told, active = "", search }: Props) {
  const { t } = useTranslation("staff");
  const counted = counts && ENQUIRY.states.reduce((sum, state) => sum + (counts[state] ?? 0), 0);
  // The list's own number is that of its state.
  const all = told === "counts" ? counted : active ? undefined : told;
  const states = ENQUIRY.states.map((state) => ({ value: state, label: <StateDot state={state} />, count: counts?.[state] }));
  return <ListTabs label={t("inbox.states")} name="state" tabs={[{ value: null, label: t("inbox.all"), count: all }, ...states]} active={active || null} search={search} />;
}
