import { useTranslation } from "react-i18next";
import type { Acceptance as Told } from "@/api/generatedTypes";
import { useFormat } from "@/ui/useFormat";
import classes from "./applications.module.css";

/** By what a family accepted its offer, for who moves the application: the proof of it. */
export function Acceptance({ at, text }: Told) {
  const { t } = useTranslation("applications");
  const format = useFormat();
  return (
    <figure className={classes.acceptance}>
      <figcaption>{t("acceptance", { date: `\u2068${format.instant(at)}\u2069` })}</figcaption>
      {text ? <blockquote dir="auto">{text}</blockquote> : <p className={classes.quiet}>{t("acceptance.hidden")}</p>}
    </figure>
  );
}
