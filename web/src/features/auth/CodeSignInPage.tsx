import { Loader } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { CodeSent, CodeTarget, SessionAnswer } from "@/api/entry";
import { useAppDispatch } from "@/api/hooks";
import { DELAYED_SIGN_IN_MS, openSession } from "@/api/openSession";
import { CodeStep } from "./parts/CodeStep";
import { CodeTargetStep } from "./parts/CodeTargetStep";
import { Sent } from "./parts/Sent";

interface Waiting {
  target: CodeTarget;
  sent: CodeSent;
}

/** Sign-in by a one-time code that comes by mail or SMS. */
export function CodeSignInPage() {
  const { t } = useTranslation("auth");
  const dispatch = useAppDispatch();
  const [waiting, setWaiting] = useState<Waiting | null>(null);
  const [target, setTarget] = useState<CodeTarget>({ email: "" });
  const [opening, setOpening] = useState(false);

  const open = (session: SessionAnswer) => {
    setOpening(true);
    void dispatch(openSession(session, { delayMs: DELAYED_SIGN_IN_MS }));
  };
  if (opening) return <Sent icon={<Loader size={28} />} title={t("entry.otp.opening.title")} text={t("entry.otp.opening.text")} />;
  if (waiting) return <CodeStep target={waiting.target} sent={waiting.sent} onOpen={open} onAgain={() => setWaiting(null)} />;
  return (
    <CodeTargetStep
      first={target}
      onSent={(to, sent) => {
        setTarget(to);
        setWaiting({ target: to, sent });
      }}
    />
  );
}
