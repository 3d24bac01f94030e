import { Button, Title } from "@mantine/core";
import { useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { failureOf } from "@/api/envelope";
import { directionOf, type Language } from "@/i18n/languages";
import { useLanguage } from "@/i18n/useLanguage";
import card from "@/ui/card.module.css";
import { IconDownload } from "@/ui/icons";
import { MarkedText } from "@/ui/MarkedText";
import { useFormat } from "@/ui/useFormat";
import { useMessage } from "@/ui/useMessage";
import { firstName } from "../firstName";
import { LanguageChoice, type Shown } from "../LanguageChoice";
import { lastDay } from "../lastDay";
import letterClasses from "../letter.module.css";
import { LetterFacts } from "../LetterFacts";
import type { Proved } from "../LinkedLetter";
import { useSaveConsentsMutation, type Consents } from "./api";
import { ConsentCard } from "./ConsentCard";
import { ConsentsEnd } from "./ConsentsEnd";
import classes from "./consents.module.css";
import { SignChoices } from "./SignChoices";
import { useChoices } from "./useChoices";

interface Props extends Proved<Consents> {
  /** It was signed on this page. */
  isNew: boolean;
  onSigned: () => void;
}

/** What a letter asks consent for: each by itself, and one signature for all. */
export function AskedConsents({ letter, token, grant, change, look, onUnproved, isNew, onSigned }: Props) {
  const { t } = useTranslation(["letterConsents", "letters"]);
  const { language } = useLanguage();
  const format = useFormat();
  const message = useMessage();
  const [save, saving] = useSaveConsentsMutation();
  const { choices, choose, again, error, isKeeping, isKept } = useChoices(letter, { token, grant, locale: language });
  const [wanted, setWanted] = useState<Shown | null>(null);
  const [tried, setTried] = useState(false);
  const list = useRef<HTMLOListElement>(null);
  const shown = wanted ?? (letter.languages === "both" ? language : letter.languages);
  const words: Language = shown === "both" ? language : shown;
  const isOpen = letter.status === "draft";
  const isSigned = letter.status === "submitted";
  const missing = letter.consents.filter(({ code }) => !choices[code]);
  const failure = error ? failureOf(error) : null;

  /** Whether everything was chosen; where not, the first that was not comes into sight. */
  const isWhole = (): boolean => {
    setTried(true);
    const [first] = missing;
    if (!first) return true;
    list.current?.querySelector<HTMLInputElement>(`[data-code="${first.code}"] input`)?.focus();
    return false;
  };
  const paper = (
    <>
      <Button variant="default" leftSection={<IconDownload size={18} />} loading={saving.isLoading} onClick={() => void save({ token, grant, final: isSigned, reference: letter.reference })}>
        {t(isSigned ? "letters:offer.pdf.signed" : "letters:offer.pdf")}
      </Button>
      {saving.error && (
        <p role="alert" className={letterClasses.problem}>
          {message(failureOf(saving.error).messageId)}
        </p>
      )}
    </>
  );
  return (
    <>
      <section className={card.card} aria-label={letter.title[language]}>
        <header className={letterClasses.head}>
          <p className={letterClasses.quiet}>
            {letter.school[words]} · <bdi className={letterClasses.whole}>{letter.reference}</bdi>
          </p>
          <Title order={1} fz="h2" lang={words} dir={directionOf(words)}>
            <MarkedText text={t("letters:offer.for", { title: letter.title[words], name: firstName(letter.child, words) })} />
          </Title>
          {isOpen && <p>{t("lead", { day: format.day(lastDay(letter.expires_at)) })}</p>}
          <div className={letterClasses.tools}>
            {letter.languages === "both" && <LanguageChoice shown={shown} onChoose={setWanted} />}
            {!isSigned && paper}
          </div>
        </header>
        <LetterFacts facts={letter.facts} language={words} />
      </section>
      {!isOpen && <ConsentsEnd isSigned={isSigned} isNew={isNew} paper={paper} />}
      <ol ref={list} className={classes.list}>
        {letter.consents.map((consent) => (
          <li key={consent.code} data-code={consent.code}>
            <ConsentCard
              consent={consent}
              shown={shown}
              words={words}
              choice={choices[consent.code]}
              isMissing={tried && !choices[consent.code]}
              {...(isOpen && { onChoose: (choice) => choose(consent.code, choice) })}
            />
          </li>
        ))}
      </ol>
      {isOpen && (
        <>
          <p role="status" className={classes.kept}>
            {failure ? "" : isKeeping ? t("keeping") : isKept ? t("kept") : ""}
          </p>
          {failure && (
            <p role="alert" className={letterClasses.problem}>
              {t("unkept", { why: message(failure.messageId) })}{" "}
              <Button size="compact-sm" variant="default" onClick={failure.messageId === "L010" ? onUnproved : failure.messageId === "F004" || failure.messageId === "A021" ? look : again}>
                {t("letters:offer.retry")}
              </Button>
            </p>
          )}
          <SignChoices letter={letter} choices={choices} held={{ token, grant, locale: language }} isWhole={isWhole} isKeeping={isKeeping} onSent={(sent) => { onSigned(); change({ ...sent, values: choices }); look(); }} onStale={look} onUnproved={onUnproved} />
        </>
      )}
    </>
  );
}
