import "@mantine/core/styles/Switch.layer.css";
import { NativeSelect, SegmentedControl, Switch, TextInput } from "@mantine/core";
import { lazy, Suspense, useState, type Ref } from "react";
import { useTranslation } from "react-i18next";
import { useLanguage } from "@/i18n/useLanguage";
import type { FieldWidth } from "@/forms/model";
import classes from "../parts.module.css";
import { Conditions } from "../conditions/Conditions";
import { find, renameQuestion, updateQuestion } from "../model/edit";
import { isFile, isWordsOnly, kindOf, turn, turnsInto, uploadRule, withFiles, type Kind } from "../model/kinds";
import { questionRow } from "../model/order";
import { followChoices } from "../model/totals";
import type { Question } from "../model/types";
import { useBuilder } from "../useBuilder";
import { AudienceSelect } from "./AudienceSelect";
import { GroupFields } from "./GroupFields";
import { RawQuestion } from "./RawQuestion";
import { Limits } from "./Limits";
import { MarkFields } from "./MarkFields";
import { Problems } from "./Problems";
import { TextPair } from "./TextPair";
import { Tools } from "./Tools";

// Half of all questions have none.
const ChoicesEditor = lazy(async () => ({ default: (await import("./ChoicesEditor")).ChoicesEditor }));

const WIDTHS: readonly FieldWidth[] = ["xs", "sm", "md", "lg", "full"];
/** Kinds that can be drawn in two ways. */
const LOOKS: Readonly<Partial<Record<Kind, readonly string[]>>> = { choice: ["radio", "select"], yesno: ["radio", "checkbox"] };

