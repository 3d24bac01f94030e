import { Button } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useSaveFileMutation } from "@/api/download";
import { failureOf } from "@/api/envelope";
import { useAppSelector } from "@/api/hooks";
import { may } from "@/api/may";
import { IconDownload, IconMail } from "@/ui/icons";
import { useBilingual } from "@/ui/useBilingual";
import { useFormat } from "@/ui/useFormat";
import { useMessage } from "@/ui/useMessage";
import classes from "./letters.module.css";
import { lettersOf, useListSentLettersQuery, type SentLetter } from "./letters/calls";
import { LetterActions } from "./letters/LetterActions";
import { LetterTerms } from "./letters/LetterTerms";
import { LetterPeople } from "./letters/LetterPeople";
import { SendAcceptance } from "./letters/SendAcceptance";
import { SendLetterDialog } from "./letters/SendLetterDialog";

/** The letters of an application: how each stands, who signs or has opened it, its PDF, and what staff do with it. */
export function SentLetters({ id, version, state: stands }: { id: string; version: number; state: string }) {
  const { t } = useTranslation("letters");
  const works = useAppSelector((state) => may(state.auth.user?.authority, "application.edit"));
  const { data } = useListSentLettersQuery({ id, version });
  const [isSending, setSending] = useState(false);
  const items = data?.items ?? [];
  if (items.length === 0 && !works) return null;
  return (
    <section className={classes.letters} aria-labelledby="sent-letters">
      <h2 id="sent-letters">{t("staff.title")}</h2>
      <ul>
        {items.map((letter) => (
          <Sent key={letter.id} id={id} letter={letter} />
        ))}
      </ul>
      {works && (
        <div className={classes.actions}>
          <Button size="compact-sm" variant="default" leftSection={<IconMail size={16} />} onClick={() => setSending(true)}>
            {t("hand.send")}
          </Button>
          {data && stands.startsWith("A/") && !items.some(isStanding) && <SendAcceptance id={id} />}
        </div>
      )}
      {isSending && <SendLetterDialog id={id} onClose={() => setSending(false)} />}
    </section>
  );
}

/** An acceptance that waits or counts. */
const isStanding = ({ kind, state }: SentLetter): boolean => kind === "acceptance" && ["choosing", "draft", "released", "signed"].includes(state);

function Sent({ id, letter }: { id: string; letter: SentLetter }) {
  const { t } = useTranslation("letters");
  const format = useFormat();
  const bilingual = useBilingual();
  const message = useMessage();
  const [save, { error, isLoading }] = useSaveFileMutation();
  const isRead = letter.signers.some((signer) => signer.role === "reader");
  return (
    <li>
      <strong>{bilingual(letter.title)}</strong> <bdi dir="ltr" className={classes.reference}>{letter.reference}</bdi>
      <p>
        {t(isRead && letter.state === "released" ? "hand.state.sent" : `staff.state.${letter.closed_why ?? letter.state}`)} · {format.date(letter.issued_on)}
      </p>
      <LetterPeople letter={letter} />
      {letter.terms && <LetterTerms terms={letter.terms} />}
      <div className={classes.actions}>
        {letter.files.length > 0 && (
          <Button
            size="compact-sm"
            variant="default"
            leftSection={<IconDownload size={16} />}
            loading={isLoading}
            onClick={() => void save({ path: `${lettersOf(id)}/${encodeURIComponent(letter.id)}/file`, name: `${letter.reference}.pdf` })}
          >
            {t("staff.pdf")}
          </Button>
        )}
        <LetterActions id={id} letter={letter} />
      </div>
      {error && <p role="alert">{message(failureOf(error).messageId)}</p>}
    </li>
  );
}
