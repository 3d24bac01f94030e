import { Title } from "@mantine/core";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { IconAlertTriangle, IconCircleCheck, IconInfoCircle, IconX } from "@/ui/icons";
import { MarkedText } from "@/ui/MarkedText";
import { useBilingual } from "@/ui/useBilingual";
import { useFormat } from "@/ui/useFormat";
import { stands, type Answer } from "./answer";
import type { KnownLetter } from "./api";
import classes from "./check.module.css";
import { useDay } from "./useDay";

const TONE = { same: "good", ended: "warn", older: "warn", changed: "bad", other: "warn", open: "calm", unknown: "bad" } as const;
const ICON = { good: IconCircleCheck, warn: IconAlertTriangle, bad: IconX, calm: IconInfoCircle } as const;

/** One of the answers, in a sentence and a sign of its own, with what may be said of the letter to anybody. */
export function AnswerCard({ answer }: { answer: Answer }) {
  const { t } = useTranslation("letters");
  // A code alone says nothing of a letter that no longer counts but that.
  const tone = answer.kind === "open" && !stands(answer.letter) ? "warn" : TONE[answer.kind];
  const Icon = ICON[tone];
  return (
    <div className={classes.answer} data-tone={tone}>
      <Icon className={classes.sign} size={28} stroke={1.75} aria-hidden />
      <div className={classes.says}>
        <Title order={2}>
          {t(`answer.${answer.kind}.title`)}
        </Title>
        <p>{answer.kind === "unknown" ? t(`answer.unknown.${answer.by}`) : t(`answer.${answer.kind}.text`)}</p>
        {answer.kind === "open" && !stands(answer.letter) && <p>{t("answer.open.ended")}</p>}
        {answer.kind !== "unknown" && answer.codeUnknown && <p>{t("answer.byFile")}</p>}
        {answer.kind !== "unknown" && <Facts letter={answer.letter} />}
      </div>
    </div>
  );
}

function Facts({ letter }: { letter: KnownLetter }) {
  const { t } = useTranslation("letters");
  const bilingual = useBilingual();
  const format = useFormat();
  const day = useDay();
  const { signatures: signed } = letter;
  const count = { done: format.number(signed.done), of: format.number(signed.of) };
  return (
    <dl className={classes.facts}>
      <Fact name={t("facts.state")}>
        <strong>{t(`state.${letter.state}`)}</strong>
      </Fact>
      <Fact name={t("facts.school")}>
        <span dir="auto">{bilingual(letter.school)}</span>
      </Fact>
      <Fact name={t("facts.kind")}>{t(`kind.${letter.kind}`)}</Fact>
      <Fact name={t("facts.reference")}>
        <bdi dir="ltr">{letter.reference}</bdi>
      </Fact>
      <Fact name={t("facts.issued")}>{day(letter.issued_on)}</Fact>
      {letter.until && letter.state === "offered" && <Fact name={t("facts.until")}>{day(letter.until)}</Fact>}
      {signed.of > 0 && (
        <Fact name={t("facts.signatures")}>
          <MarkedText text={signed.last_on ? t("facts.signatures.last", { ...count, date: day(signed.last_on) }) : t("facts.signatures.of", count)} />
        </Fact>
      )}
    </dl>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
