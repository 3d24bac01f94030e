import { Button, Loader, Title } from "@mantine/core";
import { useCallback, useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { useParams } from "react-router";
import { failureOf } from "@/api/envelope";
import { useLanguage } from "@/i18n/useLanguage";
import card from "@/ui/card.module.css";
import { IconFileText, IconLock } from "@/ui/icons";
import { SchoolContact } from "@/ui/SchoolContact";
import { StateScreen } from "@/ui/StateScreen";
import { useFormat } from "@/ui/useFormat";
import { useMessage } from "@/ui/useMessage";
import { useTitle } from "@/ui/useTitle";
import { AnswerLetter } from "./AnswerLetter";
import { useReadOfferLetterMutation, type ClosedLetter, type OfferLetter } from "./api";
import { Conditions } from "./conditions/Conditions";
import classes from "./letter.module.css";
import { LetterText } from "./LetterText";
import { lastDay } from "./lastDay";
import * as to from "./paths";
import { ProveLetter } from "./ProveLetter";
import { WhoSigns } from "./WhoSigns";

/** A letter of the school's for whoever holds a link to it: what it says, who signs, and the answer. */
export function OfferLetterPage() {
  const { t } = useTranslation("letters");
  const { offerLetterToken = "" } = useParams();
  // In this page's memory alone: neither the address, nor the browser's history, nor anything that it stores has it from here on.
  const [token] = useState(offerLetterToken);
  useEffect(() => {
    if (offerLetterToken) history.replaceState(history.state, "", to.closed());
  }, [offerLetterToken]);
  useTitle(t("offer.page"));
  return (
    <article className={classes.page}>
      {token ? <Linked token={token} /> : <Closed why="none" />}
      <div className={classes.whom}>
        <SchoolContact />
      </div>
    </article>
  );
}

function Linked({ token }: { token: string }) {
  const { t } = useTranslation("letters");
  const message = useMessage();
  const [read, { error }] = useReadOfferLetterMutation();
  const [letter, setLetter] = useState<OfferLetter | ClosedLetter | null>(null);
  // In this page's memory alone, as the token is.
  const [grant, setGrant] = useState<string | null>(null);
  const [isDead, setDead] = useState(false);
  const failure = error ? failureOf(error) : null;

  const look = useCallback(async () => {
    const { data } = await read({ token, grant });
    if (!data) return;
    setLetter(data);
    if (!data.proved) setGrant(null);
  }, [read, token, grant]);
  useEffect(() => void look(), [look]);

  if (isDead || failure?.messageId === "L010") return <Closed why="dead" />;
  const isWaiting = !letter || (grant !== null && !letter.proved);
  if (failure && isWaiting) {
    return <StateScreen role="alert" order={1} title={t("offer.failed")} text={message(failure.messageId)} action={<Button onClick={() => void look()}>{t("offer.retry")}</Button>} />;
  }
  if (isWaiting) {
    return (
      <div className={classes.waiting} role="status" aria-label={t("offer.loading")}>
        <Loader />
      </div>
    );
  }
  if (!grant || !letter.proved) {
    return (
      <>
        <Sealed letter={letter} />
        <ProveLetter token={token} asked={letter.second_proof} onProved={setGrant} onDead={() => setDead(true)} />
      </>
    );
  }
  return (
    <>
      <LetterText letter={letter} token={token} grant={grant} />
      {letter.kind === "conditional_offer" && <Conditions token={token} grant={grant} onUnproved={() => setGrant(null)} />}
      {letter.status !== "issued" && (
        <>
          <WhoSigns signers={letter.signers} />
          <AnswerLetter
            letter={{ ...letter, status: letter.status }}
            token={token}
            grant={grant}
            onAnswered={(answered) => {
              setLetter({ ...letter, ...answered });
              void look();
            }}
            onStale={() => void look()}
            onUnproved={() => setGrant(null)}
          />
        </>
      )}
    </>
  );
}

/** What stands on the envelope: the letter is read by who says what only the family knows. */
function Sealed({ letter }: { letter: OfferLetter | ClosedLetter }) {
  const { t } = useTranslation("letters");
  const { language } = useLanguage();
  const format = useFormat();
  return (
    <section className={card.card} aria-label={letter.title[language]}>
      <header className={classes.head}>
        <p className={classes.quiet}>
          {letter.school[language]} · <bdi className={classes.whole}>{letter.reference}</bdi>
        </p>
        <Title order={1} fz="h2">
          {t("offer.for", { title: letter.title[language], name: letter.child.first_name })}
        </Title>
        {letter.status === "offered" && <p>{t("offer.until", { day: format.day(lastDay(letter.expires_at)) })}</p>}
      </header>
    </section>
  );
}

/** Without a link, and with one that opens nothing. */
function Closed({ why }: { why: "none" | "dead" }) {
  const { t } = useTranslation("letters");
  const icon = why === "dead" ? <IconLock size={28} stroke={1.5} /> : <IconFileText size={28} stroke={1.5} />;
  return <StateScreen order={1} icon={icon} title={t(`offer.${why}.title`)} text={t(`offer.${why}.text`)} />;
}
