import { ActionIcon, Button, NumberInput, TextInput } from "@mantine/core";
import "@mantine/core/styles/NumberInput.layer.css";
import { useRef } from "react";
import { useTranslation } from "react-i18next";
import { useLanguage } from "@/i18n/useLanguage";
import { IconArrowDown, IconArrowUp, IconPlus, IconTrash } from "@/ui/icons";
import classes from "./panel.module.css";
import parts from "../parts.module.css";
import { freeName } from "../model/edit";
import { words, type Choice, type Question } from "../model/types";
import { useBuilder } from "../useBuilder";
import { TextPair } from "./TextPair";

interface Props {
  question: Question;
  onChange: (part: Partial<Question>) => void;
}

/** What there is to choose: words in both languages, and what is stored for each. */
export function ChoicesEditor({ question, onChange }: Props) {
  const { t } = useTranslation("builder");
  const { language } = useLanguage();
  const { readOnly, announce } = useBuilder();
  const box = useRef<HTMLUListElement>(null);
  const choices = question.choices ?? [];
  const many = question.keywords.type === "array";
  const set = (next: Choice[]) => {
    // A list from which several are chosen never asks for more than there are.
    const keywords = many ? { ...question.keywords, maxItems: grown(question.keywords.maxItems, choices.length, next.length) } : question.keywords;
    onChange({ choices: next, keywords });
  };
  const swap = (at: number, to: number) => {
    const moved = choices[at];
    if (!moved || to < 0 || to >= choices.length) return;
    set(choices.toSpliced(at, 1).toSpliced(to, 0, moved));
    announce(t("choices.moved", { name: moved.label[language], position: to + 1, count: choices.length }));
  };
  const add = () => {
    const number = choices.length + 1;
    const numeric = typeof choices[0]?.value === "number";
    const value = numeric ? Math.max(0, ...choices.map((choice) => Number(choice.value))) + 1 : freeName(`option_${number}`, (name) => choices.some((choice) => choice.value === name));
    set([...choices, { value, label: words(`Option ${number}`, `الخيار ${number}`) }]);
    requestAnimationFrame(() => {
      const input = box.current?.lastElementChild?.querySelector<HTMLInputElement>("input");
      input?.focus();
      input?.select();
    });
  };
  return (
    <fieldset className={parts.box}>
      <legend className={parts.pairLabel}>{t("choices.title")}</legend>
      <ul ref={box} className={classes.choices}>
        {choices.map((choice, at) => {
          const name = choice.label[language] || String(choice.value);
          return (
            // The place is what a person changes words at; values may be alike for a moment.
            // oxlint-disable-next-line react/no-array-index-key
            <li key={at} className={classes.choice}>
              <TextPair
                quiet
                label={t("choices.one", { n: at + 1 })}
                value={choice.label}
                readOnly={readOnly}
                onChange={(label) => set(choices.map((each) => (each === choice ? { ...each, label: label ?? words("", "") } : each)))}
              />
              <div className={classes.choiceTools}>
                {typeof choice.value === "string" && (
                  <TextInput
                    size="xs"
                    className={classes.value}
                    aria-label={t("choices.value.of", { name })}
                    leftSection={<span className={classes.valueTag}>{t("choices.value")}</span>}
                    leftSectionWidth={64}
                    leftSectionPointerEvents="none"
                    dir="ltr"
                    readOnly={readOnly}
                    value={choice.value}
                    maxLength={60}
                    onChange={(event) => {
                      const { value } = event.currentTarget;
                      set(choices.map((each) => (each === choice ? { ...each, value } : each)));
                    }}
                  />
                )}
                {!readOnly && (
                  <>
                    <ActionIcon variant="subtle" color="gray" size={32} aria-label={t("tool.up.of", { name })} aria-disabled={at === 0} data-disabled={at === 0 || undefined} onClick={() => swap(at, at - 1)}>
                      <IconArrowUp size={18} stroke={1.5} />
                    </ActionIcon>
                    <ActionIcon variant="subtle" color="gray" size={32} aria-label={t("tool.down.of", { name })} aria-disabled={at === choices.length - 1} data-disabled={at === choices.length - 1 || undefined} onClick={() => swap(at, at + 1)}>
                      <IconArrowDown size={18} stroke={1.5} />
                    </ActionIcon>
                    <ActionIcon variant="subtle" color="gray" size={32} aria-label={t("tool.remove.of", { name })} disabled={choices.length < 2} onClick={() => set(choices.filter((each) => each !== choice))}>
                      <IconTrash size={18} stroke={1.5} />
                    </ActionIcon>
                  </>
                )}
              </div>
            </li>
          );
        })}
      </ul>
      {!readOnly && (
        <Button size="sm" variant="default" leftSection={<IconPlus size={18} stroke={1.5} aria-hidden />} onClick={add}>
          {t("choices.add")}
        </Button>
      )}
      {many && (
        <div className={parts.pair}>
          {(["minItems", "maxItems"] as const).map((bound) => (
            <NumberInput
              key={bound}
              label={t(`limit.${bound}.choices`)}
              min={bound === "maxItems" ? 1 : 0}
              max={choices.length}
              allowDecimal={false}
              readOnly={readOnly}
              value={typeof question.keywords[bound] === "number" ? question.keywords[bound] : ""}
              onChange={(value) => {
                const { [bound]: _old, ...rest } = question.keywords;
                onChange({ keywords: typeof value === "number" && (value > 0 || bound === "maxItems") ? { ...rest, [bound]: value } : bound === "maxItems" ? { ...rest, maxItems: choices.length } : rest });
              }}
            />
          ))}
        </div>
      )}
    </fieldset>
  );
}

/** The most that may be chosen follows the number of choices while it was all of them. */
function grown(most: unknown, before: number, now: number): number {
  const limit = typeof most === "number" ? most : now;
  return limit >= before ? now : Math.min(limit, now);
}
