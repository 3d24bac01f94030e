import { ActionIcon, Alert, Button, Group, NativeSelect, Textarea } from "@mantine/core";
import { useUncontrolled } from "@mantine/hooks";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { failureOf } from "@/api/envelope";
import { useAddNoteMutation, useListNotesQuery, useRemoveNoteMutation, useUpdateNoteMutation, type NoteView } from "@/api/generated";
import { useAppSelector } from "@/api/hooks";
import { may } from "@/api/may";
import { isEnquiryState } from "@/api/standing";
import type { Enquiry } from "@/api/types";
import { IconAlertCircle, IconPencil, IconHistory, IconTrash } from "@/ui/icons";
import record from "@/ui/record/record.module.css";
import { RecordSection } from "@/ui/record/RecordSection";
import { useFormat } from "@/ui/useFormat";
import { useMessage } from "@/ui/useMessage";
import classes from "./notes.module.css";

const LONGEST = 2000;
const MOST = 20;

/** What whoever saw a child recommends. */
const MARKS = ["recommend", "reservations", "against"] as const;
type Mark = (typeof MARKS)[number] | null;

interface Props {
  enquiry: Enquiry;
  order: 2 | 3;
  /** Whether one is being written, where that begins elsewhere too. */
  writing?: boolean;
  onWriting?: (writing: boolean) => void;
}

/** What colleagues have to know before they call: it stays at the head, where a comment scrolls away with what happened. */
export function Notes({ enquiry, order, ...begun }: Props) {
  const { t } = useTranslation("staff");
  const { id } = enquiry;
  const reads = useAppSelector((state) => may(state.auth.user?.authority, "note.read"));
  const { data, error, refetch } = useListNotesQuery({ id }, { skip: !reads });
  const [add, adding] = useAddNoteMutation();
  const [remove, removing] = useRemoveNoteMutation();
  const [writing, setWriting] = useUncontrolled({ value: begun.writing, defaultValue: false, onChange: begun.onWriting });
  const [removed, setRemoved] = useState<Pick<NoteView, "text" | "mark"> | null>(null);
  const notes = data?.items ?? [];
  const notesOn = useAppSelector((state) => may(state.auth.user?.authority, "enquiry.review"));
  const mayAdd = notesOn && data !== undefined && notes.length < MOST;
  if (notes.length === 0 && !mayAdd && !error) return null;

  // Only of an application is it decided by anybody.
  const marks = !isEnquiryState(enquiry.state);
  const write = async (text: string, mark: Mark) => {
    const answer = await add({ id, addNoteRequest: { text, ...(mark && { mark }) } });
    if (answer.error) return failureOf(answer.error).messageId;
    setRemoved(null);
    setWriting(false);
    return null;
  };
  const takeAway = async (note: NoteView) => {
    const answer = await remove({ id, note: note.id });
    if (!answer.error) setRemoved(note);
  };
  return (
    <RecordSection order={order} title={t("notes.title")}>
      {error && <Failure messageId={failureOf(error).messageId} onAgain={() => void refetch()} />}
      {removing.error && <Failure messageId={failureOf(removing.error).messageId} />}
      {adding.error && !writing && <Failure messageId={failureOf(adding.error).messageId} />}
      {notes.length > 0 && (
        <ul className={classes.notes}>
          {notes.map((note) => (
            <Note key={note.id} enquiry={id} note={note} marks={marks} busy={removing.isLoading} onRemove={() => void takeAway(note)} />
          ))}
        </ul>
      )}
      {removed !== null && (
        <Group role="status" gap={8}>
          <span className={record.quiet}>{t("notes.removed")}</span>
          <Button variant="subtle" size="compact-sm" loading={adding.isLoading} leftSection={<IconHistory size={16} stroke={1.5} aria-hidden />} onClick={() => void write(removed.text, removed.mark ?? null)}>
            {t("notes.undo")}
          </Button>
        </Group>
      )}
      {writing && mayAdd ? (
        <Writer label={t("notes.add")} hint={t("notes.hint")} first="" marks={marks} save={t("notes.save")} onSave={write} onLeave={() => setWriting(false)} />
      ) : (
        mayAdd && (
          <div>
            <Button variant="default" size="compact-sm" onClick={() => setWriting(true)}>
              {t("notes.add")}
            </Button>
          </div>
        )
      )}
    </RecordSection>
  );
}

