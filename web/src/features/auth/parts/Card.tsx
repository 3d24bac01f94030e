import { Text, Title } from "@mantine/core";
import type { FormEvent, ReactNode } from "react";
import classes from "../auth.module.css";

interface Props {
  title: string;
  lead?: ReactNode;
  children: ReactNode;
  /** Less air: everything has to stay on a till's screen. */
  compact?: boolean;
  /** Something was begun: on a phone only this shows. */
  midway?: boolean;
  /** Given, the card is a form. */
  onSubmit?: () => void;
  /** The first touch of the form: time to begin what takes a while. */
  onTouched?: (() => void) | undefined;
}

/** The quiet card of an entry screen: what this is, and the fields. */
export function Card({ title, lead, children, compact = false, midway = false, onSubmit, onTouched }: Props) {
  const head = (
    <div>
      <Title order={1}>{title}</Title>
      {lead && (
        <Text c="dimmed" size="sm" className={classes.lead}>
          {lead}
        </Text>
      )}
    </div>
  );
  if (!onSubmit) {
    return (
      <div className={classes.card} data-midway={midway || undefined}>
        {head}
        {children}
      </div>
    );
  }
  const send = (event: FormEvent) => {
    event.preventDefault();
    onSubmit();
  };
  return (
    <form className={classes.card} data-compact={compact || undefined} data-midway={midway || undefined} onSubmit={send} onFocus={onTouched} noValidate>
      {head}
      {children}
    </form>
  );
}
