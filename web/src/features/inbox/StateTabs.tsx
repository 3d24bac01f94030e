import type { MouseEvent } from "react";
import { useTranslation } from "react-i18next";
import { Link, useNavigate } from "react-router";
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
  const navigate = useNavigate();
  const to = (state: string | null, now = search) => {
    const next = withFilter(now, "state", state);
    next.delete("open");
    return `?${next.toString()}`;
  };
  // The address may be ahead of what is drawn: a search that has just been taken in must not be lost by opening a tab.
  const link = (state: string | null) => ({
    to: to(state),
    onClick: (event: MouseEvent) => {
      if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
      event.preventDefault();
      void navigate(to(state, new URLSearchParams(location.search)));
    },
  });
  const count = (value: number | undefined) => value !== undefined && <span className={`${shared.count} tabular`}>{format.number(value)}</span>;
  const all = counts && STATES.reduce((sum, state) => sum + (counts[state] ?? 0), 0);
  return (
    <nav className={classes.tabs} aria-label={t("inbox.states")}>
      <Link className={classes.tab} {...link(null)} aria-current={active ? undefined : "page"}>
        {t("inbox.all")} {count(all)}
      </Link>
      {STATES.map((state) => (
        <Link key={state} className={classes.tab} {...link(state)} aria-current={active === state ? "page" : undefined}>
          <StateDot state={state} /> {count(counts?.[state])}
        </Link>
      ))}
    </nav>
  );
}
