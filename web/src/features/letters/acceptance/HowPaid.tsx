import { Button, Title } from "@mantine/core";
import { useTranslation } from "react-i18next";
import card from "@/ui/card.module.css";
import { MarkedText } from "@/ui/MarkedText";
import { PaymentSchedule } from "@/ui/PaymentSchedule";
import { useBilingual } from "@/ui/useBilingual";
import { useFormat } from "@/ui/useFormat";
import letterClasses from "../letter.module.css";
import classes from "./acceptance.module.css";
import type { Acceptance } from "./api";

interface Props {
  letter: Pick<Acceptance, "plan" | "deposit" | "currency" | "choices_left">;
  /** Absent where nothing else can be chosen any more. */
  onChange?: () => void;
}

/** What was chosen, and the deposit. Each payment stands in the letter above, which is signed: here it is folded. */
export function HowPaid({ letter: { plan, deposit, currency, choices_left }, onChange }: Props) {
  const { t } = useTranslation("letters");
  const bilingual = useBilingual();
  const format = useFormat();
  if (!plan && !deposit) return null;
  return (
    <section className={card.card} aria-label={t("accept.pay")}>
      <Title order={2} fz="h3">
        {t("accept.pay")}
      </Title>
      {plan && (
        <>
          <p className={classes.plan}>
            {bilingual(plan.title)} · <bdi>{format.money(plan.total_minor, currency)}</bdi>
          </p>
          <details className={classes.payments}>
            <summary>{t("accept.payments")}</summary>
            <PaymentSchedule plan={plan} currency={currency} />
          </details>
        </>
      )}
      {deposit && <Deposit amount={format.money(deposit.amount_minor, currency)} day={format.date(deposit.due_on)} />}
      {onChange && (
        <div className={letterClasses.tools}>
          <Button variant="default" onClick={onChange}>
            {t("accept.change")}
          </Button>
          <p className={classes.left}>{t("accept.left", { count: choices_left, shown: format.number(choices_left) })}</p>
        </div>
      )}
    </section>
  );
}

/** What is paid to keep the place. */
export function Deposit({ amount, day }: { amount: string; day: string }) {
  const { t } = useTranslation("letters");
  return (
    <p className={classes.deposit}>
      <MarkedText text={t("accept.deposit", { amount, day })} />
    </p>
  );
}
