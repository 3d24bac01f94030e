import { Title } from "@mantine/core";
import type { ReactNode } from "react";
import card from "@/ui/card.module.css";
import classes from "./desk.module.css";

/** The heading of a room: what it is for, in a sentence. */
export function RoomHead({ title, lead, children }: { title: string; lead: ReactNode; children?: ReactNode }) {
  return (
    <header className={classes.head}>
      <div>
        <Title order={1}>{title}</Title>
        <p className={classes.lead}>{lead}</p>
      </div>
      {children}
    </header>
  );
}

/** A part of a room, with its own heading. */
export function Card({ title, help, children, aside }: { title: string; help?: ReactNode; children: ReactNode; aside?: ReactNode }) {
  return (
    <section className={card.card} aria-label={title}>
      <div className={classes.cardHead}>
        <div>
          <Title order={2}>{title}</Title>
          {help && <p className={classes.help}>{help}</p>}
        </div>
        {aside}
      </div>
      {children}
    </section>
  );
}
