import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { useListEnquiryMessagesQuery, useReadEnquiryMessagesMutation, type EnquiryMessageView } from "@/api/generated";
import { useAppSelector } from "@/api/hooks";
import { may } from "@/api/may";
import type { Enquiry } from "@/api/types";
import record from "@/ui/record/record.module.css";
import { RecordStates } from "@/ui/record/RecordStates";
import { useFormat } from "@/ui/useFormat";
import classes from "./messages.module.css";
import { Writer } from "./Writer";

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
      {edits && <Writer id={id} written={data} />}
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
