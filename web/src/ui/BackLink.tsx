import type { ReactNode } from "react";
import { Link } from "react-router";
import classes from "./BackLink.module.css";
import { IconArrowLeft } from "./icons";

/** The way from one of many back to all of them. */
export function BackLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <Link className={classes.back} to={to}>
      <IconArrowLeft className="mirror" size={18} stroke={1.5} aria-hidden />
      {children}
    </Link>
  );
}
