import { Button, Title } from "@mantine/core";
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { failureOf } from "@/api/envelope";
import { useLanguage } from "@/i18n/useLanguage";
import card from "@/ui/card.module.css";
import { IconCheck, IconLock } from "@/ui/icons";
import { StateScreen } from "@/ui/StateScreen";
import { useMessage } from "@/ui/useMessage";
import { Ending } from "../Ending";
import letterClasses from "../letter.module.css";
import type { Proved } from "../LinkedLetter";
import { useGiveFinancialMutation, type Financial, type FinancialAnswer } from "./api";
import { FinancialCard } from "./FinancialCard";
import classes from "./financial.module.css";
import type { Faults } from "./useFault";

type Answers = Readonly<Record<string, FinancialAnswer>>;

/** A card for each document, kept as it is filled in, and sent together. */
export function FinancialForm({ letter, token, grant, change, look, onUnproved }: Proved<Financial>) {
  const { t } = useTranslation("letterFinancial");
  const { language } = useLanguage();
  const message = useMessage();
  const [give, { error, isLoading, isSuccess }] = useGiveFinancialMutation();
  const [answers, setAnswers] = useState<Answers>(() => Object.fromEntries(letter.items.map(({ code, answer }) => [code, answer])));
  // Apart from what is kept on the way: leaving a field for the button keeps it, and a button that is off then loses the press.
  const [isSending, setSending] = useState(false);
  const newest = useRef(answers);
  const queue = useRef(Promise.resolve());
  const open = letter.items.filter((item) => item.is_open);
  const failure = error ? failureOf(error) : null;
  // They stay until what they are about is changed: a line that goes while a button is pressed moves the button away.
  const [faults, setFaults] = useState<Faults>({});
  const [refusals, setRefusals] = useState(0);
  // What was open when it was sent last, until something is changed.
  const [asked, setAsked] = useState<readonly string[]>([]);
  const list = useRef<HTMLOListElement>(null);
  useEffect(() => {
    if (refusals > 0) list.current?.querySelector<HTMLElement>("[aria-invalid=true], [data-fault]")?.focus();
  }, [refusals]);
  const told = (refused: Parameters<typeof failureOf>[0]) => {
    const { messageId, problems } = failureOf(refused);
    if (messageId === "F003") setFaults(Object.fromEntries(problems.map(({ path, code }) => [path, code])));
  };
  const said = () => ({ token, grant, locale: language, form_version: letter.form_version, values: Object.fromEntries(open.map(({ code }) => [code, newest.current[code]!])) });

  const clear = (code: string) => setFaults((before) => Object.fromEntries(Object.entries(before).filter(([path]) => !path.startsWith(`/values/${code}/`) && path !== "/values")));
  const put = (code: string, answer: FinancialAnswer) => {
    newest.current = { ...newest.current, [code]: answer };
    setAnswers(newest.current);
    clear(code);
    setAsked([]);
  };
  // One call after the other, so that the last one stands.
  const keep = () => {
    queue.current = queue.current.then(async () => {
      const answer = await give({ ...said(), action: "save" });
      if (answer.error) told(answer.error);
    });
  };
  const send = async () => {
    setSending(true);
    await queue.current;
    const answer = await give({ ...said(), action: "submit" });
    setSending(false);
    if (answer.error) {
      told(answer.error);
      setRefusals((before) => before + 1);
      return;
    }
    setAsked(open.map(({ code }) => code));
    look();
  };
  const named = (items: typeof open) => new Intl.ListFormat(language).format(items.map(({ label }) => `\u2068${label[language]}\u2069`));
  const wrong = letter.items.filter(({ code }) => Object.keys(faults).some((path) => path.startsWith(`/values/${code}/`)));
  const sent = letter.items.filter((item) => !item.is_open && asked.includes(item.code));
  return (
    <>
      {letter.status === "submitted" && <Ending isNew={asked.length > 0} icon={<IconCheck size={28} stroke={1.5} />} title={t("done.title")} text={t("done.text")} />}
      {letter.status === "locked" && <StateScreen icon={<IconLock size={28} stroke={1.5} />} title={t("locked.title")} text={t("locked.text")} />}
      <ol ref={list} className={classes.list}>
        {letter.items.map((item) => (
          <li key={item.code}>
            <FinancialCard
              item={item}
              answer={answers[item.code] ?? item.answer}
              faults={faults}
              held={{ token, grant }}
              isOpen={item.is_open && letter.status === "draft"}
              onAnswer={(answer) => put(item.code, answer)}
              onKeep={keep}
              onFiles={(items) => {
                change({ items });
                clear(item.code);
                setAsked([]);
              }}
              onUnproved={onUnproved}
            />
          </li>
        ))}
      </ol>
      {letter.status === "draft" && (
        <section className={`${card.card} ${classes.send}`} aria-label={t("send.title")}>
          <Title order={2} fz="h3">
            {t("send.title")}
          </Title>
          <p>{t("send.text")}</p>
          <p role="status" className={classes.kept}>
            {sent.length > 0 ? t("sent.part", { sent: named(sent), open: named(open) }) : isLoading ? t("keeping") : isSuccess ? t("kept") : ""}
          </p>
          {failure && (
            <p role="alert" className={letterClasses.problem}>
              {faults["/values"] === "minItems" ? t("send.nothing") : wrong.length > 0 ? t("send.wrong", { documents: named(wrong) }) : message(failure.messageId)}{" "}
              {failure.messageId !== "F003" && (
                <Button size="compact-sm" variant="default" onClick={failure.messageId === "L010" ? onUnproved : failure.messageId === "F004" ? look : keep}>
                  {t("retry")}
                </Button>
              )}
            </p>
          )}
          <Button loading={isSending} onClick={() => void send()}>
            {t("send")}
          </Button>
        </section>
      )}
    </>
  );
}
