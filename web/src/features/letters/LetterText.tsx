import { Button, Title } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { directionOf, type Language } from "@/i18n/languages";
import { useLanguage } from "@/i18n/useLanguage";
import { BodyBlocks } from "@/ui/blocks/BodyBlocks";
import card from "@/ui/card.module.css";
import { useFormat } from "@/ui/useFormat";
import type { OfferLetter } from "./api";
import { LanguageChoice, type Shown } from "./LanguageChoice";
import { lastDay } from "./lastDay";
import classes from "./letter.module.css";
import { LetterFacts } from "./LetterFacts";
import { SavePdf } from "./SavePdf";
import { sideOf } from "./sides";

interface Props {
  letter: Omit<OfferLetter, "status"> & { status: string };
  token: string;
  grant: string;
  /** Where whoever reads it answers, further below; absent where they do not. */
  answer?: string;
}

/** What the letter says, in the reader's language first; the same text that is hashed, printed and signed. */
export function LetterText({ letter, token, grant, answer }: Props) {
  const { t } = useTranslation("letters");
  const { language } = useLanguage();
  const format = useFormat();
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
        {(letter.status === "offered" || letter.status === "choosing") && <p>{t("offer.until", { day })}</p>}
        <div className={classes.tools}>
          {letter.languages === "both" && <LanguageChoice shown={shown} onChoose={setChosen} />}
          {letter.status !== "choosing" && letter.status !== "preparing" && <SavePdf letter={letter} token={token} grant={grant} />}
          {answer && (
            <Button variant="subtle" onClick={() => show(answer)}>
              {t("offer.answer.go")}
            </Button>
          )}
        </div>
      </header>
      <LetterFacts facts={letter.facts} language={words} />
      <BodyBlocks body={shown === "both" ? letter.body : sideOf(letter.body, shown)} language={words} />
    </section>
  );
}

/** Brings a part of the page into view, and the keyboard with it. The address, which has no token any more, stays as it is. */
function show(id: string) {
  const part = document.getElementById(id);
  part?.focus({ preventScroll: true });
  part?.scrollIntoView({ block: "start" });
}
