import { Button, Textarea } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { ApplicationStanding } from "@/api/applications";
import { failureOf } from "@/api/envelope";
import { statusOf, type Standing } from "@/api/standing";
import { isolateOwn } from "@/i18n/isolate";
import { ConfirmDialog } from "@/ui/ConfirmDialog";
import { Fact, Facts } from "@/ui/record/Facts";
import { useBilingual } from "@/ui/useBilingual";
import { useFormat } from "@/ui/useFormat";
import { useMessage } from "@/ui/useMessage";
import classes from "./decision.module.css";
import { useApproveProposalMutation, useReturnProposalMutation } from "./decisionApi";
import { MoveMail } from "./MoveMail";
import { ProposalHistory } from "./ProposalHistory";

type Proposed = NonNullable<ApplicationStanding["proposal"]>;
/** What somebody did with it. */
export type Gone = "approved" | "returned" | "withdrawn";

/** What the server takes of a reason in words. */
const LONGEST_REASON = 1000;

const isOffer = (to: Standing) => statusOf(to) === "F";
const whatOf = (to: Standing) => (to === "F/unconditional" || to === "F/conditional" ? (`what.${to}` as const) : "what.R/school");

interface Props {
  id: string;
  application: ApplicationStanding;
  proposal: Proposed;
  /** Whom it is about; empty where the name is hidden. */
  who?: string;
  onGone: (how: Gone) => void;
}

/** Approves it from the head of the record, where its other ways are. */
export function ApproveButton({ id, application, proposal, who = "", onGone }: Props) {
  const { t } = useTranslation("decisions");
  const [asked, setAsked] = useState(false);
  return (
    <>
      <p className={classes.quiet}>{t("proposal.approve.waits")}</p>
      <Button onClick={() => setAsked(true)}>{t("proposal.approve")}</Button>
      {asked && <ApproveDialog id={id} application={application} proposal={proposal} who={who} onDone={() => onGone("approved")} onClose={() => setAsked(false)} />}
    </>
  );
}

