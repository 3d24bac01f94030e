import { Button } from "@mantine/core";
import { lazy, Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { failureOf } from "@/api/envelope";
import type { UnlockView } from "@/api/generatedTypes";
import { useAppSelector } from "@/api/hooks";
import { may } from "@/api/may";
import type { Enquiry } from "@/api/types";
import { ConfirmDialog } from "@/ui/ConfirmDialog";
import { IconMail } from "@/ui/icons";
import { MarkedText } from "@/ui/MarkedText";
import { useBilingual } from "@/ui/useBilingual";
import { useFormat } from "@/ui/useFormat";
import { useMessage } from "@/ui/useMessage";
import { ChangeAnswers } from "../changes/ChangeAnswers";
import { isOver } from "../closing";
import { useEndUnlockMutation, useListUnlocksQuery } from "./api";
import classes from "./unlocks.module.css";

// Asked for by a press: no record waits for it.
const UnlockDialog = lazy(async () => ({ default: (await import("./UnlockDialog")).UnlockDialog }));

/** Which answers the family may change now, the way to let it, and for an application the way to change some oneself. */
export function Unlocks({ enquiry }: { enquiry: Enquiry }) {
  const { t } = useTranslation("unlocked");
  const edits = useAppSelector((state) => may(state.auth.user?.authority, "enquiry.edit"));
  const isOpen = Boolean(enquiry.unlocked_until);
  const { data } = useListUnlocksQuery({ id: enquiry.id }, { skip: !isOpen });
  const [choosing, setChoosing] = useState(false);
  const [done, setDone] = useState<"sent" | "unsent" | "quiet" | "changed" | null>(null);
  const open = isOpen ? data?.items.find((one) => one.open) : undefined;
  const opened = (unlock: UnlockView, notify: boolean) => {
    setChoosing(false);
    setDone(notify ? (unlock.link_sent ? "sent" : "unsent") : "quiet");
  };
  return (
    <div className={classes.unlocks}>
      {open && <Open enquiry={enquiry.id} unlock={open} edits={edits} onEnded={() => setDone(null)} />}
      <p role="status" className={classes.done}>
        {done && t(`staff.done.${done}`)}
      </p>
      <div className={classes.ways}>
        <ChangeAnswers enquiry={enquiry} onPress={() => setDone(null)} onChanged={() => setDone("changed")} />
        {edits && !isOver(enquiry.state) && (
          <Button
            variant="default"
            leftSection={<IconMail size={18} stroke={1.5} aria-hidden />}
            onClick={() => {
              setDone(null);
              setChoosing(true);
            }}
          >
            {t("staff.open")}
          </Button>
        )}
      </div>
      <Suspense fallback={null}>{choosing && <UnlockDialog enquiry={enquiry} replaces={isOpen} onOpened={opened} onClose={() => setChoosing(false)} />}</Suspense>
    </div>
  );
}

function Open({ enquiry, unlock, edits, onEnded }: { enquiry: string; unlock: UnlockView; edits: boolean; onEnded: () => void }) {
  const { t } = useTranslation("unlocked");
  const bilingual = useBilingual();
  const format = useFormat();
  const message = useMessage();
  const [end, { isLoading, error, reset }] = useEndUnlockMutation();
  const [asked, setAsked] = useState(false);
  const confirm = async () => {
    const answer = await end({ id: enquiry, unlock: unlock.id });
    if (!answer.data) return;
    setAsked(false);
    onEnded();
  };
  return (
    <section className={classes.open} aria-labelledby="unlocked-now">
      <h2 id="unlocked-now">{t("staff.now")}</h2>
      <p>
        <MarkedText text={t("staff.now.until", { date: format.date(unlock.until) })} />
      </p>
      <ul>
        {unlock.fields.map(({ field, label }) => (
          <li key={field}>
            <bdi>{bilingual(label)}</bdi>
          </li>
        ))}
        {unlock.hides && <li>{t("staff.now.hides")}</li>}
      </ul>
      {unlock.message && (
        <blockquote dir="auto" className={classes.says}>
          {unlock.message}
        </blockquote>
      )}
      <p className={classes.quiet}>
        <MarkedText text={t("staff.now.by", { name: unlock.created_by, date: format.day(unlock.created_at) })} /> {t(unlock.link_sent ? "staff.now.mailed" : "staff.now.unmailed")}
      </p>
      {edits && (
        <Button variant="default" size="compact-sm" onClick={() => setAsked(true)}>
          {t("staff.end")}
        </Button>
      )}
      <ConfirmDialog
        opened={asked}
        onClose={() => {
          reset();
          setAsked(false);
        }}
        title={t("staff.end")}
        text={t("staff.end.text")}
        confirm={t("staff.end")}
        busy={isLoading}
        error={error && message(failureOf(error).messageId)}
        danger
        onConfirm={() => void confirm()}
      />
    </section>
  );
}
