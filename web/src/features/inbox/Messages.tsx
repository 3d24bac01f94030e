import { Alert, Button } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { failureOf } from "@/api/envelope";
import { useListEnquiryMessagesQuery, useReadEnquiryMessagesMutation, useUnreadEnquiryMessagesMutation, type EnquiryMessageView } from "@/api/generated";
import { useAppSelector } from "@/api/hooks";
import { may } from "@/api/may";
import type { Enquiry } from "@/api/types";
import record from "@/ui/record/record.module.css";
import { RecordStates } from "@/ui/record/RecordStates";
import { useMessage } from "@/ui/useMessage";
import { Message, sinceAnswer, waits } from "./Message";
import classes from "./messages.module.css";
import { Writer } from "./Writer";

/** What the family and the school wrote to each other. The family waits until it is answered, or somebody says that it needs no answer. */
export function Messages({ enquiry }: { enquiry: Enquiry }) {
  const { t } = useTranslation("staff");
  const { id } = enquiry;
  const { data, error, refetch } = useListEnquiryMessagesQuery({ id }, { refetchOnMountOrArgChange: true });
  const edits = useAppSelector((state) => may(state.auth.user?.authority, "enquiry.edit"));
  if (!data) {
    const words = { loading: t("messages.loading"), failed: t("messages.failed"), gone: t("enquiry.gone.title"), retry: t("retry") };
    return <RecordStates order={2} error={error} words={words} retry={() => void refetch()} />;
  }
  const asked = sinceAnswer(data.items);
  return (
    <>
      {data.items.length === 0 ? (
        <p className={record.quiet}>{t("messages.none")}</p>
      ) : (
        <ol className={classes.messages}>
          {data.items.map((message) => (
            <Message key={message.id} message={message}>
              {edits && message === asked.at(-1) && <Settle id={id} asked={asked} />}
            </Message>
          ))}
        </ol>
      )}
      {edits && <Writer id={id} written={data} />}
    </>
  );
}

/** Says that what the family wrote last needs no answer, and takes that back. */
function Settle({ id, asked }: { id: string; asked: readonly EnquiryMessageView[] }) {
  const { t } = useTranslation("staff");
  const message = useMessage();
  const [settle, settling] = useReadEnquiryMessagesMutation();
  const [wait, waiting] = useUnreadEnquiryMessagesMutation();
  const isWaiting = asked.some(waits);
  const busy = settling.isLoading || waiting.isLoading;
  const failed = settling.error ?? waiting.error;
  const press = () => {
    if (busy) return;
    settling.reset();
    waiting.reset();
    void (isWaiting ? settle : wait)({ id });
  };
  return (
    <>
      <p className={classes.settle}>
        <span role="status" className={record.quiet}>
          {!isWaiting && t("messages.settled")}
        </span>
        {/* One button that changes its word: whoever pressed it stays on it. */}
        <Button variant={isWaiting ? "default" : "subtle"} size="compact-sm" onClick={press}>
          {t(isWaiting ? "messages.settle" : "messages.settle.undo")}
        </Button>
      </p>
      {failed && (
        <Alert role="alert" color="red" mt={8}>
          {message(failureOf(failed).messageId)}
        </Alert>
      )}
    </>
  );
}
