import { Button, Loader } from "@mantine/core";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { Link, Navigate } from "react-router";
import { failureOf } from "@/api/envelope";
import { useOpenApplicationMutation } from "@/api/generated";
import { useAppSelector } from "@/api/hooks";
import { useSchool } from "@/api/school";
import * as toAdmission from "@/features/admission/paths";
import * as toAuth from "@/features/auth/paths";
import * as toDashboard from "@/features/dashboard/paths";
import type { Asked } from "@/forms/ProofField";
import { IconFileText, IconLock } from "@/ui/icons";
import { SchoolContact } from "@/ui/SchoolContact";
import { StateScreen } from "@/ui/StateScreen";
import { useLinkToken } from "@/ui/useLinkToken";
import { useMessage } from "@/ui/useMessage";
import { ApplicationView } from "./ApplicationView";
import classes from "./application.module.css";
import { LostLink } from "./LostLink";
import * as to from "./paths";
import { Prove } from "./Prove";
import { forgetLink, keepLink, keptLink } from "./tab";

/** What a private link leads to, and whom to call about it. */
export function LinkPage() {
  return (
    <>
      <Linked />
      <div className={classes.whom}>
        <SchoolContact />
      </div>
    </>
  );
}

/** First what only the family knows, then what they sent. Both live in this page's memory alone; the link lives with the tab. */
function Linked() {
  const { t } = useTranslation("application");
  const message = useMessage();
  const given = useLinkToken();
  const [token] = useState(() => given || keptLink());
  const [look, { error }] = useOpenApplicationMutation();
  const [asked, setAsked] = useState<Asked | null>(null);
  const [grant, setGrant] = useState<string | null>(null);
  const [own, setOwn] = useState<string | null>(null);
  const [ended, setEnded] = useState(false);

  const failure = error ? failureOf(error) : null;
  const isDead = ended || failure?.messageId === "L010";
  useEffect(() => {
    if (isDead) forgetLink();
    else if (token) keepLink(token);
  }, [isDead, token]);

  // Whether an account is here decides what is asked.
  const isRestoring = useAppSelector((state) => state.auth.status === "restoring");
  useEffect(() => {
    if (!token || isRestoring) return;
    let stale = false;
    void look({ openApplicationRequest: { token } }).then((answer) => {
      if (stale || !answer.data) return;
      if (answer.data.asks) setAsked(answer.data.asks);
      else if (answer.data.application) {
        forgetLink();
        setOwn(answer.data.application);
      }
    });
    return () => {
      stale = true;
    };
  }, [look, token, isRestoring]);

  if (!token && isRestoring) return null;
  if (!token || isDead) return <NoLink dead={token !== ""} />;
  if (failure && !asked) {
    return (
      <StateScreen
        role="alert"
        order={1}
        title={t("application.failed")}
        text={message(failure.messageId)}
        action={<Button onClick={() => location.reload()}>{t("application.retry")}</Button>}
      />
    );
  }
  // The account that owns it has a page for it, with all that it gave before.
  if (own) return <Navigate to={to.own(own)} replace />;
  if (grant) return <ApplicationView application={grant} onGone={() => setGrant(null)} />;
  if (!asked) {
    return (
      <div className={classes.waiting} role="status" aria-label={t("application.loading")}>
        <Loader />
      </div>
    );
  }
  return <Prove token={token} asked={asked} onProved={setGrant} onDead={() => setEnded(true)} />;
}

/** Without a link, and with one that opens nothing: the other ways to the same. */
function NoLink({ dead }: { dead: boolean }) {
  const { t } = useTranslation("application");
  const { without_auth } = useSchool().authPage.conditionalScreens;
  const signedIn = useAppSelector((state) => state.auth.status === "signedIn");
  // As at admission: a code is given where one may begin without an account.
  const byCode = without_auth === "Y" && !signedIn;
  const why = dead ? "dead" : "none";
  // Who is signed in finds all that is theirs there.
  if (signedIn && !dead) return <Navigate to={toDashboard.dashboard()} replace />;
  return (
    <>
      <StateScreen
        order={1}
        icon={dead ? <IconLock size={28} stroke={1.5} /> : <IconFileText size={28} stroke={1.5} />}
        title={t(`application.${why}.title`)}
        text={byCode ? t(`application.${why}.text.code`) : t(`application.${why}.text`)}
        action={
          <div className={classes.ways}>
            <Button component={Link} to={signedIn ? toDashboard.dashboard() : toAuth.signIn()}>
              {t(signedIn ? "application.back" : "application.signIn")}
            </Button>
            {byCode && (
              <Button component={Link} to={toAdmission.track()} variant="default">
                {t("application.track")}
              </Button>
            )}
          </div>
        }
      />
      <LostLink />
    </>
  );
}
