import { ActionIcon, Checkbox, NativeSelect, NumberInput, TextInput } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { useLanguage } from "@/i18n/useLanguage";
import { useFormsText } from "@/forms/useFormsText";
import { IconTrash } from "@/ui/icons";
import classes from "../parts.module.css";
import { kindOf, moneyScale, type Kind } from "../model/kinds";
import type { Op, Question, Test } from "../model/types";
import { useBuilder } from "../useBuilder";

/** What can be asked about an answer of a kind. */
export function opsOf(kind: Kind | "raw"): readonly Op[] {
  switch (kind) {
    case "yesno":
    case "consent":
      return ["is", "filled"];
    case "choice":
      return ["is", "isNot", "oneOf", "noneOf", "filled"];
    case "choices":
      return ["includes", "excludes", "filled"];
    case "number":
    case "money":
      return ["is", "more", "atLeast", "less", "atMost", "filled"];
    case "text":
    case "country":
      return ["is", "isNot", "filled"];
    default:
      return ["filled"];
  }
}

/** A test to begin with: the first thing that this question can be asked. */
export function firstTest(question: Question): Test {
  return testOf(question, opsOf(kindOf(question))[0] ?? "filled");
}

function testOf(question: Question, op: Op): Test {
  const kind = kindOf(question);
  const first = question.choices?.[0]?.value;
  const value = op === "filled" ? null : op === "oneOf" || op === "noneOf" ? [] : kind === "yesno" || kind === "consent" ? true : kind === "number" || kind === "money" ? 1 : (first ?? "");
  return { field: question.name, op, value };
}

interface Props {
  test: Test;
  number: number;
  offered: readonly Question[];
  onChange: (next: Test | null) => void;
}

/** One comparison: which question, how, with what. */
export function TestRow({ test, number, offered, onChange }: Props) {
  const { t } = useTranslation("builder");
  const { language } = useLanguage();
  const { readOnly } = useBuilder();
  const question = offered.find((each) => each.name === test.field);
  const ops = question ? opsOf(kindOf(question)) : [];
  const known = ops.includes(test.op) ? ops : [test.op, ...ops];
  return (
    <div role="group" aria-label={t("test.label", { n: number })} className={classes.test}>
      <NativeSelect
        aria-label={t("test.question", { n: number })}
        disabled={readOnly}
        value={test.field}
        data={[...(question ? [] : [{ value: test.field, label: test.field || t("test.choose") }]), ...offered.map((each) => ({ value: each.name, label: each.label?.[language] || each.name }))]}
        onChange={(event) => {
          const next = offered.find((each) => each.name === event.currentTarget.value);
          if (next) onChange(firstTest(next));
        }}
      />
      <div className={classes.testRest}>
        <NativeSelect
          aria-label={t("test.op", { n: number })}
          disabled={readOnly}
          value={test.op}
          data={known.map((op) => ({ value: op, label: t(`op.${op}`) }))}
          onChange={(event) => {
            const op = event.currentTarget.value as Op;
            if (question) onChange(sameSort(test.op, op) ? { ...test, op } : testOf(question, op));
          }}
        />
        {question && test.op !== "filled" && <TestValue test={test} question={question} label={t("test.value", { n: number })} onChange={(value) => onChange({ ...test, value })} />}
        {!readOnly && (
          <ActionIcon variant="subtle" color="gray" size={36} aria-label={t("test.remove", { n: number })} onClick={() => onChange(null)}>
            <IconTrash size={18} stroke={1.5} />
          </ActionIcon>
        )}
      </div>
    </div>
  );
}

/** Whether two comparisons take the same sort of value, so that it can stay. */
function sameSort(one: Op, two: Op): boolean {
  const sort = (op: Op) => (op === "oneOf" || op === "noneOf" ? "list" : op === "filled" ? "none" : "one");
  return sort(one) === sort(two);
}

interface ValueProps {
  test: Test;
  question: Question;
  label: string;
  onChange: (value: unknown) => void;
}

function TestValue({ test, question, label, onChange }: ValueProps) {
  const { language } = useLanguage();
  const { readOnly } = useBuilder();
  const forms = useFormsText();
  const kind = kindOf(question);
  const choices = question.choices ?? [];
  if (Array.isArray(test.value)) {
    const chosen = test.value as unknown[];
    return (
      <fieldset className={classes.ticks} aria-label={label}>
        {choices.map((choice) => (
          <Checkbox
            key={String(choice.value)}
            label={choice.label[language]}
            disabled={readOnly}
            checked={chosen.includes(choice.value)}
            onChange={(event) => onChange(event.currentTarget.checked ? [...chosen, choice.value] : chosen.filter((each) => each !== choice.value))}
          />
        ))}
      </fieldset>
    );
  }
  if (kind === "yesno" || kind === "consent") {
    const data = [{ value: "true", label: forms("choice.yes") }, { value: "false", label: forms("choice.no") }];
    return <NativeSelect aria-label={label} disabled={readOnly} value={String(test.value)} data={data} onChange={(event) => onChange(event.currentTarget.value === "true")} />;
  }
  if (choices.length > 0) {
    return (
      <NativeSelect
        aria-label={label}
        disabled={readOnly}
        value={String(test.value)}
        data={choices.map((choice) => ({ value: String(choice.value), label: choice.label[language] }))}
        onChange={(event) => onChange(choices.find((choice) => String(choice.value) === event.currentTarget.value)?.value)}
      />
    );
  }
  if (kind === "number" || kind === "money") {
    // An amount is stored in its smallest unit and written in its own.
    const scale = kind === "money" ? moneyScale(question.keywords["x-money"]) : 1;
    return (
      <NumberInput
        aria-label={label}
        readOnly={readOnly}
        value={typeof test.value === "number" ? test.value / scale : ""}
        onChange={(value) => onChange(typeof value === "number" ? Math.round(value * scale * 1e6) / 1e6 : undefined)}
      />
    );
  }
  return <TextInput aria-label={label} readOnly={readOnly} value={typeof test.value === "string" ? test.value : ""} onChange={(event) => onChange(event.currentTarget.value)} />;
}
