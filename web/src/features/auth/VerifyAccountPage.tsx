import { Button, Loader, TextInput } from "@mantine/core";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { Link, useLocation, useNavigate } from "react-router";
import { useVerifyEmailMutation } from "@/api/generated";
import { useAppDispatch, useAppSelector } from "@/api/hooks";
import { openSession } from "@/api/openSession";
import { IconAlertCircle, IconCircleCheck } from "@/ui/icons";
import { Card } from "./parts/Card";
import { FailureNote } from "./parts/FailureNote";
import { isMail } from "./parts/fields";
import { ResendVerification } from "./parts/ResendVerification";
import { Sent } from "./parts/Sent";
import { useLinkToken } from "@/ui/useLinkToken";
import { useMessage } from "@/ui/useMessage";
import { ASKS_NAME } from "./parts/asksName";
import { useRefusal } from "./parts/useRefusal";
import * as to from "./paths";
import * as toDashboard from "@/features/dashboard/paths";

/** Proves an address by the link of a mail: the page asks once by itself, because mail scanners only open it. */
export function VerifyAccountPage() {
  const { t } = useTranslation("auth");
  const token = useLinkToken();
  const dispatch = useAppDispatch();
  const signedIn = useAppSelector((state) => state.auth.status === "signedIn");
  const navigate = useNavigate();
  const message = useMessage();
  const verified = useVerified();
  const [verify, { error, isUninitialized }] = useVerifyEmailMutation();
  const { failure, wait } = useRefusal(error);
  const asked = useRef(false);

  const ask = async () => {
    const answer = await verify({ verifyEmailRequest: { token } });
    if (!answer.data) return;
    // Being signed in changes the shell, and this page is drawn anew: what it knows goes with the address.
    const { purpose, set_password: password } = answer.data;
    await navigate(".", { replace: true, state: { verified: purpose, password } });
    if ("token" in answer.data) await dispatch(openSession(answer.data));
  };
  const once = useEffectEvent(() => void ask());
  // What takes a change back is asked for: programs that look at mail open its links.
  const [restores] = useState(() => new URLSearchParams(location.search).has("restore"));
  useEffect(() => {
    if (!token || asked.current || restores) return;
    asked.current = true;
    once();
  }, [token, restores]);

  const byPhone = verified?.purpose === "restore_phone";
  const restored = byPhone || verified?.purpose === "restore_email";
  if (verified && (verified.password || restored)) {
    const out = byPhone ? t("entry.verify.restored.number.out") : t("entry.verify.restored.out");
    const text = restored ? (verified.password ? t("entry.verify.restored.set") : out) : t("entry.verify.set.text");
    const title = byPhone ? t("entry.verify.restored.number") : t("entry.verify.restored.title");
    return (
      <Sent icon={<IconCircleCheck size={28} stroke={1.5} />} title={restored ? title : t("entry.verify.done.title")} text={text}>
        {verified.password ? (
          <Button component={Link} to={`${to.resetPassword()}#token=${verified.password}`} state={restored ? undefined : ASKS_NAME} size="md">
            {restored ? t("entry.verify.restored.button") : t("entry.verify.set.button")}
          </Button>
        ) : (
          <Button component={Link} to={to.signIn()} size="md">
            {t("signIn.title")}
          </Button>
        )}
      </Sent>
    );
  }
  if (verified) {
    return (
      <Sent
        icon={<IconCircleCheck size={28} stroke={1.5} />}
        title={verified.purpose === "change_email" ? t("entry.verify.changed.title") : t("entry.verify.done.title")}
        text={signedIn ? t("entry.verify.done.in") : t("entry.verify.done.out")}
      >
        <Button component={Link} to={signedIn ? toDashboard.dashboard() : to.signIn()} size="md">
          {signedIn ? t("entry.continue") : t("signIn.title")}
        </Button>
      </Sent>
    );
  }
  if (!token || failure?.messageId === "L010") return <Expired />;
  if (failure?.messageId === "L019") {
    return (
      <Sent icon={<IconAlertCircle size={28} stroke={1.5} />} title={t("entry.verify.elsewhere.title")} text={message(failure.messageId)}>
        <Button component={Link} to={to.signIn()} size="md">
          {t("signIn.title")}
        </Button>
      </Sent>
    );
  }
  if (failure) {
    return (
      <Card title={t("entry.verify.title")} onSubmit={() => wait === 0 && void ask()}>
        <FailureNote failure={failure} wait={wait} />
        <Button type="submit" size="md" disabled={wait > 0}>
          {t("entry.verify.retry")}
        </Button>
      </Card>
    );
  }
  if (restores && isUninitialized) {
    return (
      <Sent icon={<IconAlertCircle size={28} stroke={1.5} />} title={t("entry.verify.restore.title")} text={t("entry.verify.restore.text")}>
        <Button size="md" onClick={() => void ask()}>
          {t("entry.verify.restore.button")}
        </Button>
      </Sent>
    );
  }
  return <Sent icon={<Loader size={28} />} title={t("entry.verify.title")} text={isUninitialized ? "" : t("entry.verify.working")} />;
}

/** What the link proved, and the token that sets a password where the account has none. */
function useVerified(): { purpose: string; password: string | null } | null {
  const state: unknown = useLocation().state;
  if (typeof state !== "object" || state === null || !("verified" in state) || typeof state.verified !== "string") return null;
  return { purpose: state.verified, password: "password" in state && typeof state.password === "string" ? state.password : null };
}

/** The link is of no use any more: a new one, for an address that the person names. */
function Expired() {
  const { t } = useTranslation("auth");
  const signedIn = useAppSelector((state) => state.auth.status === "signedIn");
  const [email, setEmail] = useState("");
  // Who opens the link of a mail twice is in already.
  if (signedIn) {
    return (
      <Sent icon={<IconAlertCircle size={28} stroke={1.5} />} title={t("entry.verify.dead.title")} text={t("entry.verify.dead.in")}>
        <Button component={Link} to={toDashboard.dashboard()} size="md">
          {t("entry.continue")}
        </Button>
      </Sent>
    );
  }
  return (
    <Sent icon={<IconAlertCircle size={28} stroke={1.5} />} title={t("entry.verify.dead.title")} text={t("entry.verify.dead.out")}>
      <Button component={Link} to={to.signIn()} size="md">
        {t("signIn.title")}
      </Button>
      <TextInput size="md" type="email" name="email" dir="ltr" autoComplete="email" label={t("signIn.email")} value={email} onChange={(event) => setEmail(event.currentTarget.value)} />
      <ResendVerification email={isMail(email.trim()) ? email.trim() : ""} />
    </Sent>
  );
}
