import { Alert, Button, FileButton, Title } from "@mantine/core";
import { useCallback, useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { failureOf } from "@/api/envelope";
import { useLanguage } from "@/i18n/useLanguage";
import card from "@/ui/card.module.css";
import { chooseAgain } from "@/ui/chooseAgain";
import { IconPaperclip } from "@/ui/icons";
import { useFormat } from "@/ui/useFormat";
import { useMessage } from "@/ui/useMessage";
import { useGiveConditionFileMutation, useLookUpConditionsMutation, type Condition } from "./api";
import { ConditionFile } from "./ConditionFile";
import classes from "./conditions.module.css";

interface Props {
  token: string;
  grant: string;
  /** Its hour is over, or the link's time. */
  onUnproved: () => void;
}

/** What the offer depends on: how each condition stands, until when, and a way to send its document. */
export function Conditions({ token, grant, onUnproved }: Props) {
  const { t } = useTranslation("letters");
  const message = useMessage();
  const [look, { error }] = useLookUpConditionsMutation();
  const [all, setAll] = useState<readonly Condition[] | null>(null);
  const failure = error ? failureOf(error) : null;
  const read = useCallback(async () => {
    const { data } = await look({ token, grant });
    if (data) setAll(data.conditions);
  }, [look, token, grant]);
  useEffect(() => void read(), [read]);

  if (all?.length === 0) return null;
  return (
    <section className={card.card} aria-label={t("cond.title")} aria-busy={!all && !failure}>
      <Title order={2} fz="h3">
        {t("cond.title")}
      </Title>
      <p className={classes.lead}>{t("cond.lead")}</p>
      {failure && !all && (
        <Alert role="alert" color="red">
          {message(failure.messageId)}{" "}
          <Button size="compact-sm" variant="default" onClick={() => void read()}>
            {t("offer.retry")}
          </Button>
        </Alert>
      )}
      <ul className={classes.list}>
        {all?.map((one) => (
          <One key={one.code} condition={one} held={{ token, grant }} onGiven={setAll} onUnproved={onUnproved} />
        ))}
      </ul>
    </section>
  );
}

interface OneProps {
  condition: Condition;
  held: { token: string; grant: string };
  onGiven: (all: readonly Condition[]) => void;
  onUnproved: () => void;
}

function One({ condition, held, onGiven, onUnproved }: OneProps) {
  const { t } = useTranslation("letters");
  const { language } = useLanguage();
  const format = useFormat();
  const message = useMessage();
  const [give, { error, isLoading }] = useGiveConditionFileMutation();
  const failure = error ? failureOf(error) : null;
  const text = condition.text[language];
  const day = format.date(condition.due_on);
  const isOpen = condition.state === "open" || condition.state === "submitted";

  const send = async (chosen: readonly File[]) => {
    for (const file of chosen) {
      const { data, error: refused } = await give({ ...held, code: condition.code, file });
      if (data) onGiven(data.conditions);
      if (!refused) continue;
      if (failureOf(refused).messageId === "L010") onUnproved();
      return;
    }
  };
  return (
    <li className={classes.one}>
      <span className={classes.text}>
        <strong>{text}</strong>
        <span className={classes.state} data-state={condition.state}>
          {t(`cond.state.${condition.state}`)}
          {isOpen && ` · ${t("cond.due", { day })}`}
        </span>
      </span>
      {condition.files.length > 0 && (
        <ul className={classes.files} aria-label={t("cond.files", { condition: text })}>
          {condition.files.map((file) => (
            <li key={file.id}>
              <ConditionFile file={file} condition={condition} held={held} onTakenBack={onGiven} onUnproved={onUnproved} />
            </li>
          ))}
        </ul>
      )}
      {condition.takes_files && (
        <FileButton multiple inputProps={chooseAgain} accept="application/pdf,image/png,image/jpeg,image/webp,image/heic,image/heif" disabled={isLoading} onChange={(chosen) => void send(chosen)}>
          {(button) => (
            <Button {...button} variant="default" loading={isLoading} leftSection={<IconPaperclip size={18} stroke={1.5} />} aria-label={t("cond.send.of", { condition: text })}>
              {t(condition.files.length > 0 ? "cond.send.more" : "cond.send")}
            </Button>
          )}
        </FileButton>
      )}
      {failure && failure.messageId !== "L010" && (
        <Alert role="alert" color="red">
          {failure.messageId === "D003" ? t("cond.closed") : message(failure.messageId)}
        </Alert>
      )}
    </li>
  );
}
