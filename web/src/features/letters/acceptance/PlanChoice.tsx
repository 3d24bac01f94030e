import "@mantine/core/styles/InlineInput.layer.css";
import "@mantine/core/styles/Radio.layer.css";
import { Alert, Button, Radio, Title } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { failureOf } from "@/api/envelope";
import { useLanguage } from "@/i18n/useLanguage";
import card from "@/ui/card.module.css";
import { PaymentSchedule } from "@/ui/PaymentSchedule";
import { useBilingual } from "@/ui/useBilingual";
import { useFormat } from "@/ui/useFormat";
import { useMessage } from "@/ui/useMessage";
import { ANSWER } from "../AnswerLetter";
import letterClasses from "../letter.module.css";
import classes from "./acceptance.module.css";
import { useChoosePlanMutation, type Acceptance } from "./api";
import { Deposit } from "./HowPaid";

interface Props {
  letter: Pick<Acceptance, "plans" | "plan" | "preferred_plan" | "deposit" | "currency" | "choices_left">;
  held: { token: string; grant: string };
  onChosen: () => void;
  /** Somebody signed or chose meanwhile. */
  onStale: () => void;
  /** The hour of the grant is over, or the link's time. */
  onUnproved: () => void;
  /** Absent while nothing is chosen yet. */
  onCancel?: () => void;
}

/** The ways to pay, each with all its payments, of which one is chosen. */
export function PlanChoice({ letter, held, onChosen, onStale, onUnproved, onCancel }: Props) {
  const { t } = useTranslation("letters");
  const { language } = useLanguage();
  const bilingual = useBilingual();
  const format = useFormat();
  const message = useMessage();
  const [choose, { error, isLoading }] = useChoosePlanMutation();
  const [wanted, setWanted] = useState<string | null>(letter.plan?.code ?? letter.preferred_plan ?? null);
  const [tried, setTried] = useState(false);
  const go = async () => {
    setTried(true);
    if (!wanted) return;
    // The server counts none where it is the same again.
    const done = await choose({ ...held, locale: language, plan_code: wanted });
    if (done.data) return onChosen();
    const { messageId } = failureOf(done.error);
    if (messageId === "L010") onUnproved();
    if (messageId === "A003" || messageId === "A021" || messageId === "F003") onStale();
  };
  return (
    <section id={ANSWER} tabIndex={-1} className={card.card} aria-label={t("accept.choose")}>
      <header className={letterClasses.head}>
        <Title order={2} fz="h3">
          {t("accept.choose")}
        </Title>
        <p className={letterClasses.quiet}>
          {t("accept.choose.text")} {letter.plan && t("accept.left", { count: letter.choices_left, shown: format.number(letter.choices_left) })}
        </p>
      </header>
      {letter.deposit && <Deposit amount={format.money(letter.deposit.amount_minor, letter.currency)} day={format.date(letter.deposit.due_on)} />}
      <Radio.Group aria-label={t("accept.choose")} value={wanted} onChange={setWanted} error={tried && !wanted && t("accept.choose.missing")}>
        <div className={classes.ways}>
          {letter.plans.map((plan) => (
            <div key={plan.code} className={classes.way}>
              <Radio value={plan.code} size="md" label={bilingual(plan.title)} description={!letter.plan && plan.code === letter.preferred_plan && t("accept.preferred")} disabled={isLoading} />
              <PaymentSchedule plan={plan} currency={letter.currency} />
            </div>
          ))}
        </div>
      </Radio.Group>
      {error && (
        <Alert role="alert" color="red">
          {message(failureOf(error).messageId)}
        </Alert>
      )}
      <div className={letterClasses.tools}>
        <Button size="md" loading={isLoading} onClick={() => void go()}>
          {t("accept.choose.go")}
        </Button>
        {onCancel && (
          <Button size="md" variant="default" disabled={isLoading} onClick={onCancel}>
            {t("accept.choose.stay")}
          </Button>
        )}
      </div>
    </section>
  );
}
