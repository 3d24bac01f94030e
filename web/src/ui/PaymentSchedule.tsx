import { useTranslation } from "react-i18next";
import type { Bilingual } from "@/api/types";
import classes from "./PaymentSchedule.module.css";
import { useBilingual } from "./useBilingual";
import { useFormat } from "./useFormat";

export interface Payment {
  /** `YYYY-MM-DD`. */
  due_on: string;
  /** In the currency's smallest unit, as all amounts here are. */
  amount_minor: number;
}

/** A way to pay: what, and when. */
export interface Plan {
  code: string;
  title: Bilingual;
  payments: readonly Payment[];
  total_minor: number;
}

/** The payments of a plan, each with its day, and what they come to. */
export function PaymentSchedule({ plan, currency }: { plan: Plan; currency: string }) {
  const { t } = useTranslation("letters");
  const bilingual = useBilingual();
  const format = useFormat();
  return (
    <table className={classes.schedule} aria-label={t("accept.schedule", { plan: bilingual(plan.title) })}>
      <thead>
        <tr>
          <th scope="col">{t("accept.due")}</th>
          <th scope="col">{t("accept.amount")}</th>
        </tr>
      </thead>
      <tbody>
        {plan.payments.map((payment, at) => (
          <tr key={`${String(at)} ${payment.due_on}`}>
            <td>
              <bdi>{format.date(payment.due_on)}</bdi>
            </td>
            <td>
              <bdi>{format.money(payment.amount_minor, currency)}</bdi>
            </td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row">{t("accept.total")}</th>
          <td>
            <bdi>{format.money(plan.total_minor, currency)}</bdi>
          </td>
        </tr>
      </tfoot>
    </table>
  );
}
