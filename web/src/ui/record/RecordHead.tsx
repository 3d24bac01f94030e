import { Title } from "@mantine/core";
import type { ReactNode } from "react";
import classes from "./record.module.css";

interface Props {
  /** Whom or what the record is about. */
  title: ReactNode;
  /** 1 on a page of its own, 2 beside a list. */
  order: 1 | 2;
  /** A picture before the title. */
  mark?: ReactNode;
  /** What it is for, on a line of its own below the title. */
  about?: ReactNode;
  /** Where it stands; it leads the line below the title. */
  state?: ReactNode;
  /** What else is said in that line: a reference, a date, whose it is. */
  line?: ReactNode;
  /** The next thing to do, at the end. */
  actions?: ReactNode;
  /** What is odd about it. */
  children?: ReactNode;
}

/** The top of a record: who, where it stands, what is odd, what to do next. */
export function RecordHead({ title, order, mark, about, state, line, actions, children }: Props) {
  return (
    <div className={classes.head}>
      {mark}
      <div className={classes.who}>
        <Title order={order} fz={order === 1 ? "h1" : "h2"}>
          <bdi>{title}</bdi>
        </Title>
        {about && <p className={classes.about}>{about}</p>}
        {(state ?? line) && (
          <p className={classes.line}>
            {state}
            {line}
          </p>
        )}
        {children}
      </div>
      {actions && <div className={classes.actions}>{actions}</div>}
    </div>
  );
}
