import { useTranslation } from "react-i18next";
import { LanguageSwitch } from "@/ui/LanguageSwitch";
import type { RouteHandle } from "@/ui/room";
import { SchemeToggle } from "@/ui/SchemeToggle";
import { SchoolMark } from "@/ui/SchoolMark";
import { Footer } from "./Footer";
import { PageContainer } from "./PageContainer";
import classes from "./PublicShell.module.css";
import { SchoolPanel } from "./SchoolPanel";

/** The sign-in style layout: the school beside a quiet card, or the school above a page of its own. */
export function PublicShell({ handle }: { handle: RouteHandle }) {
  const { t } = useTranslation();
  const card = handle.frame === "card";
  return (
    <div className={classes.shell} data-frame={card ? "card" : "page"}>
      <a className={classes.skip} href="#main">
        {t("skip")}
      </a>
      {card && <SchoolPanel />}
      <div className={classes.column}>
        <header className={`${classes.bar} no-print`}>
          <SchoolMark at="header" />
          <span className={classes.tools}>
            <SchemeToggle />
            <LanguageSwitch />
          </span>
        </header>
        <PageContainer handle={card ? { ...handle, container: "gutterless" } : handle} />
        <Footer />
      </div>
    </div>
  );
}
