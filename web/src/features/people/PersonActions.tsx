import { Button } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { failureOf } from "@/api/envelope";
import { ConfirmDialog } from "@/ui/ConfirmDialog";
import { IconCircleCheck, IconKey, IconLogout, IconMail, IconUserCheck, IconUserOff } from "@/ui/icons";
import { isProofAsked, useConfirmed } from "@/ui/useConfirmed";
import { useMessage } from "@/ui/useMessage";
import { useProblemsByField } from "@/ui/useProblemText";
import { useInviteAgainMutation, useResetSecondFactorMutation, useSignPersonOutMutation, useUpdatePersonMutation, type Person } from "@/api/people";
import classes from "./people.module.css";
import { Notice } from "./Notice";

type Act = "erasure-answered" | "disable" | "enable" | "invitation" | "sign-out" | "second-factor-reset";

/** What can be done to an account at once; each is asked again before it happens. */
export function PersonActions({ person, self, onStale }: { person: Person; self: boolean; onStale: () => void }) {
  const { t } = useTranslation("settings");
  const message = useMessage();
  const byField = useProblemsByField();
  const [change, changing] = useUpdatePersonMutation();
  const [invite, inviting] = useInviteAgainMutation();
  const [signOut, signingOut] = useSignPersonOutMutation();
  const [resetFactor, resetting] = useResetSecondFactorMutation();
  const { confirmed, asking, dialog } = useConfirmed();
  const [asked, setAsked] = useState<Act | null>(null);
  const [done, setDone] = useState<Act | null>(null);
  const [error, setError] = useState<string | null>(null);
  const enabled = person.status !== "disabled";

  const acts: { id: Act; icon: typeof IconKey; shown: boolean }[] = [
    { id: "invitation", icon: IconMail, shown: Boolean(person.email) && enabled && (person.status === "invited" || person.signed_in_at === null) },
    { id: "sign-out", icon: IconLogout, shown: person.signed_in_at !== null && enabled },
    { id: "second-factor-reset", icon: IconKey, shown: person.second_factor && !self },
    { id: "erasure-answered", icon: IconCircleCheck, shown: Boolean(person.erasure_asked_at) },
    { id: "disable", icon: IconUserOff, shown: enabled && !self },
    { id: "enable", icon: IconUserCheck, shown: !enabled },
  ];
  const who = { id: person.id };
  const turn = (status: "active" | "disabled") => change({ ...who, personChange: { version: person.version, status } });
  const calls = {
    disable: () => turn("disabled"),
    enable: () => turn("active"),
    "erasure-answered": () => change({ ...who, personChange: { version: person.version, erasure_answered: true } }),
    invitation: () => invite(who),
    "sign-out": () => signOut(who),
    "second-factor-reset": () => resetFactor(who),
  } satisfies Record<Act, () => unknown>;
  const confirm = async () => {
    if (!asked) return;
    const answer = await confirmed<Awaited<ReturnType<(typeof calls)[Act]>>>(calls[asked]);
    if (!answer.error) {
      setDone(asked);
      setAsked(null);
      return;
    }
    if (isProofAsked(answer.error)) return;
    const failure = failureOf(answer.error);
    if (failure.messageId === "A003") onStale();
    setError(byField(failure.problems).status ?? message(failure.messageId));
  };
  return (
    <section className={classes.section} aria-label={t("people.actions")}>
      {done && <Notice text={t(`people.done.${done}`)} />}
      <div className={classes.actions}>
        {acts
          .filter((each) => each.shown)
          .map(({ id, icon: Icon }) => (
            <Button
              key={id}
              variant="default"
              leftSection={<Icon size={18} stroke={1.5} aria-hidden />}
              onClick={() => {
                setError(null);
                setDone(null);
                setAsked(id);
              }}
            >
              {t(`people.act.${id}`)}
            </Button>
          ))}
      </div>
      {asked && (
        <ConfirmDialog
          opened
          covered={asking}
          danger={asked === "disable" || asked === "second-factor-reset"}
          onClose={() => setAsked(null)}
          title={t(`people.ask.${asked}`, { name: `\u2068${person.name || person.email || ""}\u2069` })}
          text={t(`people.means.${asked}`)}
          confirm={t(`people.act.${asked}`)}
          busy={[changing, inviting, signingOut, resetting].some((call) => call.isLoading)}
          error={error}
          onConfirm={() => void confirm()}
        />
      )}
      {dialog}
    </section>
  );
}
