import { useTranslation } from "react-i18next";
import { MarkedText } from "@/ui/MarkedText";
import { PaymentSchedule } from "@/ui/PaymentSchedule";
import { useBilingual } from "@/ui/useBilingual";
import { useFormat } from "@/ui/useFormat";
import type { SentLetter } from "./calls";

/** What an acceptance says of payments: the way to pay with each of its days, and the deposit. */
export function LetterTerms({ terms: { plan, deposit, currency } }: { terms: NonNullable<SentLetter["terms"]> }) {
  const { t } = useTranslation("letters");
  const bilingual = useBilingual();
  const format = useFormat();
  return (
    <>
      {plan && (
        <>
          <p>{t("staff.terms", { plan: bilingual(plan.title) })}</p>
          <PaymentSchedule plan={plan} currency={currency} />
        </>
      )}
      {deposit && (
        <p>
          <MarkedText text={t("accept.deposit", { amount: format.money(deposit.amount_minor, currency), day: format.date(deposit.due_on) })} />
        </p>
      )}
    </>
  );
}
