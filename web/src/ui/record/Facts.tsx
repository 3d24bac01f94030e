import type { ReactNode } from "react";
import classes from "./record.module.css";

/** Short answers of a record, each under its name; as many side by side as there is room for. */
export function Facts({ children }: { children: ReactNode }) {
  return <dl className={classes.facts}>{children}</dl>;
}

interface FactProps {
  name: ReactNode;
  /** Across the whole width: a table, a list. */
  wide?: boolean;
  children: ReactNode;
}

export function Fact({ name, wide = false, children }: FactProps) {
  return (
    <div data-wide={wide || undefined}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
