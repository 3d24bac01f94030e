import { Title } from "@mantine/core";
import type { ReactNode } from "react";
import classes from "./record.module.css";

interface Props {
  title: string;
  order: 2 | 3 | 4;
  /** With an edge around it, where it stands on a page among others. */
  card?: boolean;
  children: ReactNode;
}

/** A part of a record under a heading of its own. */
export function RecordSection({ title, order, card = false, children }: Props) {
  return (
    <section className={classes.section} data-card={card || undefined} aria-label={card ? title : undefined}>
      <Title order={order} fz="h3">
        {title}
      </Title>
      {children}
    </section>
  );
}

interface ColumnsProps {
  /** At the top of the column beside it; where there is no room for two, it comes before everything. */
  first?: ReactNode;
  beside: ReactNode;
  children: ReactNode;
}

/** What a record says, and beside it what is done with it; one below the other where there is no room. */
export function RecordColumns({ first, beside, children }: ColumnsProps) {
  return (
    <div className={classes.columns} data-first={first ? true : undefined}>
      {first && <div className={classes.beside}>{first}</div>}
      {children}
      <div className={classes.beside}>{beside}</div>
    </div>
  );
}
