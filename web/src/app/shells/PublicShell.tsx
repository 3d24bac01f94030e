import { lazy } from "react";
import { useTranslation } from "react-i18next";
import { useLocation } from "react-router";
import { useMaybeSchool } from "@/api/school";
import { LanguageSwitch } from "@/ui/LanguageSwitch";
import { OfferedForms } from "@/ui/OfferedForms";
import type { RouteHandle } from "@/ui/room";
import { SchemeToggle } from "@/ui/SchemeToggle";
import { SchoolMark } from "@/ui/SchoolMark";
import { Footer } from "./Footer";
import { LostNote } from "./LostNote";
import { PageContainer } from "./PageContainer";
import classes from "./PublicShell.module.css";

// No form has a door: what it is made of loads with the pages that have one (`build/chunks.ts`).
const FrontDoor = lazy(async () => ({ default: (await import("./FrontDoor")).FrontDoor }));
const SchoolPicture = lazy(async () => ({ default: (await import("./SchoolPicture")).SchoolPicture }));

/** The layout of the signed-out: the school's front door beside or above a page, or the school above a page of its own. */
export function PublicShell({ handle }: { handle: RouteHandle }) {
  const { t } = useTranslation();
  const frame = handle.frame ?? "page";
  const school = useMaybeSchool();
  const isDoor = frame === "door" && school !== null;
  const page = <PageContainer key="page" handle={frame === "page" ? handle : { ...handle, container: "gutterless" }} />;
  const low = handle.isSignIn === true;
  const door = isDoor && <FrontDoor key="door" low={low} />;
  return (
    <div className={classes.shell} data-frame={frame} data-low={(isDoor && low) || undefined}>
      <a className={classes.skip} href="#main">
        {t("skip")}
      </a>
      {frame === "card" && (
        <aside className={classes.aside} aria-hidden>
          <SchoolPicture />
        </aside>
      )}
      <header className={`${classes.bar} no-print`}>
        <SchoolMark at="header" />
        <span className={classes.tools}>
          <SchemeToggle />
          <LanguageSwitch />
        </span>
      </header>
      <LostNote />
      {/* Who came from another of these pages wants what is on this one. */}
      {useIsWithin() ? [page, door] : [door, page]}
      {isDoor && (
        <div className={classes.forms}>
          <OfferedForms />
        </div>
      )}
      <Footer />
    </div>
  );
}

/** Whether one of the ways in led to this one (`features/auth`). */
function useIsWithin(): boolean {
  const state: unknown = useLocation().state;
  return typeof state === "object" && state !== null && "within" in state;
}