/** A question: its words, what it takes, when it shows. */
export function QuestionPanel({ path, focus }: { path: string; focus: Ref<HTMLInputElement> }) {
  const { t } = useTranslation("builder");
  const { language } = useLanguage();
  const { model, change, readOnly, currency, select } = useBuilder();
  const found = find(model, path);
  const [typedName, setTypedName] = useState<string | null>(null);
  if (!found) return <p className={classes.quiet}>{t("panel.gone")}</p>;
  const { question, group } = found;
  const kind = kindOf(question);
  const set = (part: Partial<Question>, step: string) => change(updateQuestion(model, path, (each) => ({ ...each, ...part })), `${path}:${step}`);
  const words = isWordsOnly(question);
  const file = isFile(question);
  const name = question.label?.[language] || question.name;
  const wanted = (file ? (question.keywords["x-wanted"] ?? question.itemKeywords?.["x-wanted"]) : question.required) === true;
  const looks = kind === "raw" ? undefined : LOOKS[kind];
  const siblings = kind === "raw" ? [] : turnsInto(kind);

  const rename = () => {
    if (typedName === null) return;
    const renamed = renameQuestion(model, path, typedName);
    setTypedName(null);
    if (renamed.path === path) return;
    change(renamed.model);
    select(questionRow(renamed.path));
  };

  return (
    <div className={classes.form}>
      <div className={classes.panelHead}>
        <h2 className={classes.panelTitle}>{t(`kind.${kind}`)}</h2>
        <Tools row={questionRow(path)} name={name} twice />
      </div>
      <Problems row={questionRow(path)} />
      {group && (
        <p className={classes.quiet}>
          {t("panel.inGroup")}{" "}
          <button type="button" className={classes.link} onClick={() => select(questionRow(group.name))}>
            <bdi>{group.label?.[language] || group.name}</bdi>
          </button>
        </p>
      )}
      {kind === "raw" && <RawQuestion question={question} />}
      {question.label && <TextPair label={t(words ? "field.heading" : kind === "consent" ? "field.sentence" : "field.label")} value={question.label} focus={focus} readOnly={readOnly} onChange={(label) => set({ label }, "label")} />}
      {kind === "note" && <TextPair label={t("field.note")} value={question.about} lines={3} maxLength={2000} readOnly={readOnly} onChange={(about) => set({ about }, "about")} />}
      {!words && <TextPair label={t("field.help")} help={t("field.help.for")} value={question.help} optional readOnly={readOnly} onChange={(help) => set({ help }, "help")} />}
      {!words && kind !== "consent" && kind !== "raw" && (
        <Switch
          label={t(file ? "field.wanted" : "field.required")}
          description={file ? t("field.wanted.for") : undefined}
          checked={wanted}
          disabled={readOnly}
          onChange={(event) => {
            const { checked } = event.currentTarget;
            if (!file) return set({ required: checked }, "required");
            const many = Number(question.keywords.type === "array" ? question.keywords.maxItems : 1) || 1;
            change(updateQuestion(model, path, (each) => withFiles(each, uploadRule(each), many, checked)), `${path}:wanted`);
          }}
        />
      )}
      {question.choices && (
        <Suspense>
          <ChoicesEditor question={question} onChange={(part) => change(followChoices(updateQuestion(model, path, (each) => ({ ...each, ...part })), path, question.choices ?? [], part.choices ?? []), `${path}:choices`)} />
        </Suspense>
      )}
      {question.items && <GroupFields question={question} onChange={(part) => set(part, "group")} />}
      {kind !== "raw" && <Limits question={question} kind={kind} onChange={(next, step) => change(updateQuestion(model, path, () => next), `${path}:${step}`)} />}
      {!group && (
        <Conditions
          what={kind === "heading" && !question.alone ? "group" : "question"}
          when={question.when}
          self={path}
          onChange={(when) => set({ when }, "when")}
          extra={
            kind === "heading" && question.when.length > 0 ? (
              <Switch label={t("when.alone")} checked={question.alone} disabled={readOnly} onChange={(event) => set({ alone: event.currentTarget.checked }, "alone")} />
            ) : null
          }
        />
      )}
      {!words && kind !== "raw" && (
        <details className={classes.more}>
          <summary>{t("panel.more")}</summary>
          <div className={classes.form}>
            {siblings.length > 1 && (
              <NativeSelect
                label={t("field.kind")}
                description={t("field.kind.for")}
                value={kind}
                disabled={readOnly}
                data={siblings.map((each) => ({ value: each, label: t(`kind.${each}`) }))}
                onChange={(event) => {
                  const next = event.currentTarget.value as Kind;
                  change(updateQuestion(model, path, (each) => turn(each, next, currency)));
                }}
              />
            )}
            {looks && (
              <NativeSelect label={t("field.look")} value={question.widget ?? looks[0]} disabled={readOnly} data={looks.map((look) => ({ value: look, label: t(`look.${look as "radio"}`) }))} onChange={(event) => set({ widget: event.currentTarget.value }, "look")} />
            )}
            {kind !== "group" && (
              <div role="group" aria-label={t("field.width")}>
                <span className={classes.pairLabel}>{t("field.width")}</span>
                <SegmentedControl className={classes.wrapping} fullWidth size="sm" disabled={readOnly} value={question.width ?? "lg"} data={WIDTHS.map((width) => ({ value: width, label: t(`width.${width}`) }))} onChange={(width) => set({ width }, "width")} />
              </div>
            )}
            {!group && (
              <AudienceSelect
                label={t("field.audience")}
                value={typeof question.uiRest["x-audience"] === "string" ? question.uiRest["x-audience"] : undefined}
                onChange={(audience) => {
                  const { "x-audience": _old, ...rest } = question.uiRest;
                  set({ uiRest: audience ? { ...rest, "x-audience": audience } : rest }, "audience");
                }}
              />
            )}
            {!group && <MarkFields question={question} kind={kind} />}
            <TextInput
              label={t("field.name")}
              description={t("field.name.for")}
              dir="ltr"
              value={typedName ?? question.name}
              readOnly={readOnly}
              maxLength={40}
              spellCheck={false}
              onChange={(event) => setTypedName(event.currentTarget.value)}
              onBlur={rename}
              onKeyDown={(event) => {
                if (event.key === "Enter") rename();
              }}
            />
          </div>
        </details>
      )}
    </div>
  );
}