/** What waits for somebody else's approval, or came back, for those who may know. */
export function Proposal({ id, application, proposal, who = "", onGone }: Props) {
  const { t } = useTranslation("decisions");
  const format = useFormat();
  const bilingual = useBilingual();
  const [returning, setReturning] = useState(false);
  const { to, returned } = proposal;
  const why = [proposal.reason_words ? bilingual(proposal.reason_words) : proposal.reason_code, proposal.reason_text].filter(Boolean);
  return (
    <section className={classes.decision} aria-labelledby="proposal-title">
      <h2 id="proposal-title">{t(returned ? "proposal.title.returned" : isOffer(to) ? "proposal.title.F" : "proposal.title.R")}</h2>
      {returned && (
        <div>
          <strong>{t("proposal.returned", { name: `\u2068${returned.by}\u2069`, day: `\u2068${format.day(returned.at)}\u2069` })}</strong>
          <bdi className={classes.reason}>{returned.reason_text}</bdi>
        </div>
      )}
      <Facts>
        <Fact name={t("proposal.what")}>{t(whatOf(to))}</Fact>
        <Fact name={t("proposal.when")}>{proposal.publish_at ? <time dateTime={proposal.publish_at}>{format.instant(proposal.publish_at)}</time> : t("proposal.when.now")}</Fact>
        <Fact name={t("proposal.by")}>
          <bdi>{proposal.by}</bdi>
        </Fact>
        <Fact name={t("proposal.since")}>
          <time dateTime={proposal.proposed_at} title={format.instant(proposal.proposed_at)}>
            {format.day(proposal.proposed_at)}
          </time>
        </Fact>
        {isOffer(to) && proposal.bucket !== application.bucket && (
          <Fact name={t("fact.grade")}>
            <bdi>{bilingual(proposal.bucket_name)}</bdi>
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
          {t(proposal.notify ? "proposal.told.yes" : "proposal.told.no")}
        </Fact>
      </Facts>
      {!returned && <p className={classes.quiet}>{t("proposal.quiet")}</p>}
      {!returned && proposal.is_own && <p className={classes.quiet}>{t("proposal.own")}</p>}
      {proposal.may_return && (
        <div className={classes.actions}>
          <Button variant="default" onClick={() => setReturning(true)}>
            {t(proposal.is_own ? "proposal.takeBack" : "proposal.return")}
          </Button>
        </div>
      )}
      <ProposalHistory entries={application.proposals} />
      {returning && <ReturnDialog id={id} proposal={proposal} who={who} onDone={() => onGone(proposal.is_own ? "withdrawn" : "returned")} onClose={() => setReturning(false)} />}
    </section>
  );
}

interface DialogProps {
  id: string;
  proposal: Proposed;
  who: string;
  onDone: () => void;
  onClose: () => void;
}

/** Asks once more before it takes effect: of whom it is, what it is, and what the family would read. */
function ApproveDialog({ id, application, proposal, who, onDone, onClose }: DialogProps & Pick<Props, "application">) {
  const { t } = useTranslation(["decisions", "applications"]);
  const format = useFormat();
  const bilingual = useBilingual();
  const message = useMessage();
  const [covered, setCovered] = useState(false);
  const [approve, { isLoading, error }] = useApproveProposalMutation();
  const failure = error ? failureOf(error) : null;
  const isLate = failure?.problems.some(({ path }) => path === "/publish_at");
  const confirm = async () => {
    const answer = await approve({ id, approveProposalRequest: { proposal: proposal.id } });
    if (!answer.data) return;
    onClose();
    onDone();
  };
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      title={who ? t("applications:move.titled", { way: t("proposal.approve"), who: `\u2068${who}\u2069` }) : t("proposal.approve")}
      text={proposal.publish_at ? t("proposal.approve.later", { when: `\u2068${format.instant(proposal.publish_at)}\u2069` }) : t("proposal.approve.now")}
      confirm={t("proposal.approve")}
      busy={isLoading}
      error={failure && (isLate ? t("proposal.late") : message(failure.messageId))}
      covered={covered}
      onConfirm={() => void confirm()}
    >
      <p>{isOffer(proposal.to) ? t("proposal.approve.offer", { what: t(whatOf(proposal.to)), grade: isolateOwn(bilingual(proposal.bucket_name)) }) : t(whatOf(proposal.to))}</p>
      {proposal.notify && (
        <MoveMail
          id={id}
          move={{ to: proposal.to, ...(isOffer(proposal.to) && proposal.bucket !== application.bucket && { bucket: proposal.bucket }), ...(proposal.publish_at && { publish_at: proposal.publish_at }) }}
          onCovered={setCovered}
        />
      )}
    </ConfirmDialog>
  );
}

/** Asks why it is sent back; of one's own it asks nothing. */
function ReturnDialog({ id, proposal, who, onDone, onClose }: DialogProps) {
  const { t } = useTranslation(["decisions", "applications"]);
  const message = useMessage();
  const [giveBack, { isLoading, error }] = useReturnProposalMutation();
  const [text, setText] = useState("");
  const [tried, setTried] = useState(false);
  const { is_own: isOwn } = proposal;
  const failure = error ? failureOf(error) : null;
  const isAtField = failure?.messageId === "F003";
  const lacks = !isOwn && !text.trim();
  const confirm = async () => {
    setTried(true);
    if (lacks) return;
    const answer = await giveBack({ id, returnProposalRequest: { proposal: proposal.id, ...(text.trim() && { reason_text: text.trim() }) } });
    if (!answer.data) return;
    onClose();
    onDone();
  };
  const name = t(isOwn ? "proposal.takeBack" : "proposal.return");
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      title={who ? t("applications:move.titled", { way: name, who: `\u2068${who}\u2069` }) : name}
      text={t(isOwn ? "proposal.takeBack.text" : "proposal.return.text")}
      confirm={name}
      busy={isLoading}
      error={failure && !isAtField ? message(failure.messageId) : null}
      danger={isOwn}
      onConfirm={() => void confirm()}
    >
      {!isOwn && (
        <Textarea
          label={t("proposal.return.why")}
          rows={3}
          dir="auto"
          maxLength={LONGEST_REASON}
          value={text}
          error={(tried && lacks) || isAtField ? t("proposal.return.missing") : null}
          onChange={(event) => setText(event.currentTarget.value)}
        />
      )}
    </ConfirmDialog>
  );
}

/** What was just done about a proposal, for the place where the record says so. */
export function ProposalNews({ gone }: { gone: Gone | null }) {
  const { t } = useTranslation("decisions");
  return t(gone ? `proposal.gone.${gone}` : "proposal.done");
}
