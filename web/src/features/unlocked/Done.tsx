import { Button, Title } from "@mantine/core";
import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { useAppSelector } from "@/api/hooks";
import { may } from "@/api/may";
import * as toApplication from "@/features/application/paths";
import * as toDashboard from "@/features/dashboard/paths";
import type { SentUnlocked } from "@/forms/unlocked/useUnlocked";
import { IconCircleCheck } from "@/ui/icons";
import { MarkedText } from "@/ui/MarkedText";
import { useBilingual } from "@/ui/useBilingual";
import { useFormat } from "@/ui/useFormat";
import classes from "./unlocked.module.css";

/** What reached the school, what happens next, and the way to the application: for who may close the page now. */
export function Done({ sent: { number, sent_at, answers, mailed } }: { sent: SentUnlocked }) {
  const { t } = useTranslation("unlocked");
  const bilingual = useBilingual();
  const format = useFormat();
  const isFamily = useAppSelector((state) => may(state.auth.user?.authority, "family.read"));
  const heading = useRef<HTMLHeadingElement>(null);
  // What was pressed to come here is gone.
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);
  return (
    <article className={classes.done}>
      <span className={classes.lock} aria-hidden>
        <IconCircleCheck size={28} stroke={1.5} />
      </span>
      <Title order={1} fz="h2" ref={heading} tabIndex={-1}>
        {t("done.title")}
      </Title>
      <p role="status">
        <MarkedText text={t("done.text", { date: format.instant(sent_at) })} />
        <br />
        <MarkedText text={t("done.number", { number: `\u2066${number}\u2069` })} />
      </p>
      <section aria-labelledby="done-what">
        <h2 id="done-what">{t("done.what")}</h2>
        <ul>
          {answers.map((answer) => (
            <li key={`${answer.en} ${answer.ar}`}>{bilingual(answer)}</li>
          ))}
        </ul>
      </section>
      <section aria-labelledby="done-next">
        <h2 id="done-next">{t("done.next")}</h2>
        <ul>
          <li>{t("done.next.look")}</li>
          {mailed && <li>{t("done.next.mailed")}</li>}
          <li>{t("done.next.link")}</li>
        </ul>
      </section>
      <Button component={Link} to={isFamily ? toDashboard.dashboard() : toApplication.linked()} variant="default">
        {t(isFamily ? "done.home" : "done.open")}
      </Button>
    </article>
  );
}
