import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import type { EnquiryState } from "@/api/types";
import { StateDot } from "@/ui/StateDot";
import shared from "@/ui/table.module.css";
import { useFormat } from "@/ui/useFormat";
import { withFilter } from "./filters";
import classes from "./inbox.module.css";
import { STATES } from "./states";

interface Props {
  counts: Record<EnquiryState, number> | undefined;
  active: string | undefined;
  search: URLSearchParams;
}

/** The states with their counts; each is a link that keeps the other filters. */
export function StateTabs({ counts, active, search }: Props) {
  const { t } = useTranslation("staff");
  const format = useFormat();
  const to = (state: string | null) => {
    const next = withFilter(search, "state", state);
    next.delete("open");
    return `?${next.toString()}`;
  };
  const count = (value: number | undefined) => value !== undefined && <span className={`${shared.count} tabular`}>{format.number(value)}</span>;
  const all = counts && STATES.reduce((sum, state) => sum + (counts[state] ?? 0), 0);
  return (
    <nav className={classes.tabs} aria-label={t("inbox.states")}>
      <Link className={classes.tab} to={to(null)} aria-current={active ? undefined : "page"}>
        {t("inbox.all")} {count(all)}
      </Link>
      {STATES.map((state) => (
        <Link key={state} className={classes.tab} to={to(state)} aria-current={active === state ? "page" : undefined}>
          <StateDot state={state} /> {count(counts?.[state])}
        </Link>
      ))}
    </nav>
  );
}
