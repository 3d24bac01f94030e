import { Button, TextInput, UnstyledButton } from "@mantine/core";
import { useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import type { FactorAsked, SessionAnswer } from "@/api/entry";
import { failureOf } from "@/api/envelope";
import { useVerifySecondFactorMutation } from "@/api/generated";
import { CodeInput } from "@/ui/fields/CodeInput";
import classes from "../auth.module.css";
import { Card } from "./Card";
import { FailureNote } from "./FailureNote";
import { triesLeft, useRefusal } from "./useRefusal";

interface Props {
  asked: FactorAsked;
  onOpen: (session: SessionAnswer) => void;
  /** Back to the password: the challenge is over. */
  onAgain: () => void;
}

/** The code of the authenticator app, or one of the recovery codes. */
export function SecondFactorStep({ asked, onOpen, onAgain }: Props) {
  const { t } = useTranslation("auth");
  const [check, { isLoading, error }] = useVerifySecondFactorMutation();
  const { failure, wait } = useRefusal(error);
  const [method, setMethod] = useState<"totp" | "recovery">("totp");
  const [code, setCode] = useState("");
  const field = useRef<HTMLInputElement>(null);
  const dead = failure?.messageId === "L005";

  const send = async (typed: string) => {
    if (!typed.trim() || wait > 0 || isLoading) {
      field.current?.focus();
      return;
    }
    const answer = await check({ secondFactorRequest: { challenge: asked.challenge, code: typed.trim() } });
    if (answer.data) {
      onOpen(answer.data);
      return;
    }
    if (failureOf(answer.error).messageId === "L004") setCode("");
    field.current?.focus();
  };
  const left = triesLeft(failure);
  const totp = method === "totp";
  return (
    <Card midway title={t("entry.factor.title")} lead={totp ? t("entry.factor.lead") : t("entry.factor.recovery.lead")} onSubmit={() => void send(code)}>
      <FailureNote failure={failure} wait={wait}>
        {left !== undefined && left > 0 && <> {t("entry.tries", { count: left })}</>}
      </FailureNote>
      {dead ? (
        <Button size="md" onClick={onAgain}>
          {t("entry.factor.again")}
        </Button>
      ) : (
        <>
          {totp ? (
            <CodeInput ref={field} autoFocus label={t("entry.code")} value={code} onChange={setCode} onComplete={(full) => void send(full)} disabled={isLoading} />
          ) : (
            <TextInput
              ref={field}
              autoFocus
              size="md"
              dir="ltr"
              label={t("entry.factor.recovery.label")}
              name="recovery-code"
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              value={code}
              onChange={(event) => setCode(event.currentTarget.value)}
            />
          )}
          <Button type="submit" size="md" loading={isLoading} disabled={wait > 0}>
            {t("entry.continue")}
          </Button>
          <div className={classes.between}>
            {asked.methods.includes("recovery") && (
              <UnstyledButton
                className={classes.textButton}
                onClick={() => {
                  setMethod(totp ? "recovery" : "totp");
                  setCode("");
                }}
              >
                {totp ? t("entry.factor.recovery.use") : t("entry.factor.totp.use")}
              </UnstyledButton>
            )}
            <UnstyledButton className={classes.textButton} onClick={onAgain}>
              {t("entry.factor.other")}
            </UnstyledButton>
          </div>
        </>
      )}
    </Card>
  );
}
