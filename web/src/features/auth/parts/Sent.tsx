import { Title } from "@mantine/core";
import type { ReactNode } from "react";
import { IconMail } from "@/ui/icons";
import classes from "../auth.module.css";
import sent from "./Sent.module.css";

interface Props {
  title: string;
  text: ReactNode;
  icon?: ReactNode;
  children?: ReactNode;
}

/** Something happened outside of this page (a mail is on its way, an address is confirmed), and what to do next. */
export function Sent({ title, text, icon, children }: Props) {
  return (
    <div className={classes.card} role="status" data-midway>
      <span className={sent.icon} aria-hidden>
        {icon ?? <IconMail size={28} stroke={1.5} />}
      </span>
      <div>
        <Title order={1}>{title}</Title>
        <p className={sent.text}>{text}</p>
      </div>
      {children}
    </div>
  );
}
