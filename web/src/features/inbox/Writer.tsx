import { Alert, Button, Group, Textarea, TextInput } from "@mantine/core";
import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { failureOf } from "@/api/envelope";
import { usePreviewEnquiryMessageMutation, useSendEnquiryMessageMutation, type AnswerEnquiryMessagesPayload, type EnquiryMessageView, type ReplyView } from "@/api/generated";
import { Dialog } from "@/ui/Dialog";
import { MailFrame } from "@/ui/MailFrame";
import { useMessage } from "@/ui/useMessage";
import classes from "./messages.module.css";
import { useKept } from "./useKept";

const LONGEST = 4000;
const LONGEST_SUBJECT = 120;
const REPLIES = ["ask_papers", "ask_call", "invite_visit"] as const;
export type ReplyName = (typeof REPLIES)[number];

interface Props {
  id: string;
  written: Pick<AnswerEnquiryMessagesPayload, "to" | "language" | "replies">;
  /** The school's text that it begins with. */
  begin?: ReplyName | undefined;
  /** In a dialog of its own: what was sent, and the end of it. */
  onSent?: (message: EnquiryMessageView) => void;
  /** Whether the preview stands over it. */
  onCovered?: (covered: boolean) => void;
}

/** What was typed stays until the server has it; the school's texts are a beginning, in the family's language. */
export function Writer({ id, written: { to, language: lng, replies }, begin, onSent, onCovered }: Props) {
  const { t } = useTranslation("staff");
  const message = useMessage();
  const [send, { isLoading, error }] = useSendEnquiryMessageMutation();
  const [look, looking] = usePreviewEnquiryMessageMutation();
  const first = replies.find(({ name }) => name === begin);
  // A letter that is closed half written is there again when it is opened.
  const [text, setText] = useKept(`letter.${id}.${begin ?? ""}`, first?.text.trim());
  const [subject, setSubject] = useKept(`subject.${id}.${begin ?? ""}`, first?.subject);
  const language = lng === "ar" ? "ar" : "en";
  const isCovered = looking.data !== undefined;
  useEffect(() => onCovered?.(isCovered), [isCovered, onCovered]);
  const add = (reply: ReplyView) => {
    setSubject(reply.subject);
    setText(text.trim() ? `${text.trim()}\n\n${reply.text.trim()}` : reply.text.trim());
  };
  const failed = error ?? looking.error;
  const typed = { text: text.trim(), subject: subject.trim() || null };
  const finish = async () => {
    const answer = await send({ id, sendEnquiryMessageRequest: typed });
    if (answer.error) return;
    setText("");
    setSubject("");
    onSent?.(answer.data.message);
  };
  return (
    <div className={classes.writer}>
      {failed && (
        <Alert role="alert" color="red" mb={12}>
          {message(failureOf(failed).messageId)}
        </Alert>
      )}
      <Group gap={8} mb={8} role="group" aria-label={t("messages.begin")}>
        {REPLIES.map((name) => {
          const reply = replies.find((each) => each.name === name);
          return (
            reply && (
              <Button key={name} size="compact-sm" variant="default" onClick={() => add(reply)}>
                {t(`messages.reply.${name}`)}
              </Button>
            )
          );
        })}
      </Group>
      {to && <TextInput mb={8} label={t("messages.subject")} dir="auto" maxLength={LONGEST_SUBJECT} value={subject} onChange={(event) => setSubject(event.currentTarget.value)} />}
      <Textarea
        label={t("messages.write")}
        description={to ? t(`messages.to.${language}`, { to: `\u2066${to}\u2069` }) : t("messages.to.nobody")}
        dir="auto"
        rows={8}
        maxLength={LONGEST}
        autoFocus={onSent !== undefined}
        data-autofocus={onSent ? true : undefined}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <Group gap={8} mt={8}>
        <Button loading={isLoading} disabled={!text.trim()} onClick={() => void finish()}>
          {t("messages.send")}
        </Button>
        {to && (
          <Button variant="default" disabled={!text.trim()} loading={looking.isLoading} onClick={() => void look({ id, sendEnquiryMessageRequest: typed })}>
            {t("messages.preview")}
          </Button>
        )}
      </Group>
      {looking.data && (
        <Dialog title={t("messages.preview.title")} size={680} onClose={looking.reset}>
          <p className={classes.subject} dir="auto">
            {looking.data.subject}
          </p>
          <MailFrame html={looking.data.html} title={t("messages.preview.title")} language={language} />
        </Dialog>
      )}
    </div>
  );
}
