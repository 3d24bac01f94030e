import { Trans, useTranslation } from "react-i18next";
import { Link } from "react-router";
import type { Enquiry } from "@/api/types";
import record from "@/ui/record/record.module.css";
import { useFormat } from "@/ui/useFormat";
import classes from "./enquiry.module.css";
import * as to from "./paths";

type Linked = NonNullable<NonNullable<Enquiry["origin"]>["enquiry"]>;

/** Where it comes from, if not from its family's own hand alone, and what was made from it. */
export function OriginLine({ enquiry: { origin } }: { enquiry: Enquiry }) {
  const { t } = useTranslation("origins");
  const format = useFormat();
  if (!origin) return null;
  return (
    <p className={record.line}>
      {origin.channel === "staff" && origin.filed_by && <span>{t("origin.staff", { who: `\u2068${origin.filed_by}\u2069` })}</span>}
      {origin.enquiry && <Other linked={origin.enquiry} words="origin.enquiry" />}
      {origin.application && <Other linked={origin.application} words="origin.application" />}
      {origin.begun_at && <span>{t("origin.begun", { date: format.day(origin.begun_at) })}</span>}
      {origin.mailed_at && <span>{t("origin.mailed", { date: format.day(origin.mailed_at) })}</span>}
    </p>
  );
}

/** The other record, by what staff call it. */
function Other({ linked, words }: { linked: Linked; words: "origin.enquiry" | "origin.application" }) {
  const { t } = useTranslation("origins");
  const reference = linked.registration_id ?? linked.reference;
  return (
    <span>
      <Trans t={t} i18nKey={words} values={{ reference }} components={{ ref: <Link className={classes.reference} dir="ltr" to={to.enquiry(linked.id)} /> }} />
    </span>
  );
}
