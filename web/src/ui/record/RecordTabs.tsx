import { Tabs } from "@mantine/core";
import type { ReactNode } from "react";
import { useAddressSearch } from "../useAddressSearch";
import { useFormat } from "../useFormat";
import { withPart } from "../list/address";
import classes from "./record.module.css";

export interface RecordTab {
  id: string;
  label: string;
  /** How many things it has. */
  count?: number;
  content: () => ReactNode;
}

/** The parts of a record, one at a time; which one lives in the address, the first without a word. */
export function RecordTabs({ tabs }: { tabs: readonly RecordTab[] }) {
  const [search, change] = useAddressSearch();
  const format = useFormat();
  const first = tabs[0]?.id;
  const open = tabs.find(({ id }) => id === search.get("tab"))?.id ?? first ?? null;
  return (
    <Tabs className={classes.sheet} value={open} onChange={(id) => change((now) => withPart(now, "tab", id === first ? null : id))} keepMounted={false}>
      <Tabs.List className={classes.tabs}>
        {tabs.map(({ id, label, count }) => (
          <Tabs.Tab key={id} value={id}>
            {label} {count !== undefined && <span className={`${classes.quiet} tabular`}>{format.number(count)}</span>}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {tabs.map(({ id, content }) => (
        <Tabs.Panel key={id} value={id} pt={20}>
          {id === open && content()}
        </Tabs.Panel>
      ))}
    </Tabs>
  );
}
