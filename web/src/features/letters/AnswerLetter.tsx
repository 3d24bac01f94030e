import "@mantine/core/styles/Checkbox.layer.css";
import "@mantine/core/styles/InlineInput.layer.css";
import { Alert, Button, Checkbox, Title } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { failureOf } from "@/api/envelope";
import { useLanguage } from "@/i18n/useLanguage";
import card from "@/ui/card.module.css";
import { IconCheck } from "@/ui/icons";
import { useMessage } from "@/ui/useMessage";
import { useSendOfferLetterMutation, type Answer, type Answered, type AskingLetter } from "./api";
import { DeclineDialog, type Declined } from "./DeclineDialog";
import { Ending } from "./Ending";
import { handOn } from "./handedOn";
import classes from "./letter.module.css";
import { SavePdf } from "./SavePdf";
import { isSigned, toSend, UNSIGNED, type Signature } from "./signature";
import { SignaturePad } from "./SignaturePad";

interface Props {
  letter: AskingLetter;
  token: string;
  /** What whoever reads it was granted. */
  grant: string;
  onAnswered: (answered: Answered) => void;
  /** The letter is another than the one that was shown, or somebody answered meanwhile. */
  onStale: () => void;
  /** Its hour is over, or the link's time. */
  onUnproved: () => void;
}

/** Of the part of the page where a letter is answered. */
export const ANSWER = "answer";

/** Whether whoever reads a letter has not answered it yet. */
export const asksReader = (letter: { status: string; signers: AskingLetter["signers"] }) =>
  letter.status === "offered" && letter.signers.some((signer) => signer.is_you && signer.state !== "signed");

/** The answer: a signature, or no. */
export function AnswerLetter({ letter, token, grant, onAnswered, onStale, onUnproved }: Props) {
  const { t } = useTranslation("letters");
  const { language } = useLanguage();
  const message = useMessage();
  const [send, { error, isLoading, reset }] = useSendOfferLetterMutation();
  const [signature, setSignature] = useState<Signature>(UNSIGNED);
  const [agreed, setAgreed] = useState(false);
  const [tried, setTried] = useState(false);
  const [declining, setDeclining] = useState(false);
  // Told with the last signature alone: whoever comes again has it in an e-mail.
  const [leads, setLeads] = useState<{ url: string; grant: string | undefined } | null>(null);
  const [isNew, setNew] = useState(false);
  const failure = error ? failureOf(error) : null;
  const me = letter.signers.find((signer) => signer.is_you);
  const of = letter.kind === "acceptance" ? "accept" : "offer";

  if (letter.status !== "offered" || me?.state === "signed") {
    const state = letter.status === "offered" ? "others" : letter.status;
    const following = state === "accepted" ? leads : null;
    return (
      <Ending
        isNew={isNew}
        icon={<IconCheck size={28} stroke={1.5} />}
        title={t(`${of}.done.${state}.title`)}
        text={following ? t("accept.next.text") : t(`${of}.done.${state}.text`)}
        action={
          (following || letter.is_signed) && (
            <div className={classes.tools}>
              {following && (
                <Button component={Link} to={following.url} size="md" onClick={() => following.grant && handOn(following.url, following.grant)}>
                  {t("accept.next")}
                </Button>
              )}
              {letter.is_signed && <SavePdf letter={letter} token={token} grant={grant} />}
            </div>
          )
        }
      />
    );
  }

  const say = async (answer: Answer) => {
    const done = await send({ token, kind: letter.kind, answer });
    if (done.data) {
      const { next_url, acceptance_grant, ...answered } = done.data;
      setNew(true);
      setLeads(next_url ? { url: next_url, grant: acceptance_grant } : null);
      return onAnswered(answered);
    }
    const { messageId } = failureOf(done.error);
    setDeclining(false);
    // Past its hour the grant is none any more, and the link may still be one.
    if (messageId === "L010") onUnproved();
    if (messageId === "A003" || messageId === "A021") onStale();
  };
  const accept = () => {
    setTried(true);
    if (!agreed || !isSigned(signature)) return;
    const { typed_name, strokes } = toSend(signature);
    const given = { typed_name, strokes, agreed_text_hash: letter.text_sha256, document_hash: letter.document_sha256 };
    void say({ values: { decision: "accept" }, formData: { grant, locale: language, signatures: [given] } });
  };
  const decline = ({ reason, text }: Declined) => {
    const values = { decision: "decline" as const, decline_reason: reason, ...(text && { decline_text: text }) };
    void say({ values, formData: { grant, locale: language } });
  };
  const wrong = (field: string) => (failure?.problems.some(({ path }) => path.endsWith(`/${field}`)) ? t(`offer.wrong.${field === "strokes" ? "strokes" : "name"}`) : undefined);
  const isOfFields = failure?.messageId === "F003" && Boolean(wrong("typed_name") ?? wrong("strokes"));
  return (
    <section id={ANSWER} tabIndex={-1} className={card.card} aria-label={t("offer.answer")}>
      <Title order={2} fz="h3">
        {t("offer.answer")}
      </Title>
      <SignaturePad
        label={t("offer.sign", { role: t(`offer.role.${me?.role ?? "guardian1"}`) })}
        value={signature}
        tried={tried}
        problems={{ typed_name: wrong("typed_name"), strokes: wrong("strokes") }}
        disabled={isLoading}
        onChange={(next) => {
          if (failure) reset();
          setSignature(next);
        }}
      />
      <Checkbox
        label={t("offer.agree", { reference: letter.reference })}
        checked={agreed}
        error={tried && !agreed && t("offer.agree.missing")}
        onChange={(event) => setAgreed(event.currentTarget.checked)}
      />
      {failure && !isOfFields && (
        <Alert role="alert" color="red">
          {message(failure.messageId)}
        </Alert>
      )}
      <div className={classes.tools}>
        <Button size="md" loading={isLoading && !declining} onClick={accept}>
          {t("offer.accept")}
        </Button>
        <Button size="md" variant="subtle" color="red" disabled={isLoading} onClick={() => setDeclining(true)}>
          {t(`${of}.decline`)}
        </Button>
      </div>
      {declining && <DeclineDialog of={of} busy={isLoading} onConfirm={decline} onClose={() => setDeclining(false)} />}
    </section>
  );
}
