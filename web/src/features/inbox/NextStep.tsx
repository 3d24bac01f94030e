import { Alert, Button } from "@mantine/core";
import { lazy, Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { useListAssigneesQuery } from "@/api/generated";
import { useAppSelector } from "@/api/hooks";
import { may } from "@/api/may";
import { isEnquiryState } from "@/api/standing";
import type { Enquiry, EnquiryState } from "@/api/types";
import { IconAlertCircle, IconHistory, IconMail, IconNote, IconPrinter, IconUserPlus } from "@/ui/icons";
import { useOfferedHere, type PageAction } from "@/ui/pageActions";
import record from "@/ui/record/record.module.css";
import { useMessage } from "@/ui/useMessage";
import { AskForPapers, useAsking } from "./AskForPapers";
import { CloseDialog } from "./CloseDialog";
import { asksWhy, isOver } from "./closing";
import { ConflictNotice } from "./ConflictNotice";
import classes from "./enquiry.module.css";
import { onwardOf, stoodAt } from "./standing";
import { useChange } from "./useChange";
import { usePapers } from "./usePapers";
import type { ReplyName } from "./Writer";

// Asked for by a press: no record waits for it.
const WriteDialog = lazy(async () => ({ default: (await import("./WriteDialog")).WriteDialog }));

const SIZE = { size: 18, stroke: 1.5, "aria-hidden": true } as const;

/** What each step is called that leads on. */
const ONWARD: Readonly<Partial<Record<EnquiryState, "next.contacted" | "next.toured" | "next.applying">>> = { contacted: "next.contacted", toured: "next.toured", applying: "next.applying" };

interface Props {
  enquiry: Enquiry;
  /** Begins a note. */
  onNote: () => void;
}

/** What is to be done with an enquiry next, and the ways to its family; the command palette offers the same and more. */
export function NextStep({ enquiry, onNote }: Props) {
  const { t } = useTranslation("staff");
  const message = useMessage();
  const me = useAppSelector((state) => state.auth.user);
  const edits = may(me?.authority, "enquiry.edit");
  const assignees = useListAssigneesQuery(undefined, { skip: !edits });
  const { send, busy, conflict, dismiss, messageId } = useChange(enquiry);
  const { open, lastAsked } = usePapers(enquiry.id);
  const [closing, setClosing] = useState<EnquiryState | null>(null);
  // What is being written, and what it begins with.
  const [writing, setWriting] = useState<{ begin?: ReplyName } | null>(null);
  const [askedAt, setAskedAt] = useState<string | null>(null);
  const [sent, setSent] = useState<"write.sent" | "papers.asked.noMail" | null>(null);

  const over = isOver(enquiry.state);
  const asking = useAsking({ open: over ? 0 : open, lastAsked: askedAt ?? lastAsked }, () => setWriting({ begin: "ask_papers" }));
  // An application goes its own ways, which stand where it is told how it stands.
  const next = over && isEnquiryState(enquiry.state) ? stoodAt(enquiry) : onwardOf(enquiry);
  const word = over ? "next.reopen" : next && ONWARD[next];
  const canTake = me !== null && enquiry.owner?.id !== me.id && (assignees.data?.items.some(({ id }) => id === me.id) ?? false);
  const move = (state: EnquiryState) => (asksWhy(state) ? setClosing(state) : void send({ state }));
  const take = () => me && void send({ owner: me.id });
  const settle = (then: () => void) => {
    setClosing(null);
    then();
  };

  const print: PageAction = { id: "print", label: t("act.print"), icon: <IconPrinter {...SIZE} />, run: () => window.print() };
  const moves = enquiry.next_states.map((state): PageAction => ({ id: `move-${state}`, label: asksWhy(state) ? t("close.title") : t("act.state", { state: t(`move.${state}`) }), icon: <IconHistory {...SIZE} />, run: () => move(state) }));
  useOfferedHere([
    ...(edits
      ? [
          ...(canTake ? [{ id: "take", label: t("actions.take"), icon: <IconUserPlus {...SIZE} />, run: take }] : []),
          ...moves,
          { id: "write", label: t("write.open"), icon: <IconMail {...SIZE} />, run: () => setWriting({}) },
          ...(open > 0 ? [{ id: "ask", label: asking.label, icon: <IconMail {...SIZE} />, run: asking.ask }] : []),
          { id: "note", label: t("notes.add"), icon: <IconNote {...SIZE} />, run: onNote },
        ]
      : []),
    print,
  ]);

  if (!edits) return null;
  return (
    <div className={classes.next} role="group" aria-label={t("next.label")}>
      {messageId && !closing && (
        <Alert role="alert" color="red" icon={<IconAlertCircle stroke={1.5} />}>
          {message(messageId)}
        </Alert>
      )}
      {conflict && <ConflictNotice enquiry={enquiry} conflict={conflict} busy={busy !== null} onAgain={() => settle(() => void send(conflict.change))} onDismiss={() => settle(dismiss)} />}
      {next && word && enquiry.next_states.includes(next) && (
        <Button variant={over ? "default" : "filled"} loading={busy?.state === next} disabled={busy !== null} onClick={() => move(next)}>
          {t(word)}
        </Button>
      )}
      {canTake && !enquiry.owner && !over && (
        <Button variant="default" disabled={busy !== null} leftSection={<IconUserPlus {...SIZE} />} onClick={take}>
          {t("actions.take")}
        </Button>
      )}
      <Button variant="default" leftSection={<IconMail {...SIZE} />} onClick={() => setWriting({})}>
        {t("write.open")}
      </Button>
      <AskForPapers {...asking} />
      {asking.dialog}
      <span role="status" className={record.quiet}>
        {sent && t(sent)}
      </span>
      {closing && !conflict && (
        <CloseDialog
          title={t("close.title")}
          withComment
          busy={busy !== null}
          error={messageId && message(messageId)}
          onSend={(reason, comment) => void send({ state: closing, reason, ...(comment && { comment }) }).then((done) => done && setClosing(null))}
          onClose={() => setClosing(null)}
        />
      )}
      {writing && (
        <Suspense fallback={null}>
          <WriteDialog
            id={enquiry.id}
            begin={writing.begin}
            onSent={({ mailed, sent_at }) => {
              if (writing.begin === "ask_papers") setAskedAt(sent_at);
              setWriting(null);
              setSent(mailed ? "write.sent" : "papers.asked.noMail");
            }}
            onClose={() => setWriting(null)}
          />
        </Suspense>
      )}
    </div>
  );
}
