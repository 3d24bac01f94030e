import { Alert, Button, Skeleton } from "@mantine/core";
import { useId, useState } from "react";
import { Trans, useTranslation } from "react-i18next";
import { failureOf } from "@/api/envelope";
import { ConfirmDialog } from "@/ui/ConfirmDialog";
import { IconAlertCircle, IconDeviceDesktop, IconDeviceMobile, IconDeviceTablet } from "@/ui/icons";
import { isProofAsked, useConfirmed } from "@/ui/useConfirmed";
import { useFormat } from "@/ui/useFormat";
import { useMessage } from "@/ui/useMessage";
import { useEndOtherSessionsMutation, useEndSessionMutation, useListSessionsQuery, type LiveSession } from "../api";
import { Card } from "../Card";
import classes from "../profile.module.css";

/** Where this account is signed in, each of which can be ended. */
export function SessionsCard({ hasPassword }: { hasPassword: boolean }) {
  const { t } = useTranslation("profile");
  const message = useMessage();
  const { data, error, refetch } = useListSessionsQuery(undefined, { refetchOnMountOrArgChange: true });
  const [end, ending] = useEndSessionMutation();
  const [endOthers, endingOthers] = useEndOtherSessionsMutation();
  const { confirmed, asking, dialog } = useConfirmed();
  const [asked, setAsked] = useState<LiveSession | "others" | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  // This browser first, then who was here last.
  const sessions = data?.sessions.toSorted((one, two) => Number(two.current) - Number(one.current) || two.seen_at.localeCompare(one.seen_at));

  const confirm = async () => {
    if (!asked) return;
    const answer = await confirmed<Awaited<ReturnType<typeof end | typeof endOthers>>>(() => (asked === "others" ? endOthers() : end({ id: asked.id })));
    if (isProofAsked(answer.error)) return;
    // A session that has ended by itself meanwhile is what was wanted.
    const failed = answer.error && failureOf(answer.error).status !== 404 ? failureOf(answer.error).messageId : null;
    setProblem(failed && message(failed));
    if (failed) return;
    setAsked(null);
    if (answer.error) void refetch();
  };
  return (
    <Card
      title={t("profile.sessions.title")}
      lead={hasPassword ? t("profile.sessions.lead") : t("profile.sessions.lead.bare")}
      aside={
        (sessions?.length ?? 0) > 1 && (
          <Button variant="default" onClick={() => setAsked("others")}>
            {t("profile.sessions.endOthers")}
          </Button>
        )
      }
    >
      {error && !data && (
        <Alert role="alert" color="red" icon={<IconAlertCircle stroke={1.5} />}>
          {message(failureOf(error).messageId)}{" "}
          <Button variant="subtle" size="compact-sm" onClick={() => void refetch()}>
            {t("profile.retry")}
          </Button>
        </Alert>
      )}
      {!sessions && !error && <Skeleton height={120} />}
      {sessions && (
        <ul className={classes.rows}>
          {sessions.map((session) => (
            <SessionRow key={session.id} session={session} onEnd={() => setAsked(session)} />
          ))}
        </ul>
      )}
      <ConfirmDialog
        opened={asked !== null}
        covered={asking}
        danger
        onClose={() => {
          setAsked(null);
          setProblem(null);
        }}
        title={asked === "others" ? t("profile.sessions.endOthers") : t("profile.sessions.end")}
        text={asked === "others" ? t("profile.sessions.endOthers.text") : asked ? t("profile.sessions.end.text", { device: `\u2068${asked.device}\u2069` }) : ""}
        confirm={asked === "others" ? t("profile.sessions.endOthers.do") : t("profile.sessions.end.do")}
        busy={ending.isLoading || endingOthers.isLoading}
        error={problem}
        onConfirm={() => void confirm()}
      />
      {dialog}
    </Card>
  );
}

const METHODS = ["password", "password+totp", "password+recovery", "code", "link", "pin", "tracking"] as const;

/** A device in the page's language: the server names it "browser on system". */
function Device({ device }: { device: string }) {
  const { t } = useTranslation("profile");
  const [browser, system] = device.split(" on ");
  if (!browser || !system) return <bdi>{device || t("profile.sessions.unknown")}</bdi>;
  return <Trans t={t} i18nKey="profile.sessions.device" values={{ browser, system }} components={{ name: <bdi /> }} />;
}

function SessionRow({ session, onEnd }: { session: LiveSession; onEnd: () => void }) {
  const { t } = useTranslation("profile");
  const format = useFormat();
  const id = useId();
  const method = METHODS.find((each) => each === session.method);
  const Icon = session.kind === "till" ? IconDeviceTablet : /android|iphone|ipad|mobile/i.test(session.device) ? IconDeviceMobile : IconDeviceDesktop;
  return (
    <li className={classes.row}>
      <Icon className={classes.rowIcon} size={28} stroke={1.5} aria-hidden />
      <span className={classes.rowText}>
        <span className={classes.rowTitle}>
          <span id={id}>
            <Device device={session.device} />
          </span>
          {session.current && (
            <span className={classes.word} data-good>
              {t("profile.sessions.this")}
            </span>
          )}
        </span>
        <span className={classes.quiet}>
          {session.current ? t("profile.sessions.now") : t("profile.sessions.seen", { age: format.age(session.seen_at) })}
          {" · "}
          <bdi dir="ltr">{session.address}</bdi>
          {method && ` · ${t(`profile.method.${method}`)}`}
        </span>
        <span className={classes.quiet}>
          <Trans
            t={t}
            i18nKey="profile.sessions.since"
            values={{ since: format.instant(session.created_at), until: format.instant(session.expires_at) }}
            components={{ whole: <span className={classes.whole} /> }}
          />
        </span>
      </span>
      {!session.current && (
        <Button variant="default" onClick={onEnd} aria-describedby={id}>
          {t("profile.sessions.end.do")}
        </Button>
      )}
    </li>
  );
}