interface NoteProps {
  enquiry: string;
  note: NoteView;
  /** Whether notes recommend something here. */
  marks: boolean;
  busy: boolean;
  onRemove: () => void;
}

function Note({ enquiry, note, marks, busy, onRemove }: NoteProps) {
  const { t } = useTranslation(["staff", "applications"]);
  const format = useFormat();
  const [update] = useUpdateNoteMutation();
  const [changing, setChanging] = useState(false);
  const change = async (text: string, mark: Mark) => {
    const answer = await update({ id: enquiry, note: note.id, updateNoteRequest: { version: note.version, text, ...(mark && { mark }) } });
    if (answer.error) return failureOf(answer.error).messageId;
    setChanging(false);
    return null;
  };
  return (
    <li className={classes.note}>
      {changing ? (
        <Writer label={t("notes.change")} first={note.text} mark={note.mark ?? null} marks={marks} save={t("notes.save")} onSave={change} onLeave={() => setChanging(false)} />
      ) : (
        <>
          {note.mark && <p className={classes.mark}>{t(`applications:mark.${note.mark}`)}</p>}
          <p className={classes.text} dir="auto">
            {note.text}
          </p>
          <div className={classes.foot}>
            <span className={record.quiet}>
              <bdi>{note.author.name}</bdi> · <time dateTime={note.updated_at}>{format.instant(note.updated_at)}</time>
            </span>
            <Group gap={4}>
              {note.may_change && (
                <ActionIcon variant="subtle" color="gray" size={36} aria-label={t("notes.change")} onClick={() => setChanging(true)}>
                  <IconPencil size={18} stroke={1.5} />
                </ActionIcon>
              )}
              {note.may_remove && (
                <ActionIcon variant="subtle" color="gray" size={36} disabled={busy} aria-label={t("notes.remove")} onClick={onRemove}>
                  <IconTrash size={18} stroke={1.5} />
                </ActionIcon>
              )}
            </Group>
          </div>
        </>
      )}
    </li>
  );
}

interface WriterProps {
  label: string;
  hint?: string;
  first: string;
  mark?: Mark;
  marks: boolean;
  save: string;
  /** What is wrong; null when it is written. */
  onSave: (text: string, mark: Mark) => Promise<string | null>;
  onLeave: () => void;
}

/** What was typed stays until the server has it. */
function Writer({ label, hint, first, mark: before = null, marks, save, onSave, onLeave }: WriterProps) {
  const { t } = useTranslation(["staff", "applications"]);
  const [text, setText] = useState(first);
  const [mark, setMark] = useState<Mark>(before);
  const [busy, setBusy] = useState(false);
  const [messageId, setMessageId] = useState<string | null>(null);
  const send = async () => {
    setBusy(true);
    const wrong = await onSave(text.trim(), mark);
    setBusy(false);
    setMessageId(wrong);
  };
  return (
    <div>
      {messageId && <Failure messageId={messageId} />}
      <Textarea label={label} description={hint} rows={3} dir="auto" maxLength={LONGEST} autoFocus value={text} onChange={(event) => setText(event.currentTarget.value)} />
      {marks && (
        <NativeSelect
          mt={8}
          label={t("applications:mark")}
          description={t("applications:mark.help")}
          value={mark ?? ""}
          data={[{ value: "", label: t("applications:mark.none") }, ...MARKS.map((each) => ({ value: each, label: t(`applications:mark.${each}`) }))]}
          onChange={({ currentTarget: { value } }) => setMark(MARKS.find((each) => each === value) ?? null)}
        />
      )}
      <Group gap={8} mt={8}>
        <Button size="compact-sm" loading={busy} disabled={!text.trim()} onClick={() => void send()}>
          {save}
        </Button>
        <Button size="compact-sm" variant="default" disabled={busy} onClick={onLeave}>
          {t("notes.leave")}
        </Button>
      </Group>
    </div>
  );
}

function Failure({ messageId, onAgain }: { messageId: string; onAgain?: () => void }) {
  const { t } = useTranslation("staff");
  const message = useMessage();
  return (
    <Alert role="alert" color="red" icon={<IconAlertCircle stroke={1.5} />}>
      {message(messageId)}
      {onAgain && (
        <div>
          <Button mt={8} size="compact-sm" variant="default" onClick={onAgain}>
            {t("retry")}
          </Button>
        </div>
      )}
    </Alert>
  );
}
