import { Alert, Button } from "@mantine/core";
import { lazy, Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { useListAssigneesQuery } from "@/api/generated";
import { useAppSelector } from "@/api/hooks";
import { may } from "@/api/may";
import { useMaybeSchool } from "@/api/school";
import { isEnquiryState } from "@/api/standing";
import type { Enquiry, EnquiryState } from "@/api/types";
import { IconAlertCircle, IconFileText, IconHistory, IconMail, IconNote, IconPrinter, IconUserPlus } from "@/ui/icons";
import { useOfferedHere, type PageAction } from "@/ui/pageActions";
import record from "@/ui/record/record.module.css";
import { useMessage } from "@/ui/useMessage";
import { AskForPapers, useAsking } from "./AskForPapers";
import { CloseDialog } from "./CloseDialog";
import { asksWhy, isOver } from "./closing";
import { ConflictNotice } from "./ConflictNotice";
import classes from "./enquiry.module.css";
import type { Made } from "./MakeApplication";
import { onwardOf, stoodAt } from "./standing";
import { useChange } from "./useChange";
import { usePapers } from "./usePapers";
import type { ReplyName } from "./Writer";

// Asked for by a press: no record waits for it.
const WriteDialog = lazy(async () => ({ default: (await import("./WriteDialog")).WriteDialog }));

const MakeApplication = lazy(async () => ({ default: (await import("./MakeApplication")).MakeApplication }));

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
  const { t } = useTranslation(["staff", "origins"]);
  const message = useMessage();
  const school = useMaybeSchool();
  const me = useAppSelector((state) => state.auth.user);
  const edits = may(me?.authority, "enquiry.edit");
  const assignees = useListAssigneesQuery(undefined, { skip: !edits });
  const { send, busy, conflict, dismiss, messageId } = useChange(enquiry);
  const { open, lastAsked } = usePapers(enquiry.id);
  const [closing, setClosing] = useState<EnquiryState | null>(null);
  // What is being written, and what it begins with.
  const [writing, setWriting] = useState<{ begin?: ReplyName } | null>(null);
  const [askedAt, setAskedAt] = useState<string | null>(null);
  const [sent, setSent] = useState<"write.sent" | "papers.asked.noMail" | `origins:${Made}` | null>(null);
  const [making, setMaking] = useState(false);

  const over = isOver(enquiry.state);
  const asking = useAsking({ open: over ? 0 : open, lastAsked: askedAt ?? lastAsked }, () => setWriting({ begin: "ask_papers" }));
  // An application goes its own ways, which stand where it is told how it stands.
  const next = over && isEnquiryState(enquiry.state) ? stoodAt(enquiry) : onwardOf(enquiry);
  const word = over ? "next.reopen" : next && ONWARD[next];
  const canTake = me !== null && enquiry.owner?.id !== me.id && (assignees.data?.items.some(({ id }) => id === me.id) ?? false);
  // One applies by a form of its own: what asks for work becomes no application for a place.
  const kind = school?.forms.find((form) => form.id === enquiry.form)?.kind;
  const canMake = edits && !over && Boolean(school?.application) && isEnquiryState(enquiry.state) && !enquiry.origin?.application && (kind === "enquiry" || kind === "other");
  const make = t(enquiry.origin?.begun_at ? "origins:make.goOn" : "origins:make.action");
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
          ...(canMake ? [{ id: "make-application", label: make, icon: <IconFileText {...SIZE} />, run: () => setMaking(true) }] : []),
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
      {canMake && (
        <Button variant="default" leftSection={<IconFileText {...SIZE} />} onClick={() => setMaking(true)}>
          {make}
        </Button>
      )}
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
      {making && (
        <Suspense fallback={null}>
          <MakeApplication
            id={enquiry.id}
            onDone={(made) => {
              setMaking(false);
              setSent(`origins:${made}`);
            }}
            onClose={() => setMaking(false)}
          />
        </Suspense>
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
