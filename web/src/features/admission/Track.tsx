import { Alert, Button, TextInput, Title } from "@mantine/core";
import { useEffect, useRef, useState, type FormEvent } from "react";
import { useTranslation } from "react-i18next";
import { useLocation, useNavigate } from "react-router";
import { askedFurther } from "@/api/authSlice";
import { failureOf } from "@/api/envelope";
import { useTrackApplicationMutation } from "@/api/generated";
import { useAppDispatch } from "@/api/hooks";
import { openSession } from "@/api/openSession";
import { cleanTyped } from "@/forms/digits";
import { useCaptcha } from "@/ui/captcha/useCaptcha";
import { IconAlertCircle } from "@/ui/icons";
import { RetryNote } from "@/ui/RetryNote";
import { useCountdown } from "@/ui/useCountdown";
import { useMessage } from "@/ui/useMessage";
import classes from "./admission.module.css";
import * as toAuth from "@/features/auth/paths";
import * as to from "@/features/dashboard/paths";

/** Finds an application that was begun without an account. */
export function Track() {
  const { t } = useTranslation("family");
  const message = useMessage();
  const dispatch = useAppDispatch();
  const navigate = useNavigate();
  const captcha = useCaptcha();
  const [track, { isLoading, error }] = useTrackApplicationMutation();
  const heading = useRef<HTMLHeadingElement>(null);
  const { hash } = useLocation();
  useEffect(() => {
    if (hash === "#track") heading.current?.focus();
  }, [hash]);
  const [code, setCode] = useState("");
  const [tried, setTried] = useState(false);
  const [busy, setBusy] = useState(false);
  const failure = error ? failureOf(error) : null;
  const wait = useCountdown(failure?.retryAfter, error);
  const unknown = failure?.messageId === "L010";

  const send = async (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (!code || wait > 0 || busy) return;
    setBusy(true);
    const proof = await captcha.token();
    const answer = await track({ trackRequest: { tracking_code: code, ...(proof === undefined ? {} : { captcha_token: proof }) } });
    setBusy(false);
    if (!answer.data) return;
    // The code is a first proof: who has a second one shows it at the sign-in.
    if (!("token" in answer.data)) {
      dispatch(askedFurther(answer.data));
      void navigate(toAuth.signIn());
      return;
    }
    await dispatch(openSession(answer.data));
    void navigate(to.dashboard());
  };
  return (
    <form className={classes.card} onSubmit={(event) => void send(event)} noValidate aria-labelledby="track">
      <Title order={2} id="track" ref={heading} tabIndex={-1}>
        {t("admission.track")}
      </Title>
      {failure && !unknown && (
        <Alert role="alert" color="red" icon={<IconAlertCircle stroke={1.5} />}>
          {message(failure.messageId)} <RetryNote left={wait} />
        </Alert>
      )}
      <TextInput
        size="md"
        label={t("admission.track.code")}
        description={t("admission.track.help")}
        dir="ltr"
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={40}
        value={code}
        error={tried && !code ? t("admission.track.missing") : unknown ? t("admission.track.unknown") : undefined}
        onChange={(event) => {
          captcha.begin();
          setCode(cleanTyped(event.currentTarget.value));
        }}
      />
      {code && captcha.slot}
      <div>
        <Button type="submit" size="md" variant="default" loading={isLoading || busy} disabled={wait > 0}>
          {t("admission.track.go")}
        </Button>
      </div>
    </form>
  );
}
