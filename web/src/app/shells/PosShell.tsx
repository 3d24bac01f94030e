import { LanguageSwitch } from "@/ui/LanguageSwitch";
import type { RouteHandle } from "@/ui/room";
import { SchemeToggle } from "@/ui/SchemeToggle";
import { SchoolMark } from "@/ui/SchoolMark";
import { PageContainer } from "./PageContainer";
import classes from "./PosShell.module.css";

/** The tills' layout: no menu, no footer, everything for the work at hand. */
export function PosShell({ handle }: { handle: RouteHandle }) {
  return (
    <div className={classes.shell}>
      <header className={classes.bar}>
        <SchoolMark at="header" />
        <span className={classes.tools}>
          <SchemeToggle />
          <LanguageSwitch />
        </span>
      </header>
      <PageContainer handle={handle} />
    </div>
  );
}
