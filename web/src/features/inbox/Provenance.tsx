import { useTranslation } from "react-i18next";
import type { Enquiry } from "@/api/types";
import { Fact, Facts } from "@/ui/record/Facts";
import { useBilingual } from "@/ui/useBilingual";
import { useFormat } from "@/ui/useFormat";
import classes from "./enquiry.module.css";

/** Exactly which form and which plugin this came through, so that a verdict can be traced years later. */
export function Provenance({ enquiry }: { enquiry: Enquiry }) {
  const { t } = useTranslation("staff");
  const bilingual = useBilingual();
  const format = useFormat();
  return (
    <Facts>
      {enquiry.registration_id && (
        <Fact name={t("column.reference")}>
          <bdi dir="ltr">{enquiry.reference}</bdi>
        </Fact>
      )}
      <Fact name={t("provenance.submitted")}>
        <bdi>{format.instant(enquiry.submitted_at)}</bdi>
      </Fact>
      <Fact name={t("provenance.form")}>
        {bilingual(enquiry.form_title)} <Version id={enquiry.form} version={enquiry.form_version} digest={enquiry.form_digest} />
      </Fact>
      <Fact name={t("provenance.plugin")}>
        {enquiry.plugin ? <Version id={enquiry.plugin.id} version={enquiry.plugin.version} digest={enquiry.plugin.digest} /> : t("provenance.noPlugin")}
      </Fact>
      <Fact name={t("provenance.language")}>{t(enquiry.locale === "ar" ? "provenance.ar" : "provenance.en")}</Fact>
    </Facts>
  );
}

const SHORT_DIGEST = 16;

function Version({ id, version, digest }: { id: string; version: string; digest: string }) {
  const { t } = useTranslation("staff");
  const bare = digest.replace(/^sha256:/, "");
  return (
    <bdi dir="ltr" className={classes.version}>
      {id} {version}
      <code title={digest} aria-label={t("provenance.digest", { digest })}>
        {bare.slice(0, SHORT_DIGEST)}
      </code>
    </bdi>
  );
}
