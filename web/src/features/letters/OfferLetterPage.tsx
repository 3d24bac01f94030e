import { Button, Loader } from "@mantine/core";
import { useCallback, useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { useParams } from "react-router";
import { failureOf } from "@/api/envelope";
import { IconFileText, IconLock } from "@/ui/icons";
import { SchoolContact } from "@/ui/SchoolContact";
import { StateScreen } from "@/ui/StateScreen";
import { useMessage } from "@/ui/useMessage";
import { useTitle } from "@/ui/useTitle";
import { AnswerLetter } from "./AnswerLetter";
import { useReadOfferLetterMutation, type OfferLetter } from "./api";
import classes from "./letter.module.css";
import { LetterText } from "./LetterText";
import * as to from "./paths";
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
  const [letter, setLetter] = useState<OfferLetter | null>(null);
  const [isDead, setDead] = useState(false);
  const failure = error ? failureOf(error) : null;

  const look = useCallback(async () => {
    const { data } = await read(token);
    if (data) setLetter(data);
  }, [read, token]);
  useEffect(() => void look(), [look]);

  if (isDead || failure?.messageId === "L010") return <Closed why="dead" />;
  if (failure && !letter) {
    return <StateScreen role="alert" order={1} title={t("offer.failed")} text={message(failure.messageId)} action={<Button onClick={() => void look()}>{t("offer.retry")}</Button>} />;
  }
  if (!letter) {
    return (
      <div className={classes.waiting} role="status" aria-label={t("offer.loading")}>
        <Loader />
      </div>
    );
  }
  return (
    <>
      <LetterText letter={letter} token={token} />
      <WhoSigns signers={letter.signers} />
      <AnswerLetter
        letter={letter}
        token={token}
        onAnswered={(answered) => {
          setLetter({ ...letter, ...answered });
          void look();
        }}
        onStale={() => void look()}
        onDead={() => setDead(true)}
      />
    </>
  );
}

/** Without a link, and with one that opens nothing. */
function Closed({ why }: { why: "none" | "dead" }) {
  const { t } = useTranslation("letters");
  const icon = why === "dead" ? <IconLock size={28} stroke={1.5} /> : <IconFileText size={28} stroke={1.5} />;
  return <StateScreen order={1} icon={icon} title={t(`offer.${why}.title`)} text={t(`offer.${why}.text`)} />;
}
