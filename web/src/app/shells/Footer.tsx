import { UnstyledButton } from "@mantine/core";
import { lazy, Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { useLocation } from "react-router";
import { isPosPath } from "../paths";
import classes from "./Footer.module.css";

const LegalDialog = lazy(async () => ({ default: (await import("@/ui/legal/LegalDialog")).LegalDialog }));

/** Copyright and the two texts; everywhere except at the tills. */
export function Footer() {
  const { t } = useTranslation();
  const { pathname } = useLocation();
  const [asked, setAsked] = useState<"terms" | "privacy" | null>(null);
  const [open, setOpen] = useState(false);
  if (isPosPath(pathname)) return null;
  const show = (which: "terms" | "privacy") => {
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
