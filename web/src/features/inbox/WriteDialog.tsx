import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useListEnquiryMessagesQuery, type EnquiryMessageView } from "@/api/generated";
import { Dialog } from "@/ui/Dialog";
import { RecordStates } from "@/ui/record/RecordStates";
import { useFocusBack } from "@/ui/useFocusBack";
import { Message, waits } from "./Message";
import classes from "./messages.module.css";
import { Writer, type ReplyName } from "./Writer";

interface Props {
  id: string;
  /** The school's text that the message begins with. */
  begin?: ReplyName | undefined;
  onSent: (message: EnquiryMessageView) => void;
  onClose: () => void;
}

/** Writes to the family from wherever one is; what was written stands among the messages. */
export function WriteDialog({ id, begin, onSent, onClose }: Props) {
  const { t } = useTranslation("staff");
  const [covered, setCovered] = useState(false);
  // The text that it begins with names what is missing now.
  const { data, error, isFetching, refetch } = useListEnquiryMessagesQuery({ id }, { refetchOnMountOrArgChange: true });
  // What is begun stays, whatever is asked for again.
  const [begun, setBegun] = useState(false);
  if (data && !isFetching && !begun) setBegun(true);
  // What is answered; where nothing waits, what the family wrote last.
  const items = data?.items ?? [];
  const waiting = items.filter(waits);
  const asked = waiting.length > 0 ? waiting : items.filter(({ from }) => from === "family").slice(-1);
  useFocusBack();
  const words = { loading: t("messages.loading"), failed: t("messages.failed"), gone: t("enquiry.gone.title"), retry: t("retry") };
  return (
    <Dialog title={t("write.open")} size={680} closeOnOutside={false} covered={covered} onClose={onClose}>
      {data && begun ? (
        <>
          {asked.length > 0 && (
            <section className={classes.asked} aria-label={t("messages.asked")} tabIndex={0}>
              <ol className={classes.messages}>
                {asked.map((message) => (
                  <Message key={message.id} message={message} />
                ))}
              </ol>
            </section>
          )}
          <Writer id={id} written={data} begin={begin} onSent={onSent} onCovered={setCovered} />
        </>
      ) : (
        <RecordStates order={2} error={error} words={words} retry={() => void refetch()} />
      )}
    </Dialog>
  );
}
