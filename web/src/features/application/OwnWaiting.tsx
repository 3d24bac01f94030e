import { Button } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { failureOf } from "@/api/envelope";
import { useOpenOwnLetterMutation } from "@/api/generated";
import { useBilingual } from "@/ui/useBilingual";
import { useFormat } from "@/ui/useFormat";
import { useMessage } from "@/ui/useMessage";
import own from "./standing.module.css";
import type { Part } from "./useApplication";

/** Letters that wait for the family beside the one of its offer: each with the way to it, what is due first first. */
export function OwnWaiting({ application, shown, refused }: Part) {
  const { t } = useTranslation("application");
  const bilingual = useBilingual();
  const format = useFormat();
  const message = useMessage();
  const navigate = useNavigate();
  const [open, { error, isLoading, originalArgs }] = useOpenOwnLetterMutation();
  const letters = (shown.waiting ?? []).flatMap(({ kind, reference, ...one }) => (kind !== "condition" && reference && reference !== shown.letter?.reference ? [{ ...one, kind, reference }] : []));
  if (letters.length === 0) return null;
  const read = async (reference: string) => {
    const answer = await open({ application, reference });
    // Its token stands in the address for a moment alone: the letter's page takes it out.
    if (answer.data) await navigate(answer.data.path);
    else refused(failureOf(answer.error).messageId);
  };
  return (
    <section className={own.conditions} aria-labelledby="own-waiting">
      <h2 id="own-waiting">{t("application.waiting")}</h2>
      <ul>
        {letters.map(({ kind, reference, text, until }) => (
          <li key={reference}>
            <Button variant="light" className={own.wraps} loading={isLoading && originalArgs?.reference === reference} onClick={() => void read(reference)}>
              {t(`application.waiting.${kind}`, { title: bilingual(text) })}
            </Button>
            <span>
              <time dateTime={until}>{t("application.waiting.until", { date: format.date(until) })}</time>
            </span>
          </li>
        ))}
      </ul>
      {error && <p role="alert">{message(failureOf(error).messageId)}</p>}
    </section>
  );
}
