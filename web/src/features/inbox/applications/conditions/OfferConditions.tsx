import { Button } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useAppSelector } from "@/api/hooks";
import { may } from "@/api/may";
import { useBilingual } from "@/ui/useBilingual";
import { useFormat } from "@/ui/useFormat";
import { useReadOfferConditionsQuery, type OfferCondition } from "./calls";
import classes from "./conditions.module.css";
import { SayDialog, type Say } from "./SayDialog";

/** What an application's offer depends on: how each condition stands, what came for it, and what staff say. */
export function OfferConditions({ id, version, state }: { id: string; version: number; state: string }) {
  const { t } = useTranslation("letters");
  const format = useFormat();
  const { data } = useReadOfferConditionsQuery({ id, version });
  const [asked, setAsked] = useState<{ say: Say; condition: OfferCondition } | null>(null);
  const items = data?.items ?? [];
  if (!data?.letter || items.length === 0) return null;
  const done = items.filter((one) => one.state === "met" || one.state === "waived").length;
  const next = items.filter((one) => one.state === "open" || one.state === "submitted").map((one) => one.due_on).toSorted()[0];
  const counts = t("cond.staff.count", { done: format.number(done), of: format.number(items.length) });
  return (
    <section className={classes.conditions} aria-labelledby="offer-conditions">
      <h2 id="offer-conditions">{t("cond.title")}</h2>
      <p>{next ? `${counts} · ${t("cond.staff.next", { day: format.date(next) })}` : counts}</p>
      <ul>
        {items.map((one) => (
          <One key={one.code} condition={one} isLiving={/^[FAB]/u.test(state)} isOut={state.startsWith("F")} onAsk={(say) => setAsked({ say, condition: one })} />
        ))}
      </ul>
      {asked && <SayDialog id={id} letter={data.letter} say={asked.say} condition={asked.condition} onClose={() => setAsked(null)} />}
    </section>
  );
}

interface OneProps {
  condition: OfferCondition;
  /** Whether the offer stands: it is out, accepted or booked. */
  isLiving: boolean;
  isOut: boolean;
  onAsk: (say: Say) => void;
}

function One({ condition, isLiving, isOut, onAsk }: OneProps) {
  const { t } = useTranslation("letters");
  const bilingual = useBilingual();
  const format = useFormat();
  const rights = useAppSelector((state) => state.auth.user?.authority);
  const [edits, offers] = [may(rights, "application.edit"), may(rights, "application.offer")];
  const isOpen = condition.state === "open" || condition.state === "submitted";
  const { may_judge: judges } = condition;
  const ways: Say[] = [];
  if (isLiving && isOpen) {
    if (edits && judges) ways.push("met");
    if (offers) ways.push("waived");
    if (judges && (isOut ? offers : edits)) ways.push("failed");
  }
  if (isLiving && edits && judges && condition.state !== "failed") ways.push("open");
  const text = bilingual(condition.text);
  return (
    <li>
      <strong>{text}</strong>
      <p>
        {t(condition.state === "submitted" ? "cond.staff.submitted" : `cond.state.${condition.state}`)} · {isOpen ? t("cond.due", { day: format.date(condition.due_on) }) : condition.decided_at && format.day(condition.decided_at)}
      </p>
      {condition.reason && <p dir="auto">{condition.reason}</p>}
      {condition.files.length > 0 && (
        <ul aria-label={t("cond.files", { condition: text })}>
          {condition.files.map((file) => (
            <li key={file.id}>
              <bdi>{file.name}</bdi> · {format.day(file.given_at)}
            </li>
          ))}
        </ul>
      )}
      {ways.length > 0 && (
        <div className={classes.actions}>
          {ways.map((say) => {
            const words = t(say === "open" && isOpen ? "cond.say.longer" : `cond.say.${say}`);
            return (
              <Button key={say} size="compact-sm" variant={say === "met" && condition.state === "submitted" ? "light" : "default"} color={say === "failed" ? "red" : undefined} aria-label={`${words}: ${text}`} onClick={() => onAsk(say)}>
                {words}
              </Button>
            );
          })}
        </div>
      )}
    </li>
  );
}
