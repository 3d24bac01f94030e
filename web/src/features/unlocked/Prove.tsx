import { Button, Title } from "@mantine/core";
import { useState, type FormEvent } from "react";
import { useTranslation } from "react-i18next";
import { failureOf } from "@/api/envelope";
import { useOpenUnlockedMutation } from "@/api/generated";
import { isProof, ProofField, triesLeft, type Asked } from "@/forms/ProofField";
import { IconShieldLock } from "@/ui/icons";
import { RetryNote } from "@/ui/RetryNote";
import { useCountdown } from "@/ui/useCountdown";
import { useFormat } from "@/ui/useFormat";
import { useInstitution } from "@/ui/useInstitution";
import { useMessage } from "@/ui/useMessage";
import classes from "./unlocked.module.css";

interface Props {
  token: string;
  asked: Asked;
  onProved: (grant: string) => void;
  /** The last try was wrong, or somebody else's was. */
  onDead: () => void;
}

/** A link may be forwarded: what only the family knows comes before anything of a child. */
export function Prove({ token, asked, onProved, onDead }: Props) {
  const { t } = useTranslation("unlocked");
  const format = useFormat();
  const message = useMessage();
  const context = useInstitution();
  const [open, { error, isLoading, reset }] = useOpenUnlockedMutation();
  const [proof, setProof] = useState("");
  const [tried, setTried] = useState(false);
  const failure = error ? failureOf(error) : null;
  const wait = useCountdown(failure?.retryAfter, error);
  const isReady = isProof(asked, proof);

  const send = async (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (!isReady || isLoading || wait > 0) return;
    const answer = await open({ openUnlockedRequest: { token, proof: proof.trim() } });
    if (answer.data?.grant) return onProved(answer.data.grant);
    const { messageId, body } = failureOf(answer.error);
    if (messageId === "L010" || (messageId === "L004" && triesLeft(body) === 0)) onDead();
  };
  const wrong = (): string | undefined => {
    if (tried && !isReady) return t(`prove.missing.${asked}`);
    if (!failure || wait > 0) return undefined;
    if (failure.messageId !== "L004") return message(failure.messageId);
    const count = triesLeft(failure.body);
    return t("prove.wrong", { count, shown: format.number(count) });
  };
  const type = (text: string) => {
    if (failure) reset();
    setProof(text);
  };
  return (
    <form className={classes.prove} onSubmit={(event) => void send(event)} noValidate>
      <span className={classes.lock} aria-hidden>
        <IconShieldLock size={28} stroke={1.5} />
      </span>
      <Title order={1} fz="h2">
        {t("prove.title")}
      </Title>
      <p className={classes.quiet}>{t("prove.text", { context })}</p>
      <ProofField asked={asked} value={proof} error={wrong()} onChange={type} />
      <RetryNote left={wait} />
      <Button type="submit" size="md" loading={isLoading} disabled={wait > 0}>
        {t("prove.go")}
      </Button>
      <p className={classes.quiet}>{t("prove.quiet")}</p>
    </form>
  );
}
