import { Button, Loader, Title } from "@mantine/core";
import { useCallback, useEffect, useState, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { failureOf } from "@/api/envelope";
import { useLanguage } from "@/i18n/useLanguage";
import card from "@/ui/card.module.css";
import { IconFileText, IconLock } from "@/ui/icons";
import { MarkedText } from "@/ui/MarkedText";
import { SchoolContact } from "@/ui/SchoolContact";
import { StateScreen } from "@/ui/StateScreen";
import { useFormat } from "@/ui/useFormat";
import { useMessage } from "@/ui/useMessage";
import { useTitle } from "@/ui/useTitle";
import type { ClosedLetter } from "./api";
import { firstName } from "./firstName";
import { takeOver } from "./handedOn";
import { lastDay } from "./lastDay";
import classes from "./letter.module.css";
import { ProveByCode } from "./ProveByCode";
import { ProveLetter } from "./ProveLetter";

/** What a link alone tells of a letter of any kind. */
type Envelope = Pick<ClosedLetter, "school" | "reference" | "title" | "child" | "expires_at" | "second_proof" | "code_to"> & { status: string };

interface Read<Letter> {
  data?: (Letter & { proved: true }) | (Envelope & { proved: false }) | undefined;
}

/** A letter that whoever holds its link may read. */
export interface Proved<Letter> {
  letter: Letter;
  token: string;
  grant: string;
  /** What an answer changed of it. */
  change: (part: Partial<Letter>) => void;
  /** Asks for it again. */
  look: () => void;
  /** The hour of the grant is over, or the link's time. */
  onUnproved: () => void;
}

interface Props<Letter> {
  /** Of the link in the address. */
  token: string;
  /** What stands in the address from then on. */
  closed: string;
  read: (held: { token: string; grant: string | null }) => Promise<Read<Letter>>;
  error: Parameters<typeof failureOf>[0];
  /** Where it stands while it waits for an answer until its last day. */
  open: readonly string[];
  children: (proved: Proved<Letter>) => ReactNode;
}

/** A letter of the school's for whoever holds a link to it: the envelope, the proof, and then what its kind shows. */
export function LinkedLetter<Letter extends Envelope>({ token: given, closed, ...props }: Props<Letter>) {
  const { t } = useTranslation("letters");
  // In this page's memory alone: neither the address, nor the browser's history, nor anything that it stores has it from here on.
  const [token] = useState(given);
  useEffect(() => {
    if (given) history.replaceState(history.state, "", closed);
  }, [given, closed]);
  useTitle(t("offer.page"));
  return (
    <article className={classes.page}>
      {token ? <Linked token={token} {...props} /> : <Closed why="none" />}
      <div className={classes.whom}>
        <SchoolContact />
      </div>
    </article>
  );
}

function Linked<Letter extends Envelope>({ token, read, error, open, children }: Omit<Props<Letter>, "closed">) {
  const { t } = useTranslation("letters");
  const message = useMessage();
  const [letter, setLetter] = useState<Read<Letter>["data"]>();
  // In this page's memory alone, as the token is.
  const [grant, setGrant] = useState<string | null>(() => takeOver(token));
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
        <Sealed letter={letter} isOpen={open.includes(letter.status)} />
        {letter.second_proof === "code" ? (
          <ProveByCode token={token} to={letter.code_to ?? null} onProved={setGrant} onDead={() => setDead(true)} />
        ) : (
          <ProveLetter token={token} asked={letter.second_proof} onProved={setGrant} onDead={() => setDead(true)} />
        )}
      </>
    );
  }
  return children({ letter, token, grant, change: (part) => setLetter({ ...letter, ...part }), look: () => void look(), onUnproved: () => setGrant(null) });
}

/** What stands on the envelope: the letter is read by who says what only the family knows. */
function Sealed({ letter, isOpen }: { letter: Envelope; isOpen: boolean }) {
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
          <MarkedText text={t("offer.for", { title: letter.title[language], name: firstName(letter.child, language) })} />
        </Title>
        {isOpen && <p>{t("offer.until", { day: format.day(lastDay(letter.expires_at)) })}</p>}
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
