import { Text, Title } from "@mantine/core";
import { useId, type ReactNode } from "react";
import classes from "./profile.module.css";

interface Props {
  title: string;
  lead?: ReactNode;
  /** Beside the heading: a state in words. */
  aside?: ReactNode;
  children: ReactNode;
}

/** One topic of the profile. */
export function Card({ title, lead, aside, children }: Props) {
  const id = useId();
  return (
    <section className={classes.card} aria-labelledby={id}>
      <div className={classes.cardHead}>
        <div>
          <Title order={2} id={id}>
            {title}
          </Title>
          {lead && (
            <Text c="dimmed" size="sm" mt={4}>
              {lead}
            </Text>
          )}
        </div>
        {aside}
      </div>
      {children}
    </section>
  );
}
