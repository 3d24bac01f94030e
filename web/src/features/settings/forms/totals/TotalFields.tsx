import "@mantine/core/styles/FloatingIndicator.layer.css";
import "@mantine/core/styles/SegmentedControl.layer.css";
import { Button, SegmentedControl } from "@mantine/core";
import type { Ref } from "react";
import { useTranslation } from "react-i18next";
import { useLanguage } from "@/i18n/useLanguage";
import { IconPlus } from "@/ui/icons";
import classes from "../parts.module.css";
import { countables, MOST_TERMS, termOf } from "../model/totals";
import type { Total } from "../model/types";
import { TextPair } from "../panel/TextPair";
import { useBuilder } from "../useBuilder";
import { TermRow } from "./TermRow";
import { TotalNow } from "./TotalsNow";

interface Props {
  total: Total;
  focus?: Ref<HTMLInputElement>;
  onChange: (next: Total, step?: string) => void;
}

/** One total: its name, whether it is money, and what it adds up. */
export function TotalFields({ total, focus, onChange }: Props) {
  const { t } = useTranslation("builder");
  const { language } = useLanguage();
  const { model, readOnly } = useBuilder();
  const name = total.label[language] || total.key;
  const offered = countables(model, total.kind);
  const add = (constant: boolean) => {
    const unused = offered.find(({ path }) => !total.sum.some((term) => "field" in term && term.field === path)) ?? offered[0];
    onChange({ ...total, sum: [...total.sum, constant || !unused ? { constant: 0 } : termOf(unused.question, unused.path, total.kind)] });
  };
  return (
    <div className={classes.form}>
      <TextPair label={t("totals.label")} value={total.label} focus={focus} readOnly={readOnly} onChange={(label) => label && onChange({ ...total, label }, "label")} />
      <div role="group" aria-label={t("totals.kind.of", { name })}>
        <span className={classes.pairLabel}>{t("totals.kind")}</span>
        <SegmentedControl
          className={classes.wrapping}
          fullWidth
          size="sm"
          disabled={readOnly}
          value={total.kind}
          onChange={(kind) => onChange({ ...total, kind })}
          data={[
            { value: "money", label: t("totals.kind.money") },
            { value: "number", label: t("totals.kind.number") },
          ]}
        />
      </div>
      <fieldset className={classes.box}>
        <legend className={classes.pairLabel}>{t("totals.sum")}</legend>
        <ul className={classes.tests}>
          {total.sum.map((term, at) => (
            // A term has no name of its own: its place is what it is called by.
            // oxlint-disable-next-line react/no-array-index-key
            <li key={at}>
              <TermRow
                n={at + 1}
                kind={total.kind}
                term={term}
                onChange={(next) => onChange({ ...total, sum: total.sum.with(at, next) }, `term${at}`)}
                onRemove={total.sum.length > 1 ? () => onChange({ ...total, sum: total.sum.toSpliced(at, 1) }) : undefined}
              />
            </li>
          ))}
        </ul>
        {!readOnly && total.sum.length < MOST_TERMS && (
          <div className={classes.sheetTools}>
            <Button size="sm" variant="default" leftSection={<IconPlus size={18} stroke={1.5} aria-hidden />} disabled={offered.length === 0} onClick={() => add(false)}>
              {t("totals.addAnswer")}
            </Button>
            <Button size="sm" variant="default" leftSection={<IconPlus size={18} stroke={1.5} aria-hidden />} onClick={() => add(true)}>
              {t(total.kind === "money" ? "totals.addAmount" : "totals.addNumber")}
            </Button>
          </div>
        )}
      </fieldset>
      <p className={classes.totalNow} role="status">
        {t("totals.now")} <TotalNow total={total} />
      </p>
    </div>
  );
}
