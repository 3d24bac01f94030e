import { Text, Title } from "@mantine/core";
import type { ReactNode } from "react";
import classes from "./StateScreen.module.css";

interface Props {
  icon?: ReactNode;
  title: string;
  text?: ReactNode;
  /** The one thing to do next. */
  action?: ReactNode;
  /** `alert` is announced at once: for errors. */
  role?: "alert" | "status";
  order?: 1 | 2 | 3;
}

/** The calm middle of an empty, failed or forbidden place: what it is, what is safe, what to do next. */
export function StateScreen({ icon, title, text, action, role = "status", order = 2 }: Props) {
  return (
    <div className={classes.screen} role={role}>
      {icon && (
        <span className={classes.icon} aria-hidden>
          {icon}
        </span>
      )}
      <Title order={order} fz="h2">
        {title}
      </Title>
      {text && (
        <Text c="dimmed" className={classes.text}>
          {text}
        </Text>
      )}
      {action}
    </div>
  );
}
