import { Alert, Button, Text } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { spacedPhone } from "@/forms/phone";
import { IconCircleCheck, IconMail } from "@/ui/icons";
import type { Profile } from "../api";
import { Card } from "../Card";
import classes from "../profile.module.css";
import { KeyForm, type Key } from "./KeyForm";
import { NumberCode } from "./NumberCode";

interface Props {
  which: Key;
  profile: Profile;
}

/** An address or a number that a person signs in by; a new one counts once what was sent there has come back. */
export function KeyCard({ which, profile }: Props) {
  const { t } = useTranslation("profile");
  const [step, setStep] = useState<"shown" | "form" | "code">("shown");
  const [sent, setSent] = useState({ to: "", resendIn: 0 });
  const [changed, setChanged] = useState(false);
  const byPhone = which === "number";
  const value = byPhone ? profile.phone : profile.email;
  const isFirst = value === "";
  const verified = byPhone || profile.email_verified;
  // Only who has a number to show that they ask can put an address beside it.
  const may = !isFirst || profile.phone_verified;

  const begin = () => {
    setChanged(false);
    setStep("form");
  };
  const wait = (to: string, resendIn: number) => {
    setSent({ to, resendIn });
    setStep(byPhone ? "code" : "shown");
  };
  const button = byPhone ? t("profile.number.change") : isFirst ? t("profile.email.add") : t("profile.email.change");
  return (
    <Card
      title={byPhone ? t("profile.number.title") : t("profile.email.title")}
      aside={
        !isFirst && (
          <span className={classes.word} data-good={verified || undefined}>
            {verified ? t("profile.email.verified") : t("profile.email.unverified")}
          </span>
        )
      }
    >
      <Text c={isFirst ? "dimmed" : undefined}>{isFirst ? t("profile.email.none") : <bdi dir="ltr">{byPhone ? spacedPhone(value) : value}</bdi>}</Text>
      {sent.to && !byPhone && (
        <Alert role="status" color="gray" icon={<IconMail stroke={1.5} />}>
          {t(isFirst ? "profile.email.add.sent" : "profile.email.sent", { email: `\u2068${sent.to}\u2069` })}
        </Alert>
      )}
      {changed && (
        <Alert role="status" color="gray" icon={<IconCircleCheck stroke={1.5} />}>
          {t("profile.number.changed")}
        </Alert>
      )}
      {step === "shown" && may && (
        <div>
          <Button variant="default" onClick={begin}>
            {button}
          </Button>
        </div>
      )}
      {step === "form" && <KeyForm which={which} isFirst={isFirst} onSent={wait} onClose={() => setStep("shown")} />}
      {step === "code" && (
        <NumberCode
          sentTo={sent.to}
          resendIn={sent.resendIn}
          onAgain={begin}
          onClose={() => setStep("shown")}
          onDone={() => {
            setChanged(true);
            setStep("shown");
          }}
        />
      )}
    </Card>
  );
}
