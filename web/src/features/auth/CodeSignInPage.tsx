import { Loader } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { CodeTarget, LoginAnswer, SessionAnswer } from "@/api/entry";
import type { RequestCodeApiResponse } from "@/api/generated";
import { useAppDispatch } from "@/api/hooks";
import { DELAYED_SIGN_IN_MS, openSession } from "@/api/openSession";
import { CodeStep } from "./parts/CodeStep";
import { CodeTargetStep } from "./parts/CodeTargetStep";
import { askedOf, Factors, type StillAsked } from "./parts/Factors";
import { Sent } from "./parts/Sent";

/** Sign-in by a one-time code that comes by mail or SMS. */
export function CodeSignInPage() {
  const { t } = useTranslation("auth");
  const dispatch = useAppDispatch();
  const [target, setTarget] = useState<CodeTarget>({ email: "" });
  const [sent, setSent] = useState<RequestCodeApiResponse | null>(null);
  const [asked, setAsked] = useState<StillAsked | null>(null);
  const [opening, setOpening] = useState(false);

  const open = (session: SessionAnswer) => {
    setOpening(true);
    void dispatch(openSession(session, { delayMs: DELAYED_SIGN_IN_MS }));
  };
  const take = (answer: LoginAnswer) => {
    const parted = askedOf(answer);
    if (parted.session) open(parted.session);
    else setAsked(parted.asked);
  };
  const again = () => {
    setAsked(null);
    setSent(null);
  };
  if (opening) return <Sent icon={<Loader size={28} />} title={t("entry.otp.opening.title")} text={t("entry.otp.opening.text")} />;
  if (asked) return <Factors asked={asked} onOpen={open} onAgain={again} />;
  if (sent) return <CodeStep target={target} sent={sent} onAnswer={take} onAgain={again} />;
  return (
    <CodeTargetStep
      first={target}
      onSent={(to, answer) => {
        setTarget(to);
        setSent(answer);
      }}
    />
  );
}
