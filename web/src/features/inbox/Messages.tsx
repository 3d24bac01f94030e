import { Alert, Button, Group, Textarea, TextInput } from "@mantine/core";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { failureOf } from "@/api/envelope";
import { useListEnquiryMessagesQuery, usePreviewEnquiryMessageMutation, useReadEnquiryMessagesMutation, useSendEnquiryMessageMutation, type EnquiryMessageView, type ReplyView } from "@/api/generated";
import { useAppSelector } from "@/api/hooks";
import { may } from "@/api/may";
import type { Enquiry } from "@/api/types";
import { Dialog } from "@/ui/Dialog";
import { MailFrame } from "@/ui/MailFrame";
import record from "@/ui/record/record.module.css";
import { RecordStates } from "@/ui/record/RecordStates";
import { useFormat } from "@/ui/useFormat";
import { useMessage } from "@/ui/useMessage";
import classes from "./messages.module.css";

const LONGEST = 4000;
const LONGEST_SUBJECT = 120;
const REPLIES = ["ask_papers", "ask_call", "invite_visit"] as const;

/** What the family and the school wrote to each other. Who may answer has read it by having it open. */
export function Messages({ enquiry }: { enquiry: Enquiry }) {
  const { t } = useTranslation("staff");
  const { id } = enquiry;
  const { data, error, refetch } = useListEnquiryMessagesQuery({ id }, { refetchOnMountOrArgChange: true });
  const [read] = useReadEnquiryMessagesMutation();
  const edits = useAppSelector((state) => may(state.auth.user?.authority, "enquiry.edit"));
  const isUnread = data?.items.some(({ from, read_at }) => from === "family" && !read_at) ?? false;
  useEffect(() => {
    if (edits && isUnread) void read({ id });
  }, [edits, isUnread, id, read]);
  if (!data) {
    const words = { loading: t("messages.loading"), failed: t("messages.failed"), gone: t("enquiry.gone.title"), retry: t("retry") };
    return <RecordStates order={2} error={error} words={words} retry={() => void refetch()} />;
  }
  return (
    <>
      {data.items.length === 0 ? (
        <p className={record.quiet}>{t("messages.none")}</p>
      ) : (
        <ol className={classes.messages}>
          {data.items.map((message) => (
            <Message key={message.id} message={message} />
          ))}
        </ol>
      )}
      {edits && <Writer id={id} to={data.to ?? null} language={data.language === "ar" ? "ar" : "en"} replies={data.replies} />}
    </>
  );
}

function Message({ message }: { message: EnquiryMessageView }) {
  const { t } = useTranslation("staff");
  const format = useFormat();
  const isSchools = message.from === "school";
  return (
    <li className={classes.message} data-from={message.from}>
      <p className={classes.text} dir="auto">
        {message.text}
      </p>
      <p className={record.quiet}>
        {isSchools ? <bdi>{message.author}</bdi> : t("messages.family")} · <time dateTime={message.sent_at}>{format.instant(message.sent_at)}</time>
        {isSchools && <> · {t(message.read_at ? "messages.read" : message.mailed ? "messages.mailed" : "messages.notMailed")}</>}
      </p>
    </li>
  );
}

interface WriterProps {
  id: string;
  to: string | null;
  language: "en" | "ar";
  replies: readonly ReplyView[];
}

/** What was typed stays until the server has it; the school's texts are a beginning, in the family's language. */
function Writer({ id, to, language, replies }: WriterProps) {
  const { t } = useTranslation("staff");
  const message = useMessage();
  const [send, { isLoading, error }] = useSendEnquiryMessageMutation();
  const [look, looking] = usePreviewEnquiryMessageMutation();
  const [text, setText] = useState("");
  const [subject, setSubject] = useState("");
  const begin = (reply: ReplyView) => {
    setSubject(reply.subject);
    setText((typed) => (typed.trim() ? `${typed.trim()}\n\n${reply.text.trim()}` : reply.text.trim()));
  };
  const failed = error ?? looking.error;
  const written = { text: text.trim(), subject: subject.trim() || null };
  const finish = async () => {
    const answer = await send({ id, sendEnquiryMessageRequest: written });
    if (answer.error) return;
    setText("");
    setSubject("");
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
              <Button key={name} size="compact-sm" variant="default" onClick={() => begin(reply)}>
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
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <Group gap={8} mt={8}>
        <Button loading={isLoading} disabled={!text.trim()} onClick={() => void finish()}>
          {t("messages.send")}
        </Button>
        {to && (
          <Button variant="default" disabled={!text.trim()} loading={looking.isLoading} onClick={() => void look({ id, sendEnquiryMessageRequest: written })}>
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
