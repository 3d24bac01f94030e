import { UnstyledButton } from "@mantine/core";
import { lazy, Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { useLocation } from "react-router";
import { legalAsked, type LegalAsked, type LegalWhich } from "@/api/legal";
import { isPosPath } from "../paths";
import classes from "./Footer.module.css";

const LegalDialog = lazy(async () => ({ default: (await import("@/ui/legal/LegalDialog")).LegalDialog }));

/** Copyright and the two texts; everywhere except at the tills. */
export function Footer() {
  const { t } = useTranslation();
  const { pathname, search } = useLocation();
  // An address may ask for one of them: the school's own links, and the desk's preview of what is being written.
  const [asked, setAsked] = useState<LegalAsked | null>(() => legalAsked(new URLSearchParams(search).get("legal")));
  const [open, setOpen] = useState(asked !== null);
  if (isPosPath(pathname)) return null;
  const show = (which: LegalWhich) => {
    setAsked(which);
    setOpen(true);
  };
  return (
    <footer className={`${classes.footer} no-print`}>
      <span>{t("footer.copyright", { year: new Date().getFullYear(), product: t("product") })}</span>
      <span className={classes.links}>
        <UnstyledButton className={classes.link} onClick={() => show("terms")}>
          {t("footer.terms")}
        </UnstyledButton>
        <UnstyledButton className={classes.link} onClick={() => show("privacy")}>
          {t("footer.privacy")}
        </UnstyledButton>
      </span>
      {asked && (
        <Suspense fallback={null}>
          <LegalDialog which={asked} open={open} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </footer>
  );
}
