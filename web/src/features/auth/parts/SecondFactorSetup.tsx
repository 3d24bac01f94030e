import { Button, UnstyledButton } from "@mantine/core";
import { useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import type { FactorSetupAsked, SessionAnswer } from "@/api/entry";
import { failureOf } from "@/api/envelope";
import { useVerifySecondFactorMutation, type VerifySecondFactorApiResponse } from "@/api/generated";
import { useSchool } from "@/api/school";
import { CodeInput } from "@/ui/fields/CodeInput";
import { RecoveryCodes } from "@/ui/RecoveryCodes";
import { TotpSecret } from "@/ui/TotpSecret";
import classes from "../auth.module.css";
import { Card } from "./Card";
import { FailureNote } from "./FailureNote";
import { triesLeft, useRefusal } from "./useRefusal";

interface Props {
  asked: FactorSetupAsked;
  onOpen: (session: SessionAnswer) => void;
  onAgain: () => void;
}

/** Sets up the second factor that the person's role asks for: scan, confirm, keep the recovery codes, and only then in. */
export function SecondFactorSetup({ asked, onOpen, onAgain }: Props) {
  const { t } = useTranslation("auth");
  const { school_id: school } = useSchool();
  const [check, { isLoading, error }] = useVerifySecondFactorMutation();
  const { failure, wait } = useRefusal(error);
  const [code, setCode] = useState("");
  const [done, setDone] = useState<VerifySecondFactorApiResponse | null>(null);
  const field = useRef<HTMLInputElement>(null);

  const send = async (typed: string) => {
    if (typed.length < 6 || wait > 0 || isLoading) {
      field.current?.focus();
      return;
    }
    const answer = await check({ secondFactorRequest: { challenge: asked.challenge, code: typed } });
    if (answer.data?.recovery_codes?.length) setDone(answer.data);
    else if (answer.data) onOpen(answer.data);
    else if (failureOf(answer.error).messageId === "L004") setCode("");
    field.current?.focus();
  };

  if (done) {
    return (
      <Card midway title={t("entry.setup.codes.title")}>
        <RecoveryCodes codes={done.recovery_codes ?? []} school={school} onDone={() => onOpen(done)} />
      </Card>
    );
  }
  const left = triesLeft(failure);
  return (
    <Card midway title={t("entry.setup.title")} lead={t("entry.setup.lead")} onSubmit={() => void send(code)}>
      <TotpSecret totp={asked.totp} />
      <FailureNote failure={failure} wait={wait}>
        {left !== undefined && left > 0 && <> {t("entry.tries", { count: left })}</>}
      </FailureNote>
      {failure?.messageId !== "L005" && (
        <>
          <CodeInput ref={field} label={t("entry.setup.code")} value={code} onChange={setCode} onComplete={(full) => void send(full)} disabled={isLoading} />
          <Button type="submit" size="md" loading={isLoading} disabled={wait > 0}>
            {t("entry.setup.confirm")}
          </Button>
        </>
      )}
      <UnstyledButton className={classes.textButton} onClick={onAgain}>
        {t("entry.factor.other")}
      </UnstyledButton>
    </Card>
  );
}
