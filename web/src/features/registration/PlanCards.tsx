import { useTranslation } from "react-i18next";
import type { Plan } from "@/api/platform";
import { useBilingual } from "@/ui/useBilingual";
import { useFormat } from "@/ui/useFormat";
import classes from "./registration.module.css";

interface Props {
  plans: readonly Plan[];
  value: string;
  error: string | undefined;
  onChange: (code: string) => void;
}

/** The plans side by side: name, price in the currency's own decimals, and how far each reaches. */
export function PlanCards({ plans, value, error, onChange }: Props) {
  const { t } = useTranslation("registration");
  const bilingual = useBilingual();
  return (
    <fieldset className={classes.plans} data-field="plan_code" aria-describedby={error ? "plan-error" : undefined}>
      <legend className="unseen">{t("group.plan")}</legend>
      <div className={classes.planCards}>
        {plans.map((plan) => (
          <label key={plan.code} className={classes.plan} data-chosen={plan.code === value || undefined}>
            <span className={classes.planName}>
              <input type="radio" name="plan" value={plan.code} checked={plan.code === value} onChange={() => onChange(plan.code)} />
              <strong>{bilingual(plan.name)}</strong>
            </span>
            <PlanFacts plan={plan} />
          </label>
        ))}
      </div>
      {error && (
        <p id="plan-error" className={classes.fault} role="alert">
          {error}
        </p>
      )}
    </fieldset>
  );
}

/** What a plan costs, and how far it reaches. */
export function PlanFacts({ plan }: { plan: Plan }) {
  const { t } = useTranslation("registration");
  const format = useFormat();
  return (
    <>
      <span className={classes.price}>
        {plan.price_minor === 0 ? (
          t("plan.free")
        ) : (
          <>
            <bdi>{format.money(plan.price_minor, plan.currency)}</bdi> <span className={classes.quiet}>{t(`plan.per.${plan.interval}`)}</span>
          </>
        )}
      </span>
      <span className={classes.quiet}>
        {plan.limits.students ? t("plan.students", { count: plan.limits.students, n: format.number(plan.limits.students) }) : t("plan.students.all")}
        {" · "}
        {plan.limits.forms ? t("plan.forms", { count: plan.limits.forms, n: format.number(plan.limits.forms) }) : t("plan.forms.all")}
      </span>
    </>
  );
}
