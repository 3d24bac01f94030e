import { Button, Title } from "@mantine/core";
import { Fragment, useState } from "react";
import { useTranslation } from "react-i18next";
import { failureOf } from "@/api/envelope";
import { directionOf, LANGUAGE_NAMES, type Language } from "@/i18n/languages";
import { useLanguage } from "@/i18n/useLanguage";
import { BodyBlocks } from "@/ui/blocks/BodyBlocks";
import card from "@/ui/card.module.css";
import { IconDownload } from "@/ui/icons";
import { useFormat } from "@/ui/useFormat";
import { useMessage } from "@/ui/useMessage";
import { useSaveOfferLetterMutation, type OfferLetter } from "./api";
import { lastDay } from "./lastDay";
import classes from "./letter.module.css";
import { sideOf } from "./sides";

type Shown = Language | "both";
const CHOICES: readonly Shown[] = ["en", "ar", "both"];

/** What the letter says, in the reader's language first; the same text that is hashed, printed and signed. */
export function LetterText({ letter, token, grant }: { letter: OfferLetter; token: string; grant: string }) {
  const { t } = useTranslation("letters");
  const { language } = useLanguage();
  const format = useFormat();
  const message = useMessage();
  const [save, { error, isLoading }] = useSaveOfferLetterMutation();
  const own: Shown = letter.languages === "both" ? language : letter.languages;
  const [chosen, setChosen] = useState<Shown | null>(null);
  const shown = chosen ?? own;
  const words: Language = shown === "both" ? language : shown;
  const day = format.day(lastDay(letter.expires_at));
  return (
    <section className={card.card} aria-label={letter.title[language]}>
      <header className={classes.head}>
        <p className={classes.quiet}>{letter.title[words]}</p>
        <Title order={1} fz="h2" lang={words} dir={directionOf(words)}>
          {letter.subject[words]}
        </Title>
        {letter.status === "offered" && <p>{t("offer.until", { day })}</p>}
        <div className={classes.tools}>
          {letter.languages === "both" && (
            <div className={classes.languages} role="group" aria-label={t("offer.language")}>
              {CHOICES.map((each) => (
                <Button key={each} variant={each === shown ? "filled" : "default"} aria-pressed={each === shown} onClick={() => setChosen(each)}>
                  {each === "both" ? t("offer.both") : LANGUAGE_NAMES[each]}
                </Button>
              ))}
            </div>
          )}
          <Button variant="default" leftSection={<IconDownload size={18} />} loading={isLoading} onClick={() => void save({ token, grant, reference: letter.reference })}>
            {letter.is_signed ? t("offer.pdf.signed") : t("offer.pdf")}
          </Button>
        </div>
        {error && (
          <p role="alert" className={classes.problem}>
            {message(failureOf(error).messageId)}
          </p>
        )}
      </header>
      <dl className={classes.facts} lang={words} dir={directionOf(words)}>
        {letter.facts.map((fact) => {
          const [label = "", ...values] = fact[words];
          return (
            <div key={label}>
              <dt>{label}</dt>
              <dd>
                {values.map((value, at) => (
                  <Fragment key={value}>
                    {at > 0 && " · "}
                    {/* A day, an amount, a number has no blank at which it may break. */}
                    <bdi className={value.includes(" ") ? undefined : classes.whole}>{value}</bdi>
                  </Fragment>
                ))}
              </dd>
            </div>
          );
        })}
      </dl>
      <BodyBlocks body={shown === "both" ? letter.body : sideOf(letter.body, shown)} language={words} />
    </section>
  );
}
