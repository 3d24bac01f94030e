import { useTranslation } from "react-i18next";
import type { ReactNode } from "react";
import type { EnquiryMessageView } from "@/api/generated";
import { ContactText } from "@/forms/ContactText";
import record from "@/ui/record/record.module.css";
import { useFormat } from "@/ui/useFormat";
import classes from "./messages.module.css";

/** Whether the family still waits to be answered. */
export const waits = ({ from, read_at }: Pick<EnquiryMessageView, "from" | "read_at">) => from === "family" && !read_at;

/** What the family wrote since the school last wrote. */
export const sinceAnswer = (items: readonly EnquiryMessageView[]) => items.slice(items.findLastIndex(({ from }) => from === "school") + 1);

interface Props {
  message: EnquiryMessageView;
  /** What can be done about it. */
  children?: ReactNode;
}

/** One message, and how it stands. */
export function Message({ message, children }: Props) {
  const { t } = useTranslation("staff");
  const format = useFormat();
  const isSchools = message.from === "school";
  return (
    <li className={classes.message} data-from={message.from}>
      <p className={classes.text} dir="auto">
        <ContactText text={message.text} />
      </p>
      <p className={record.quiet}>
        {isSchools ? <bdi>{message.author}</bdi> : t("messages.family")} · <time dateTime={message.sent_at}>{format.instant(message.sent_at)}</time>
        {isSchools && <> · {t(message.read_at ? "messages.read" : message.mailed ? "messages.mailed" : "messages.notMailed")}</>}
        {message.accepts_offer && <> · <b>{t("messages.accepts")}</b></>}
        {waits(message) && <> · {t("flag.unread")}</>}
      </p>
      {children}
    </li>
  );
}
