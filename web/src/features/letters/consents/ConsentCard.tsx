import "@mantine/core/styles/InlineInput.layer.css";
import "@mantine/core/styles/Radio.layer.css";
import { Radio, Title } from "@mantine/core";
import { useId } from "react";
import { useTranslation } from "react-i18next";
import { directionOf, type Language } from "@/i18n/languages";
import { BodyBlocks } from "@/ui/blocks/BodyBlocks";
import card from "@/ui/card.module.css";
import { IconCircleCheck, IconX } from "@/ui/icons";
import type { Shown } from "../LanguageChoice";
import { sideOf } from "../sides";
import { CHOICES, type AskedConsent, type Choice } from "./api";
import classes from "./consents.module.css";

interface Props {
  consent: AskedConsent;
  /** Its own language, and that of a text in one. */
  shown: Shown;
  words: Language;
  choice: Choice | undefined;
  /** Somebody wanted to send without having chosen here. */
  isMissing: boolean;
  /** Absent once all is said. */
  onChoose?: (choice: Choice) => void;
}

/** One consent: what is asked, and two answers of equal weight. */
export function ConsentCard({ consent, shown, words, choice, isMissing, onChoose }: Props) {
  const { t } = useTranslation("letterConsents");
  const id = useId();
  const title = consent.title[words];
  return (
    <section className={card.card} aria-labelledby={id}>
      <header className={classes.head}>
        <Title order={2} fz="h3" id={id} lang={words} dir={directionOf(words)}>
          {title}
        </Title>
        {consent.required && <span className={classes.mark}>{t("required")}</span>}
      </header>
      <BodyBlocks body={shown === "both" ? consent.body : sideOf(consent.body, shown)} language={words} />
      {onChoose ? (
        <Radio.Group
          size="md"
          value={choice ?? null}
          onChange={(value) => onChoose(value === "accepted" ? "accepted" : "refused")}
          label={t("choice", { title: `\u2068${title}\u2069` })}
          description={t(consent.required ? "refusing.required" : "refusing.free")}
          error={isMissing && t("choice.missing")}
        >
          <div className={classes.choices}>
            {CHOICES.map((each) => (
              <Radio key={each} value={each} size="md" className={classes.choice} label={t(`choice.${each}`)} />
            ))}
          </div>
        </Radio.Group>
      ) : (
        choice && (
          <p className={classes.said} data-choice={choice}>
            {choice === "accepted" ? <IconCircleCheck size={20} stroke={1.5} aria-hidden /> : <IconX size={20} stroke={1.5} aria-hidden />}
            {t(`said.${choice}`)}
          </p>
        )
      )}
    </section>
  );
}
