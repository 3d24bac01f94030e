import { Button } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { ApplicationStanding } from "@/api/applications";
import { failureOf } from "@/api/envelope";
import { statusOf, type Standing } from "@/api/standing";
import { ConfirmDialog } from "@/ui/ConfirmDialog";
import { Fact, Facts } from "@/ui/record/Facts";
import { useBilingual } from "@/ui/useBilingual";
import { useFormat } from "@/ui/useFormat";
import { useMessage } from "@/ui/useMessage";
import classes from "./decision.module.css";
import { useWithdrawDecisionMutation } from "./decisionApi";

type Decided = NonNullable<ApplicationStanding["decision"]>;

const isOffer = (to: Standing) => statusOf(to) === "F";

interface Props {
  id: string;
  application: ApplicationStanding;
  decision: Decided;
  onWithdrawn: () => void;
}

/** What was decided and is told later, for those who may know. */
export function Decision({ id, application, decision, onWithdrawn }: Props) {
  const { t } = useTranslation("decisions");
  const format = useFormat();
  const bilingual = useBilingual();
  const message = useMessage();
  const [withdraw, { isLoading, error, reset }] = useWithdrawDecisionMutation();
  const [asked, setAsked] = useState(false);
  const { to } = decision;
  const why = [decision.reason_words ? bilingual(decision.reason_words) : decision.reason_code, decision.reason_text].filter(Boolean);
  const confirm = async () => {
    const answer = await withdraw({ id });
    if (!answer.data) return;
    setAsked(false);
    onWithdrawn();
  };
  return (
    <section className={classes.decision} aria-labelledby="decision-title">
      <h3 id="decision-title">{t(isOffer(to) ? "title.F" : "title.R")}</h3>
      <Facts>
        <Fact name={t("fact.what")}>{t(to === "F/unconditional" || to === "F/conditional" ? `what.${to}` : "what.R/school")}</Fact>
        <Fact name={t("fact.when")}>
          <strong>
            <time dateTime={decision.publish_at}>{format.instant(decision.publish_at)}</time>
          </strong>
        </Fact>
        <Fact name={t("fact.by")}>
          <bdi>{decision.by}</bdi>
        </Fact>
        <Fact name={t("fact.since")}>
          <time dateTime={decision.decided_at} title={format.instant(decision.decided_at)}>
            {format.day(decision.decided_at)}
          </time>
        </Fact>
        {isOffer(to) && decision.bucket !== application.bucket && (
          <Fact name={t("fact.grade")}>
            <bdi>{bilingual(decision.bucket_name)}</bdi>
          </Fact>
        )}
        {why.length > 0 && (
          <Fact name={t("fact.reason")} wide>
            {why.map((each) => (
              <bdi key={each} className={classes.reason}>
                {each}
              </bdi>
            ))}
          </Fact>
        )}
        <Fact name={t("fact.told")} wide>
          {t(decision.notify ? "told.yes" : "told.no")}
        </Fact>
      </Facts>
      <p className={classes.quiet}>{t("quiet")}</p>
      {decision.may_withdraw && (
        <Button variant="default" onClick={() => setAsked(true)}>
          {t("withdraw")}
        </Button>
      )}
      <ConfirmDialog
        opened={asked}
        onClose={() => {
          reset();
          setAsked(false);
        }}
        title={t("withdraw")}
        text={t(isOffer(to) ? "withdraw.text.F" : "withdraw.text.R")}
        confirm={t("withdraw")}
        busy={isLoading}
        error={error && message(failureOf(error).messageId)}
        danger
        onConfirm={() => void confirm()}
      />
    </section>
  );
}

/** What was just done about a decision, for the place where the record says so. */
export function DecisionNews({ releasedOn }: { releasedOn: string | null }) {
  const { t } = useTranslation("decisions");
  const format = useFormat();
  return releasedOn ? t("done", { when: `\u2068${format.instant(releasedOn)}\u2069` }) : t("withdrawn");
}
