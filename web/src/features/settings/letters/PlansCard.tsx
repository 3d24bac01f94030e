import { useTranslation } from "react-i18next";
import { Card } from "../desk/RoomHead";
import { Bilingual } from "./Bilingual";
import { Entries } from "./Entries";
import { InstalmentFields } from "./InstalmentFields";
import type { PartProps } from "./parts";
import { freeCode, MOST, percentOf, type Plan } from "./letters";
import classes from "./letters.module.css";

/** Ways to pay that an acceptance leaves the family to choose from. */
export function PlansCard({ letter, off, change }: PartProps) {
  const { t } = useTranslation("settingsLetters");
  const plans = letter.plans ?? [];
  const set = (index: number, part: Partial<Plan>, step: string) => change({ plans: plans.map((each, at) => (at === index ? { ...each, ...part } : each)) }, `plan ${index} ${step}`);
  const fresh = (): Plan => ({ code: freeCode(`plan_${plans.length + 1}`, plans.map(({ code }) => code)), title: { en: "", ar: "" }, instalments: [{ percent: 100, due: "on_acceptance" }] });
  return (
    <Card title={t("plans")} help={t("plans.help")}>
      <Entries
        names={plans.map((_, index) => t("plans.nth", { n: index + 1 }))}
        off={off}
        most={MOST.plans}
        add={t("plans.add")}
        removeOf={(what) => t("remove.of", { what })}
        onAdd={() => change({ plans: [...plans, fresh()] }, `plan add ${Date.now()}`)}
        onRemove={(index) => change({ plans: plans.filter((_, at) => at !== index) }, `plan remove ${Date.now()}`)}
      >
        {(index) => {
          const plan = plans[index];
          return (
            plan && (
              <>
                <Bilingual label={t("plans.title")} value={plan.title} off={off} onChange={(title, of) => set(index, { title }, of)} />
                <InstalmentFields instalments={plan.instalments} off={off} onChange={(instalments, step) => set(index, { instalments }, step)} />
                {percentOf(plan) !== 100 && (
                  <p className={classes.wrong} role="alert">
                    {t("plans.sum", { sum: percentOf(plan) })}
                  </p>
                )}
              </>
            )
          );
        }}
      </Entries>
    </Card>
  );
}
