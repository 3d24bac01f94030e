import { Button, Loader, Title } from "@mantine/core";
import { useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { useParams } from "react-router";
import card from "@/ui/card.module.css";
import { RetryNote } from "@/ui/RetryNote";
import { useCountdown } from "@/ui/useCountdown";
import { useMessage } from "@/ui/useMessage";
import { useTitle } from "@/ui/useTitle";
import { AnswerCard } from "./AnswerCard";
import { useCheckApi, type CheckApi } from "./api";
import classes from "./check.module.css";
import { readCode } from "./code";
import { CodeField } from "./CodeField";
import { FileField, type Chosen } from "./FileField";
import { fingerprintOf } from "./fingerprint";
import * as to from "./paths";
import { useAnswer } from "./useAnswer";
import { WithoutUs } from "./WithoutUs";

/** Whether a letter is ours, for anybody who holds one: by the code on it, by its file, or both. */
export function CheckPage() {
  const api = useCheckApi();
  const { code } = useParams();
  return <Check key={code} came={code} api={api} />;
}

function Check({ came, api }: { came: string | undefined; api: CheckApi }) {
  const { t } = useTranslation("letters");
  const [read] = useState(() => (came === undefined ? null : readCode(came)));
  const [code, setCode] = useState(read?.code ?? null);
  const [chosen, setChosen] = useState<Chosen | null>(null);
  // The last one that was chosen counts, whichever is read first.
  const latest = useRef<File | null>(null);
  const { answer, failure, isLooking, again } = useAnswer({ code, sha256: chosen?.sha256 ?? null }, api);
  useTitle(t("check.title"));

  const take = async (file: File | null) => {
    latest.current = file;
    setChosen(file && { name: file.name });
    if (!file) return;
    const found = await fingerprintOf(file);
    if (latest.current === file) setChosen({ name: file.name, ...found });
  };
  const lookUp = (typed: string) => {
    if (typed === code) return again();
    setCode(typed);
    // A reload asks again, and going back leaves the page; nothing that was chosen here is lost.
    history.replaceState(history.state, "", to.checked(typed));
  };
  // Whoever came by the code on a paper has asked already.
  const asked = (
    <section className={card.card} aria-label={t("check.asked")}>
      <CodeField initial={came ?? ""} fault={read?.fault} busy={isLooking && code !== null} onCode={lookUp} />
      <FileField chosen={chosen} onFile={(file) => void take(file)} />
    </section>
  );
  return (
    <article className={classes.page}>
      <header className={classes.head}>
        <Title order={1}>{t("check.title")}</Title>
        <p>{t("check.lead")}</p>
      </header>
      {came === undefined && asked}
      <section className={classes.place} role="status" aria-label={t("check.answer")} aria-busy={isLooking}>
        {isLooking && (
          <p className={classes.looking}>
            <Loader size={20} /> {t("check.looking")}
          </p>
        )}
        {answer && <AnswerCard answer={answer} />}
      </section>
      {failure && <Failed failure={failure} again={again} />}
      {came !== undefined && asked}
      <section className={card.card}>
        <Title order={2} fz="h3">
          {t("limits.title")}
        </Title>
        <ul className={classes.ways}>
          <li>{t("limits.person")}</li>
          <li>{t("limits.words")}</li>
          <li>{t("limits.print")}</li>
        </ul>
      </section>
      <WithoutUs api={api} certificate={answer && answer.kind !== "unknown" ? answer.letter.certificate : null} />
    </article>
  );
}

function Failed({ failure, again }: { failure: NonNullable<ReturnType<typeof useAnswer>["failure"]>; again: () => void }) {
  const { t } = useTranslation("letters");
  const message = useMessage();
  const wait = useCountdown(failure.retryAfter, failure);
  return (
    <div role="alert" className={card.card}>
      <Title order={2} fz="h3">
        {t("check.failed")}
      </Title>
      <p>{message(failure.messageId)}</p>
      <div className={classes.row}>
        <Button variant="default" disabled={wait > 0} onClick={again}>
          {t("check.retry")}
        </Button>
        <RetryNote left={wait} />
      </div>
    </div>
  );
}
