import { Button, Textarea } from "@mantine/core";
import { useEffect, useEffectEvent, useState, type FormEvent } from "react";
import { useTranslation } from "react-i18next";
import { failureOf } from "@/api/envelope";
import { useAskAboutApplicationMutation, useReadApplicationMessagesMutation } from "@/api/generated";
import card from "@/ui/card.module.css";
import { ContactText } from "@/forms/ContactText";
import { useFormat } from "@/ui/useFormat";
import { useMessage } from "@/ui/useMessage";
import classes from "./application.module.css";
import type { Part } from "./useApplication";

const LONGEST = 4000;
/** The heading of it, to which the head of the page leads. */
export const MESSAGES = "messages";

/** What family and school wrote to each other, and a place to ask. What the school wrote counts as read once it stands here. */
export function Messages({ application, shown, language, take, refused }: Part) {
  const { t } = useTranslation("application");
  const format = useFormat();
  const message = useMessage();
  const [ask, { isLoading, error }] = useAskAboutApplicationMutation();
  const [read] = useReadApplicationMessagesMutation();
  const [text, setText] = useState("");
  const failure = error ? failureOf(error) : null;
  const unread = shown.messages.some((one) => one.from === "school" && !one.read_at);
  const markRead = useEffectEvent(() => void read({ application }));
  useEffect(() => {
    if (unread) markRead();
  }, [unread]);

  const send = async (event: FormEvent) => {
    event.preventDefault();
    if (!text.trim() || isLoading) return;
    const answer = await ask({ application, askAboutApplicationRequest: { text: text.trim(), locale: language } });
    if (answer.data) {
      take(answer.data.application);
      setText("");
    } else refused(failureOf(answer.error).messageId);
  };
  return (
    <section className={card.card} aria-labelledby={MESSAGES}>
      <h2 id={MESSAGES} tabIndex={-1}>
        {t("application.messages")}
      </h2>
      {shown.messages.length > 0 && (
        <ol className={classes.messages}>
          {shown.messages.map((one) => (
            <li key={one.id} data-from={one.from}>
              <span className={classes.quiet}>
                {t(`application.from.${one.from === "school" ? "school" : "family"}`)} · <time dateTime={one.sent_at}>{format.instant(one.sent_at)}</time>
              </span>
              <p dir="auto">
                <ContactText text={one.text} />
              </p>
            </li>
          ))}
        </ol>
      )}
      <form className={classes.form} onSubmit={(event) => void send(event)} noValidate>
        <Textarea
          label={t("application.ask")}
          rows={3}
          dir="auto"
          maxLength={LONGEST}
          value={text}
          error={failure ? message(failure.messageId) : undefined}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        <div>
          <Button type="submit" variant="default" loading={isLoading} disabled={!text.trim()}>
            {t("application.ask.send")}
          </Button>
        </div>
      </form>
    </section>
  );
}
