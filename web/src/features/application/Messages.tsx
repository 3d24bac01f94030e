import { Button, Group, Textarea } from "@mantine/core";
import { useEffect, useEffectEvent, useState, type FormEvent } from "react";
import { useTranslation } from "react-i18next";
import { failureOf } from "@/api/envelope";
import { useAskAboutApplicationMutation, useReadApplicationMessagesMutation } from "@/api/generated";
import card from "@/ui/card.module.css";
import { ContactText } from "@/forms/ContactText";
import { useBilingual } from "@/ui/useBilingual";
import { useFormat } from "@/ui/useFormat";
import { useMessage } from "@/ui/useMessage";
import classes from "./application.module.css";
import type { Part } from "./useApplication";

const LONGEST = 4000;
/** The heading of it, to which the head of the page leads. */
export const MESSAGES = "messages";
/** The place to write in. */
export const ASK = "ask";

/** What an acceptance begins with, in the reader's language: a family changes it as it likes. */
function useAcceptance({ person, offer }: Part["shown"]): string {
  const { t } = useTranslation("application");
  const bilingual = useBilingual();
  if (!offer) return "";
  const grade = bilingual(offer.grade);
  const place = grade ? `${grade} · ${offer.year}` : offer.year;
  return person ? t("application.accept.text_child", { child: person, place }) : t("application.accept.text", { place });
}

interface Props extends Part {
  /** Reads the application once more. */
  again: () => Promise<void>;
  /** Whether the family is about to accept its offer here. */
  isAccepting: boolean;
  onAsk: () => void;
}

/** What family and school wrote to each other, and a place to ask, or to accept an offer. What the school wrote counts as read once it stands here. */
export function Messages({ application, shown, language, take, again, refused, isAccepting, onAsk }: Props) {
  const { t } = useTranslation("application");
  const format = useFormat();
  const message = useMessage();
  const [ask, { isLoading, error }] = useAskAboutApplicationMutation();
  const [read] = useReadApplicationMessagesMutation();
  const [question, setQuestion] = useState("");
  const begun = useAcceptance(shown);
  const [acceptance, setAcceptance] = useState<string | null>(null);
  const [text, setText] = isAccepting ? [acceptance ?? begun, setAcceptance] : [question, setQuestion];
  const failure = error ? failureOf(error) : null;
  const isOfLetter = failure?.problems.some(({ path, code }) => path === "/accepts_offer" && code === "letter") ?? false;
  const unread = shown.messages.some((one) => one.from === "school" && !one.read_at);
  const markRead = useEffectEvent(() => void read({ application }));
  useEffect(() => {
    if (unread) markRead();
  }, [unread]);

  const send = async (event: FormEvent) => {
    event.preventDefault();
    if (!text.trim() || isLoading) return;
    const answer = await ask({ application, askAboutApplicationRequest: { text: text.trim(), accepts_offer: isAccepting, locale: language } });
    if (answer.data) {
      take(answer.data.application);
      if (isAccepting) onAsk();
      else setQuestion("");
    } else {
      const { messageId, problems } = failureOf(answer.error);
      refused(messageId);
      // Its letter came since the page was opened: the head of the page leads to it.
      if (problems.some(({ path }) => path === "/accepts_offer")) void again();
    }
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
          id={ASK}
          label={t(isAccepting ? "application.accept.label" : "application.ask")}
          description={isAccepting && t("application.accept.help")}
          rows={3}
          dir="auto"
          maxLength={LONGEST}
          value={text}
          error={failure ? (isOfLetter ? t("application.accept.letter") : message(failure.messageId)) : undefined}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        <Group gap={8}>
          <Button type="submit" variant={isAccepting ? "filled" : "default"} loading={isLoading} disabled={!text.trim()}>
            {t(isAccepting ? "application.accept.send" : "application.ask.send")}
          </Button>
          {isAccepting && (
            <Button variant="subtle" onClick={onAsk}>
              {t("application.accept.other")}
            </Button>
          )}
        </Group>
      </form>
    </section>
  );
}
