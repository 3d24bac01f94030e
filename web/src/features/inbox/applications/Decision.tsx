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
import { useReleaseDecisionMutation, useWithdrawDecisionMutation } from "./decisionApi";
import { ProposalHistory } from "./ProposalHistory";

type Decided = NonNullable<ApplicationStanding["decision"]>;

const isOffer = (to: Standing) => statusOf(to) === "F";

interface Props {
  id: string;
  application: ApplicationStanding;
  decision: Decided;
  /** Whom it is about; empty where the name is hidden. */
  who?: string;
  /** It was withdrawn, or one that came back with a backup was released. */
  onGone: (how: "withdrawn" | "released") => void;
}

/** What was decided and is told later, for those who may know. */
export function Decision({ id, application, decision, who = "", onGone }: Props) {
  const { t } = useTranslation(["decisions", "applications"]);
  const format = useFormat();
  const bilingual = useBilingual();
  const message = useMessage();
  const [withdraw, withdrawing] = useWithdrawDecisionMutation();
  const [release, releasing] = useReleaseDecisionMutation();
  const [asked, setAsked] = useState<"withdraw" | "release" | null>(null);
  const { isLoading, error, reset } = asked === "release" ? releasing : withdrawing;
  const { to } = decision;
  const why = [decision.reason_words ? bilingual(decision.reason_words) : decision.reason_code, decision.reason_text].filter(Boolean);
  const confirm = async () => {
    const isReleased = asked === "release";
    const answer = await (isReleased ? release : withdraw)({ id });
    if (!answer.data) return;
    setAsked(null);
    onGone(isReleased ? "released" : "withdrawn");
  };
  return (
    <section className={classes.decision} aria-labelledby="decision-title">
      <h2 id="decision-title">{t(isOffer(to) ? "title.F" : "title.R")}</h2>
      <Facts>
        <Fact name={t("fact.what")}>{t(to === "F/unconditional" || to === "F/conditional" ? `what.${to}` : "what.R/school")}</Fact>
        <Fact name={t(decision.is_held ? "fact.was" : "fact.when")}>
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
      {decision.is_held && <p className={classes.held}>{t("held")}</p>}
      <p className={classes.quiet}>{t("quiet")}</p>
      {decision.may_withdraw && (
        <div className={classes.actions}>
          {decision.is_held && decision.may_release && <Button onClick={() => setAsked("release")}>{t("release")}</Button>}
          <Button variant="default" onClick={() => setAsked("withdraw")}>
            {t("withdraw")}
          </Button>
        </div>
      )}
      <ProposalHistory entries={application.proposals} />
      <ConfirmDialog
        opened={asked !== null}
        onClose={() => {
          reset();
          setAsked(null);
        }}
        title={who ? t("applications:move.titled", { way: t(asked ?? "withdraw"), who: `\u2068${who}\u2069` }) : t(asked ?? "withdraw")}
        text={t(isOffer(to) ? `${asked ?? "withdraw"}.text.F` : `${asked ?? "withdraw"}.text.R`)}
        confirm={t(asked ?? "withdraw")}
        busy={isLoading}
        error={error && message(failureOf(error).messageId)}
        danger={asked !== "release"}
        onConfirm={() => void confirm()}
      />
    </section>
  );
}

/** What was just done about a decision, for the place where the record says so. */
export function DecisionNews({ releasedOn, gone = "withdrawn" }: { releasedOn: string | null; gone?: "withdrawn" | "released" }) {
  const { t } = useTranslation("decisions");
  const format = useFormat();
  return releasedOn ? t("done", { when: `\u2068${format.instant(releasedOn)}\u2069` }) : t(gone);
}
