import { Button, Text } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useResendVerifyEmailMutation } from "@/api/generated";
import { useCaptcha } from "@/ui/captcha/useCaptcha";
import { useFormat } from "@/ui/useFormat";
import { FailureNote } from "./FailureNote";
import { useRefusal } from "./useRefusal";
import { useResendClock } from "./useResendClock";

const RESEND_S = 60;

interface Props {
  email: string;
  /** Seconds before the first "send again": 0 where nothing was sent just now. */
  first?: number;
}

/** Sends the mail that proves an address once more, but not faster than a mail travels. */
export function ResendVerification({ email, first = 0 }: Props) {
  const { t } = useTranslation("auth");
  const format = useFormat();
  const [resend, { isLoading, error }] = useResendVerifyEmailMutation();
  const { failure, wait } = useRefusal(error);
  const [proof, setProof] = useState(false);
  const captcha = useCaptcha(proof);
  const clock = useResendClock(first);
  const [sent, setSent] = useState(false);

  const send = async () => {
    const token = await captcha.token();
    const answer = await resend({ letterRequest: { email, ...(token ? { captcha_token: token } : {}) } });
    if (answer.data) {
      setSent(true);
      clock.start(RESEND_S);
    } else {
      setProof(true);
    }
  };
  const left = Math.max(clock.left, wait);
  return (
    <div>
      <FailureNote failure={failure} wait={wait} />
      {captcha.slot}
      <Button variant="default" loading={isLoading} disabled={left > 0 || !email} onClick={() => void send()}>
        {clock.left > 0 ? t("entry.resend.in", { time: format.clock(clock.left) }) : t("entry.resend.mail")}
      </Button>
      <Text size="sm" c="dimmed" role="status">
        {sent && !failure ? t("entry.resend.sent") : ""}
      </Text>
    </div>
  );
}
