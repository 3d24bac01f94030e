import { Button, Loader } from "@mantine/core";
import { lazy, Suspense, useCallback, useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { Link, useParams } from "react-router";
import { failureOf } from "@/api/envelope";
import { useOpenUnlockedMutation } from "@/api/generated";
import * as toAuth from "@/features/auth/paths";
import type { Asked } from "@/forms/ProofField";
import type { SentUnlocked } from "@/forms/unlocked/useUnlocked";
import { IconFileText, IconLock } from "@/ui/icons";
import { SchoolContact } from "@/ui/SchoolContact";
import { StateScreen } from "@/ui/StateScreen";
import { useMessage } from "@/ui/useMessage";
import { Done } from "./Done";
import * as to from "./paths";
import { Prove } from "./Prove";
import classes from "./unlocked.module.css";

// What draws forms is large, and nobody needs it before they have shown who they are.
const UnlockedForm = lazy(async () => ({ default: (await import("@/forms/unlocked/UnlockedForm")).UnlockedForm }));

/** What a link to answers that may be changed leads to, and whom to call about it. Whoever is signed in sees the same. */
export function UnlockedPage() {
  const { admissionDetailsToken = "" } = useParams();
  // In this page's memory alone: neither the address, nor the browser's history, nor anything that it stores has it from here on.
  const [token] = useState(admissionDetailsToken);
  useEffect(() => {
    if (admissionDetailsToken) history.replaceState(history.state, "", to.closed());
  }, [admissionDetailsToken]);
  return (
    <>
      {token ? <Linked token={token} /> : <Closed why="none" />}
      <div className={classes.whom}>
        <SchoolContact />
      </div>
    </>
  );
}

/** First what only the family knows, then the answers. */
function Linked({ token }: { token: string }) {
  const { t } = useTranslation("unlocked");
  const message = useMessage();
  const [look, { error }] = useOpenUnlockedMutation();
  const [asked, setAsked] = useState<Asked | null>(null);
  const [grant, setGrant] = useState<string | null>(null);
  const [ended, setEnded] = useState(false);
  const [sent, setSent] = useState<SentUnlocked | null>(null);
  const failure = error ? failureOf(error) : null;

  const ask = useCallback(async () => {
    const { data } = await look({ openUnlockedRequest: { token } });
    if (data?.asks) setAsked(data.asks);
  }, [look, token]);
  useEffect(() => void ask(), [ask]);

  if (sent) return <Done sent={sent} />;
  if (ended || failure?.messageId === "L010") return <Closed why="dead" />;
  if (failure && !asked) {
    return <StateScreen role="alert" order={1} title={t("failed")} text={message(failure.messageId)} action={<Button onClick={() => void ask()}>{t("retry")}</Button>} />;
  }
  const waiting = (
    <div className={classes.waiting} role="status" aria-label={t("loading")}>
      <Loader />
    </div>
  );
  if (grant) {
    return (
      <Suspense fallback={waiting}>
        <UnlockedForm way={{ grant }} order={1} onSent={setSent} onGone={() => setEnded(true)} />
      </Suspense>
    );
  }
  if (!asked) return waiting;
  return <Prove token={token} asked={asked} onProved={setGrant} onDead={() => setEnded(true)} />;
}

/** Without a link, and with one that opens nothing. Whoever has an account finds the same there, in a session that this tab alone holds. */
function Closed({ why }: { why: "none" | "dead" }) {
  const { t } = useTranslation("unlocked");
  return (
    <StateScreen
      order={1}
      icon={why === "dead" ? <IconLock size={28} stroke={1.5} /> : <IconFileText size={28} stroke={1.5} />}
      title={t(`${why}.title`)}
      text={t(`${why}.text`)}
      action={
        <Button component={Link} to={toAuth.signInByLink("link")} variant="default">
          {t("dead.signIn")}
        </Button>
      }
    />
  );
}
