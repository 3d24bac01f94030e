import { Button } from "@mantine/core";
import { useTranslation } from "react-i18next";
import type { Subscription } from "@/api/platform";
import { countryName } from "@/forms/countries";
import { useLanguage } from "@/i18n/useLanguage";
import { Fact, Facts } from "@/ui/record/Facts";
import { RecordHead } from "@/ui/record/RecordHead";
import { StatusDot } from "@/ui/record/StatusDot";
import { useBilingual } from "@/ui/useBilingual";
import { useFormat } from "@/ui/useFormat";
import classes from "./console.module.css";
import { REQUEST } from "./tones";

/** One request: who asks for what, and what was decided by whom. */
export function RequestRecord({ request, onAsk }: { request: Subscription; onAsk: (kind: "approve" | "reject") => void }) {
  const { t } = useTranslation("console");
  const { language } = useLanguage();
  const bilingual = useBilingual();
  const format = useFormat();
  const { school_name, school_name_ar, contact, decided, state } = request;
  const name = bilingual({ en: school_name, ar: school_name_ar });
  const other = name === school_name ? school_name_ar : school_name;
  return (
    <article className={classes.request} aria-label={name}>
      <RecordHead order={2} title={name} state={<StatusDot tone={REQUEST[state]}>{t(`state.${state}`)}</StatusDot>} line={<bdi lang={name === school_name ? "ar" : "en"}>{other}</bdi>} />
      {request.problem && <p className={classes.bad}>{t("request.problem", { problem: `\u2068${request.problem}\u2069` })}</p>}
      {state === "pending_review" && (
        <div className={classes.decisions}>
          <Button aria-label={t("request.approve.of", { school: name })} onClick={() => onAsk("approve")}>
            {t("request.approve")}
          </Button>
          <Button variant="default" aria-label={t("request.reject.of", { school: name })} onClick={() => onAsk("reject")}>
            {t("request.reject")}
          </Button>
        </div>
      )}
      <Facts>
        <Fact name={t("request.subdomain")}>
          <bdi dir="ltr">{request.subdomain}</bdi>
        </Fact>
        <Fact name={t("request.country")}>{countryName(request.country, language)}</Fact>
        <Fact name={t("request.size")}>{t("request.students", { count: request.students_estimate, n: format.number(request.students_estimate) })}</Fact>
        <Fact name={t("request.plan")}>
          <bdi>{request.plan_code}</bdi>
        </Fact>
        <Fact name={t("request.contact")} wide>
          <span className={classes.contact}>
            <bdi>{contact.name}</bdi>
            <a href={`mailto:${contact.email}`} dir="ltr">
              {contact.email}
            </a>
            <a href={`tel:${contact.phone}`} dir="ltr">
              {contact.phone}
            </a>
          </span>
        </Fact>
      </Facts>
      <p className={classes.quiet}>
        {t("request.asked", { when: format.instant(request.created_at) })}
        {request.confirmed_at && <> · {t("request.confirmed", { when: format.instant(request.confirmed_at) })}</>}
      </p>
      {decided && (
        <p className={classes.quiet}>
          {t("request.decided", { who: `\u2068${decided.by}\u2069`, when: format.instant(decided.at) })}
          {decided.reason && (
            <>
              <br />
              {t("request.reason", { reason: `\u2068${decided.reason}\u2069` })}
            </>
          )}
        </p>
      )}
    </article>
  );
}
