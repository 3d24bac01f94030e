import { Button, Title } from "@mantine/core";
import { useState, type FormEvent } from "react";
import { useTranslation } from "react-i18next";
import { failureOf } from "@/api/envelope";
import { triesLeft } from "@/forms/ProofField";
import card from "@/ui/card.module.css";
import { CodeInput } from "@/ui/fields/CodeInput";
import { MarkedText } from "@/ui/MarkedText";
import { RetryNote } from "@/ui/RetryNote";
import { unbroken } from "@/ui/unbroken";
import { useCountdown } from "@/ui/useCountdown";
import { useFormat } from "@/ui/useFormat";
import { useMessage } from "@/ui/useMessage";
import { useProveOfferLetterMutation, useSendLetterCodeMutation, type Reached } from "./api";
import classes from "./letter.module.css";

interface Props {
  token: string;
  /** Where the code goes. */
  to: Reached | null;
  onProved: (grant: string) => void;
  /** The link opens nothing any more. */
  onDead: () => void;
}

/** Whoever reads types the code that is sent to their own telephone or mailbox: a link may be forwarded. */
export function ProveByCode({ token, to, onProved, onDead }: Props) {
  const { t } = useTranslation("letters");
  const format = useFormat();
  const message = useMessage();
  const [ask, asking] = useSendLetterCodeMutation();
  const [prove, proving] = useProveOfferLetterMutation();
  const [code, setCode] = useState("");
  const unsent = asking.error ? failureOf(asking.error) : null;
  const wrong = proving.error ? failureOf(proving.error) : null;
  // A refusal has a wait of its own, and what was sent before it is still good.
  const pause = useCountdown(unsent ? unsent.retryAfter : asking.data?.resend_in, asking.error ?? asking.fulfilledTimeStamp);
  const [sent, setSent] = useState<{ seconds: number; n: number }>();
  const alive = useCountdown(sent?.seconds, sent?.n);
  const held = useCountdown(wrong?.retryAfter, proving.error);
  const usedUp = wrong?.messageId === "L005" || (wrong?.messageId === "L004" && triesLeft(wrong.body) === 0);
  const dead = alive === 0 || usedUp;
  const by = to?.by ?? "mail";

  const send = async () => {
    const answer = await ask({ token });
    if (failureOf(answer.error).messageId === "L010") return onDead();
    if (!answer.data) return;
    proving.reset();
    setCode("");
    setSent((before) => ({ seconds: answer.data.expires_in, n: (before?.n ?? 0) + 1 }));
  };
  const check = async (typed: string) => {
    if (typed.length < 6 || proving.isLoading || held > 0 || dead) return;
    const answer = await prove({ token, proof: typed });
    if (answer.data) return onProved(answer.data.grant);
    if (failureOf(answer.error).messageId === "L010") onDead();
    else setCode("");
  };
  const said = (): string | undefined => {
    if (!wrong || held > 0) return undefined;
    if (usedUp) return t("offer.code.over");
    if (wrong.messageId !== "L004") return message(wrong.messageId);
    const count = triesLeft(wrong.body);
    return t("offer.code.wrong", { count, shown: format.number(count) });
  };
  return (
    <section className={card.card} aria-label={t("offer.prove.title")}>
      <form
        className={classes.prove}
        noValidate
        onSubmit={(event: FormEvent) => {
          event.preventDefault();
          void check(code);
        }}
      >
        <Title order={2} fz="h3">
          {t("offer.prove.title")}
        </Title>
        <p className={classes.quiet} role="status">
          <MarkedText dir="ltr" text={t(sent ? `offer.code.sent.${by}` : `offer.code.text.${by}`, { hint: unbroken(to?.hint ?? "") })} />
        </p>
        {sent && (
          <CodeInput
            autoFocus
            label={t("offer.code.label")}
            description={dead ? undefined : t("offer.code.alive", { time: format.clock(alive) })}
            value={code}
            error={said() ?? (alive === 0 ? t("offer.code.over") : undefined)}
            onChange={setCode}
            onComplete={(full) => void check(full)}
            disabled={proving.isLoading || dead}
          />
        )}
        {unsent && unsent.messageId !== "L010" && <p role="alert">{message(unsent.messageId)}</p>}
        <RetryNote left={held} />
        <div className={classes.tools}>
          {sent && (
            <Button type="submit" size="md" loading={proving.isLoading} disabled={held > 0 || dead}>
              {t("offer.prove.go")}
            </Button>
          )}
          <Button size="md" variant={sent ? "default" : "filled"} loading={asking.isLoading} disabled={pause > 0} onClick={() => void send()}>
            {pause > 0 ? t("offer.code.again.in", { time: format.clock(pause) }) : t(sent ? "offer.code.again" : "offer.code.send")}
          </Button>
        </div>
      </form>
    </section>
  );
}
