import { useTranslation } from "react-i18next";
import type { ReactNode } from "react";
import classes from "./changes.module.css";

/** So many are read at a glance; one more than that is no reason to fold. */
const AT_ONCE = 6;

/** The first of many, and the rest behind a line that says how many. */
export function Folded<Item>({ items, children }: { items: readonly Item[]; children: (items: readonly Item[]) => ReactNode }) {
  const { t } = useTranslation("settingsDesk");
  const first = items.length > AT_ONCE + 1 ? items.slice(0, AT_ONCE) : items;
  const rest = items.slice(first.length);
  return (
    <>
      {children(first)}
      {rest.length > 0 && (
        <details className={classes.fold}>
          <summary>{t("change.more", { count: rest.length })}</summary>
          {children(rest)}
        </details>
      )}
    </>
  );
}
