import { Button, Title } from "@mantine/core";
import { useState, type FormEvent } from "react";
import { useTranslation } from "react-i18next";
import { failureOf } from "@/api/envelope";
import { isProof, ProofField, triesLeft, type Asked } from "@/forms/ProofField";
import card from "@/ui/card.module.css";
import { RetryNote } from "@/ui/RetryNote";
import { useCountdown } from "@/ui/useCountdown";
import { useFormat } from "@/ui/useFormat";
import { useMessage } from "@/ui/useMessage";
import { useProveOfferLetterMutation } from "./api";
import classes from "./letter.module.css";

interface Props {
  token: string;
  asked: Asked;
  onProved: (grant: string) => void;
  /** The last try was wrong, or somebody else's was. */
  onDead: () => void;
}

/** Whoever reads says what only the family knows: a link may be forwarded. */
export function ProveLetter({ token, asked, onProved, onDead }: Props) {
  const { t } = useTranslation("letters");
  const format = useFormat();
  const message = useMessage();
  const [prove, { error, isLoading, reset }] = useProveOfferLetterMutation();
  const [proof, setProof] = useState("");
  const [tried, setTried] = useState(false);
  const failure = error ? failureOf(error) : null;
  const wait = useCountdown(failure?.retryAfter, error);
  const isReady = isProof(asked, proof);

  const send = async (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (!isReady || isLoading || wait > 0) return;
    const answer = await prove({ token, proof: proof.trim() });
    if (answer.data) return onProved(answer.data.grant);
    const { messageId, body } = failureOf(answer.error);
    if (messageId === "L010" || (messageId === "L004" && triesLeft(body) === 0)) onDead();
  };
  const wrong = (): string | undefined => {
    if (tried && !isReady) return t(`offer.prove.missing.${asked}`);
    if (!failure || wait > 0) return undefined;
    if (failure.messageId !== "L004") return message(failure.messageId);
    const count = triesLeft(failure.body);
    return t("offer.prove.wrong", { count, shown: format.number(count) });
  };
  const type = (text: string) => {
    if (failure) reset();
    setProof(text);
  };
  return (
    <section className={card.card} aria-label={t("offer.prove.title")}>
      <form className={classes.prove} onSubmit={(event) => void send(event)} noValidate>
        <Title order={2} fz="h3">
          {t("offer.prove.title")}
        </Title>
        <p className={classes.quiet}>{t("offer.prove.text")}</p>
        <ProofField asked={asked} value={proof} error={wrong()} onChange={type} />
        <RetryNote left={wait} />
        <div className={classes.tools}>
          <Button type="submit" size="md" loading={isLoading} disabled={wait > 0}>
            {t("offer.prove.go")}
          </Button>
        </div>
      </form>
    </section>
  );
}
