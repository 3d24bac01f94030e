import { NumberInput, TextInput } from "@mantine/core";
import "@mantine/core/styles/NumberInput.layer.css";
import { useTranslation } from "react-i18next";
import { Card } from "../desk/RoomHead";
import { Bilingual } from "./Bilingual";
import { Entries } from "./Entries";
import type { PartProps } from "./parts";
import { freeCode, MOST, type Condition } from "./letters";
import classes from "./letters.module.css";

/** What an offer depends on: its words, how long there is for it, and which document of the form shows it. */
export function ConditionsCard({ letter, off, change }: PartProps) {
  const { t } = useTranslation("settingsLetters");
  const conditions = letter.conditions ?? [];
  const set = (index: number, part: Partial<Condition>, step: string) => change({ conditions: conditions.map((each, at) => (at === index ? { ...each, ...part } : each)) }, `condition ${index} ${step}`);
  const codes = conditions.map(({ code }) => code);
  return (
    <Card title={t("conditions")} help={t("conditions.help")}>
      <Entries
        names={conditions.map((_, index) => t("conditions.nth", { n: index + 1 }))}
        off={off}
        most={MOST.conditions}
        least={1}
        add={t("conditions.add")}
        removeOf={(what) => t("remove.of", { what })}
        onAdd={() => change({ conditions: [...conditions, { code: freeCode(`condition_${conditions.length + 1}`, codes), text: { en: "", ar: "" }, days: 30 }] }, `condition add ${Date.now()}`)}
        onRemove={(index) => change({ conditions: conditions.filter((_, at) => at !== index) }, `condition remove ${Date.now()}`)}
      >
        {(index) => {
          const condition = conditions[index];
          return (
            condition && (
              <>
                <Bilingual label={t("conditions.text")} value={condition.text} off={off} onChange={(text, of) => set(index, { text }, of)} />
                <div className={classes.pair}>
                  <NumberInput label={t("conditions.days")} description={t("conditions.days.help")} min={1} max={MOST.days} clampBehavior="strict" allowDecimal={false} readOnly={off} value={condition.days} onChange={(days) => typeof days === "number" && set(index, { days }, "days")} />
                  <TextInput
                    dir="ltr"
                    spellCheck={false}
                    maxLength={60}
                    label={t("conditions.paper")}
                    description={t("conditions.paper.help")}
                    readOnly={off}
                    value={condition.paper ?? ""}
                    onChange={(event) => {
                      const { paper: _before, ...rest } = condition;
                      const paper = event.currentTarget.value.trim();
                      change({ conditions: conditions.map((each, at) => (at === index ? (paper ? { ...rest, paper } : rest) : each)) }, `condition ${index} paper`);
                    }}
                  />
                </div>
              </>
            )
          );
        }}
      </Entries>
    </Card>
  );
}
