import { Button, NativeSelect } from "@mantine/core";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { IconPlus, IconTrash } from "@/ui/icons";
import classes from "./conditions.module.css";
import parts from "../parts.module.css";
import { condition } from "../model/conditions";
import { downstream, find, topQuestions } from "../model/edit";
import { isHeading } from "../model/parse";
import { isWordsOnly } from "../model/kinds";
import type { Condition, FormModel, Question, Test } from "../model/types";
import { useBuilder } from "../useBuilder";
import { firstTest, TestRow } from "./TestRow";

interface Props {
  what: "question" | "group" | "step";
  when: readonly Condition[];
  /** The path of the question, or the row of the step. */
  self: string;
  onChange: (when: Condition[]) => void;
  extra?: ReactNode;
}

/** When something is shown: always, or while answers are so and so. */
export function Conditions({ what, when, self, onChange, extra }: Props) {
  const { t } = useTranslation("builder");
  const { model, readOnly } = useBuilder();
  const offered = askable(model, self);
  const put = (at: number, next: Condition | null) => onChange(next ? when.map((each, index) => (index === at ? next : each)) : when.filter((_, index) => index !== at));
  const begin = () => {
    const question = offered.at(-1);
    if (question) onChange([...when, condition("all", [firstTest(question)])]);
  };
  return (
    <fieldset className={parts.box}>
      <legend className={parts.pairLabel}>{t(`when.title.${what}`)}</legend>
      {when.length === 0 && <p className={parts.quiet}>{t("when.always")}</p>}
      {when.map((each, at) => (
        // Conditions have no names; their place is what tells them apart.
        // oxlint-disable-next-line react/no-array-index-key
        <div key={at} className={classes.condition}>
          {at > 0 && <p className={classes.and}>{t("when.and")}</p>}
          {each.mode === "raw" ? (
            <RawCondition condition={each} readOnly={readOnly} onRemove={() => put(at, null)} />
          ) : (
            <Tests condition={each} mode={each.mode} offered={offered} readOnly={readOnly} onChange={(next) => put(at, next)} />
          )}
        </div>
      ))}
      {!readOnly && (
        <Button size="sm" variant="default" leftSection={<IconPlus size={18} stroke={1.5} aria-hidden />} disabled={offered.length === 0} onClick={begin}>
          {t(when.length === 0 ? "when.add" : "when.addAnd")}
        </Button>
      )}
      {offered.length === 0 && when.length === 0 && <p className={parts.quiet}>{t("when.nothing")}</p>}
      {extra}
    </fieldset>
  );
}

interface TestsProps {
  condition: Condition;
  mode: "all" | "any";
  offered: readonly Question[];
  readOnly: boolean;
  onChange: (next: Condition | null) => void;
}

function Tests({ condition: { tests }, mode, offered, readOnly, onChange }: TestsProps) {
  const { t } = useTranslation("builder");
  const set = (next: Test[], how = mode) => onChange(next.length > 0 ? condition(how, next) : null);
  return (
    <>
      {tests.length > 1 && (
        <NativeSelect
          aria-label={t("when.mode")}
          disabled={readOnly}
          value={mode}
          data={(["all", "any"] as const).map((each) => ({ value: each, label: t(`when.${each}`) }))}
          onChange={(event) => set(tests, event.currentTarget.value as "all" | "any")}
        />
      )}
      <ul className={parts.tests}>
        {tests.map((test, at) => (
          // oxlint-disable-next-line react/no-array-index-key -- as above
          <li key={at}>
            <TestRow test={test} number={at + 1} offered={offered} onChange={(next) => set(next ? tests.map((each, index) => (index === at ? next : each)) : tests.filter((_, index) => index !== at))} />
          </li>
        ))}
      </ul>
      {!readOnly && offered.length > 0 && (
        <Button
          size="compact-sm"
          variant="subtle"
          leftSection={<IconPlus size={16} stroke={1.5} aria-hidden />}
          onClick={() => {
            const question = offered.find((each) => !tests.some((test) => test.field === each.name)) ?? offered[0];
            if (question) set([...tests, firstTest(question)]);
          }}
        >
          {t("when.addTest")}
        </Button>
      )}
    </>
  );
}

function RawCondition({ condition: { written }, readOnly, onRemove }: { condition: Condition; readOnly: boolean; onRemove: () => void }) {
  const { t } = useTranslation("builder");
  return (
    <>
      <p className={parts.quiet}>{t("when.raw")}</p>
      <pre className={parts.code} dir="ltr" tabIndex={0} aria-label={t("raw.code")}>
        {JSON.stringify(written, null, 2)}
      </pre>
      {!readOnly && (
        <Button size="compact-sm" variant="subtle" color="gray" leftSection={<IconTrash size={16} stroke={1.5} aria-hidden />} onClick={onRemove}>
          {t("when.remove")}
        </Button>
      )}
    </>
  );
}

/** The questions whose answers can decide about this one: none that would have to wait for it. */
function askable(model: FormModel, self: string): Question[] {
  const own = selfNames(model, self);
  const later = new Set(own.flatMap((name) => [...downstream(model, name)]));
  return topQuestions(model).filter((question) => !isWordsOnly(question) && !question.loose && !own.includes(question.name) && !later.has(question.name));
}

/** A step stands for its questions, a heading for those below it. */
function selfNames(model: FormModel, self: string): string[] {
  if (self.startsWith("step:")) return model.steps.find((step) => `step:${step.id}` === self)?.questions.map((question) => question.name) ?? [];
  const found = find(model, self);
  if (!found || !isHeading(found.question)) return [self];
  const { questions } = found.step;
  const at = questions.indexOf(found.question);
  const next = questions.findIndex((question, index) => index > at && isHeading(question));
  return questions.slice(at, next < 0 ? undefined : next).map((question) => question.name);
}
