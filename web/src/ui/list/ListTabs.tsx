import { useEffect, useRef, type MouseEvent, type ReactNode } from "react";
import { Link, useNavigate } from "react-router";
import shared from "../table.module.css";
import { useFormat } from "../useFormat";
import { withoutParts, withPart } from "./address";
import classes from "./list.module.css";

export interface ListTab {
  /** What stands in the address; null where nothing does. */
  value: string | null;
  label: ReactNode;
  count?: number | undefined;
}

interface Props {
  label: string;
  /** The part of the address that they are about. */
  name: string;
  tabs: readonly ListTab[];
  active: string | null;
  search: URLSearchParams;
  /** Where the list is part of a page and has no window of its own. */
  flush?: boolean;
}

/** A list cut by one thing, with how many there are of each; each is a link that keeps the other filters. */
export function ListTabs({ label, name, tabs, active, search, flush = false }: Props) {
  const format = useFormat();
  const navigate = useNavigate();
  const to = (value: string | null, now = search) => `?${withoutParts(withPart(now, name, value), ["open"]).toString()}`;
  // The address may be ahead of what is drawn: a search that has just been taken in must not be lost by opening a tab.
  const link = (value: string | null) => ({
    to: to(value),
    onClick: (event: MouseEvent) => {
      if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
      event.preventDefault();
      void navigate(to(value, new URLSearchParams(location.search)));
    },
  });
  const nav = useRef<HTMLElement>(null);
  // Where not all of them fit, the chosen one stands whole, also once its number has come.
  const drawn = `${active ?? ""} ${tabs.map(({ count }) => count).join()}`;
  const placed = useRef("");
  useEffect(() => {
    if (placed.current === drawn) return;
    placed.current = drawn;
    nav.current?.querySelector("[aria-current]")?.scrollIntoView?.({ block: "nearest", inline: "center" });
  }, [drawn]);
  return (
    <nav ref={nav} className={classes.tabs} data-flush={flush || undefined} aria-label={label}>
      {tabs.map(({ value, label: text, count }) => (
        <Link key={value ?? ""} className={classes.tab} {...link(value)} aria-current={value === active ? "page" : undefined}>
          {text} {count !== undefined && <span className={`${shared.count} tabular`}>{format.number(count)}</span>}
        </Link>
      ))}
    </nav>
  );
}
