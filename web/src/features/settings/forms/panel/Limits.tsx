import { Checkbox, NativeSelect, NumberInput, Switch } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { useSchool } from "@/api/school";
import type { UploadRule } from "@/forms/model";
import classes from "../parts.module.css";
import { ID_FORMATS, moneyScale, uploadRule, withFiles, type Kind } from "../model/kinds";
import type { Question } from "../model/types";
import { useBuilder } from "../useBuilder";
import { DateLimit } from "./DateLimit";
import { HijriNote } from "./HijriNote";
import { FigureInput } from "./FigureInput";

interface Props {
  question: Question;
  kind: Kind;
  onChange: (next: Question, step: string) => void;
}

/** What an answer may be, by the kind of question. */
export function Limits({ question, kind, onChange }: Props) {
  const { t } = useTranslation("builder");
  const { readOnly } = useBuilder();
  const { currency } = useSchool();
  const { keywords } = question;
  const put = (changes: Record<string, unknown>, step: string) => {
    const next = { ...keywords, ...changes };
    for (const [key, value] of Object.entries(changes)) if (value === undefined) delete next[key];
    onChange({ ...question, keywords: next }, step);
  };
  const number = (key: string, label: string, options: { min?: number; max?: number; scale?: number; needed?: number } = {}) => {
    const { min, max, scale = 1, needed } = options;
    return (
      <FigureInput
        key={key}
        label={label}
        min={min}
        max={max}
        scale={scale}
        decimals={keywords.type === "number" ? 6 : 0}
        readOnly={readOnly}
        value={typeof keywords[key] === "number" ? keywords[key] : undefined}
        onChange={(value) => put({ [key]: value ?? needed }, key)}
      />
    );
  };
  const scale = moneyScale(keywords["x-money"] ?? currency);

  switch (kind) {
    case "text":
    case "long":
      return (
        <div className={classes.pair}>
          {number("minLength", t("limit.minLength"), { min: 0, max: 5000 })}
          {number("maxLength", t("limit.maxLength"), { min: 1, max: 10_000, needed: kind === "long" ? 2000 : 200 })}
        </div>
      );
    case "number":
      return (
        <>
          <div className={classes.pair}>
            {number("minimum", t("limit.minimum"))}
            {number("maximum", t("limit.maximum"))}
          </div>
          <Switch label={t("limit.whole")} checked={keywords.type === "integer"} disabled={readOnly} onChange={(event) => put({ type: event.currentTarget.checked ? "integer" : "number" }, "whole")} />
        </>
      );
    case "money":
      return (
        <div className={classes.pair}>
          {number("minimum", t("limit.minimum"), { scale })}
          {number("maximum", t("limit.maximum"), { scale })}
        </div>
      );
    case "date":
      return (
        <div className={classes.form}>
          <DateLimit label={t("limit.minDate")} value={keywords["x-min-date"]} onChange={(value) => put({ "x-min-date": value }, "min")} />
          <DateLimit label={t("limit.maxDate")} value={keywords["x-max-date"]} onChange={(value) => put({ "x-max-date": value }, "max")} />
          <HijriNote />
        </div>
      );
    case "id":
      return (
        <NativeSelect label={t("limit.id")} description={t("limit.id.for")} disabled={readOnly} value={String(keywords.format)} data={ID_FORMATS.map((format) => ({ value: format, label: t(`id.${format}`) }))} onChange={(event) => put({ format: event.currentTarget.value }, "format")} />
      );
    case "file":
      return <FileLimits question={question} onChange={(next) => onChange(next, "files")} />;
    default:
      return null;
  }
}

const TIERS: readonly UploadRule["tier"][] = ["2mb", "5mb", "10mb", "15mb"];

function FileLimits({ question, onChange }: { question: Question; onChange: (next: Question) => void }) {
  const { t } = useTranslation("builder");
  const { readOnly } = useBuilder();
  const rule = uploadRule(question);
  const files = question.keywords.type === "array" && typeof question.keywords.maxItems === "number" ? question.keywords.maxItems : 1;
  const wanted = (question.keywords["x-wanted"] ?? question.itemKeywords?.["x-wanted"]) === true;
  const set = (next: UploadRule, count = files) => onChange(withFiles(question, next, count, wanted));
  return (
    <>
      <Checkbox.Group label={t("file.kinds")} value={rule.kinds} onChange={(kinds) => kinds.length > 0 && set({ ...rule, kinds })}>
        <div className={classes.ticks}>
          {(["pdf", "image"] as const).map((kind) => (
            <Checkbox key={kind} value={kind} label={t(`file.kind.${kind}`)} disabled={readOnly} />
          ))}
        </div>
      </Checkbox.Group>
      <div className={classes.pair}>
        <NativeSelect label={t("file.tier")} disabled={readOnly} value={rule.tier} data={TIERS.map((tier) => ({ value: tier, label: t("file.mb", { size: parseInt(tier, 10) }) }))} onChange={(event) => set({ ...rule, tier: event.currentTarget.value as UploadRule["tier"] })} />
        <NumberInput label={t("file.count")} min={1} max={10} allowDecimal={false} readOnly={readOnly} value={files} onChange={(value) => typeof value === "number" && value >= 1 && set(rule, value)} />
      </div>
    </>
  );
}
