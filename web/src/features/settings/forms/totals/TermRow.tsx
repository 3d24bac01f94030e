import { ActionIcon, NativeSelect } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { useFormsText } from "@/forms/useFormsText";
import { useLanguage } from "@/i18n/useLanguage";
import { IconTrash } from "@/ui/icons";
import classes from "./totals.module.css";
import parts from "../parts.module.css";
import { find } from "../model/edit";
import { isWordsOnly, kindOf, moneyScale } from "../model/kinds";
import { countables, isPriced, multipliers, pricedChoices, termOf, type Countable } from "../model/totals";
import type { Term, Total } from "../model/types";
import { FigureInput } from "../panel/FigureInput";
import { useBuilder } from "../useBuilder";

interface Props {
  n: number;
  kind: Total["kind"];
  term: Term;
  onChange: (next: Term) => void;
  /** The last one stays. */
  onRemove?: () => void;
}

const ONCE = "1";
const FIXED = "#";

/** One part of a total: which answer, how many times or at which prices; or a fixed figure. */
export function TermRow({ n, kind, term, onChange, onRemove }: Props) {
  const { t } = useTranslation("builder");
  const forms = useFormsText();
  const { language } = useLanguage();
  const { model, readOnly, currency } = useBuilder();
  const path = "field" in term ? term.field : null;
  const question = path === null ? null : (find(model, path)?.question ?? null);
  const nameOf = ({ question: each, group }: Countable) => [group, each].flatMap((part) => (part ? [part.label?.[language] || part.name] : [])).join(" › ");
  const offered = countables(model, kind);
  // What counts already stays on offer, whatever has become of it.
  const lost = path !== null && !offered.some((each) => each.path === path);
  const money = kind === "money" ? moneyScale(currency) : 1;
  const figure = (label: string, value: number, scale: number, set: (value: number) => void) => (
    <FigureInput aria-label={label} readOnly={readOnly} scale={scale} unit={scale > 1 ? currency : undefined} decimals={kind === "money" ? 0 : 6} value={value} onChange={(next) => set(next ?? 0)} />
  );

  const times = "field" in term && typeof term.times === "string" ? term.times : null;
  const factors = path !== null && question ? multipliers(model, kind, path, question) : [];
  const chosen = times === null ? null : find(model, times);
  // What multiplies already stays on offer, too.
  if (times !== null && chosen && !factors.some((each) => each.path === times)) factors.push({ path: times, question: chosen.question, group: chosen.group });

  return (
    <div className={parts.test}>
      <div className={parts.testRest}>
        {path === null ? (
          figure(t(kind === "money" ? "totals.amount" : "totals.number", { n }), "constant" in term ? term.constant : 0, money, (constant) => onChange({ constant }))
        ) : (
          <NativeSelect
            aria-label={t("totals.answer", { n })}
            disabled={readOnly}
            value={path}
            error={question && !isWordsOnly(question) ? undefined : t("totals.lost")}
            data={[...(lost ? [{ value: path, label: question?.label?.[language] || path }] : []), ...offered.map((each) => ({ value: each.path, label: nameOf(each) }))]}
            onChange={(event) => {
              const next = find(model, event.currentTarget.value);
              if (next) onChange(termOf(next.question, event.currentTarget.value, kind));
            }}
          />
        )}
        {!readOnly && (
          <ActionIcon variant="subtle" color="gray" size={36} disabled={!onRemove} aria-label={t("totals.remove", { n })} onClick={onRemove}>
            <IconTrash size={18} stroke={1.5} />
          </ActionIcon>
        )}
      </div>
      {"field" in term && question && isPriced(question) && (
        <ul className={classes.prices}>
          {pricedChoices(question).map(({ value, label }) => {
            const words = label?.[language] ?? forms("choice.yes");
            const key = String(value);
            return (
              <li key={key}>
                <span aria-hidden>{words}</span>
                {figure(t("totals.price", { n, choice: words }), term.prices?.[key] ?? 0, money, (price) => onChange({ ...term, prices: { ...term.prices, [key]: price } }))}
              </li>
            );
          })}
        </ul>
      )}
      {"field" in term && question && !isPriced(question) && (
        <div className={parts.testRest}>
          <NativeSelect
            aria-label={t("totals.times", { n })}
            disabled={readOnly}
            value={term.times === undefined ? ONCE : typeof term.times === "number" ? FIXED : term.times}
            data={[
              // A number alone is no amount of money.
              ...(kind === "money" && kindOf(question) === "number" && term.times !== undefined ? [] : [{ value: ONCE, label: t("totals.once") }]),
              { value: FIXED, label: t("totals.timesFixed") },
              ...factors.map((each) => ({ value: each.path, label: t("totals.timesAnswer", { name: nameOf(each) }) })),
            ]}
            onChange={(event) => {
              const { value } = event.currentTarget;
              onChange({ field: term.field, ...(value === ONCE ? {} : { times: value === FIXED ? 1 : value }) });
            }}
          />
          {/* So many times an amount of the family's, or an amount of the school's for each. */}
          {typeof term.times === "number" && figure(t("totals.timesValue", { n }), term.times, kindOf(question) === "money" ? 1 : money, (by) => onChange({ field: term.field, times: by }))}
        </div>
      )}
    </div>
  );
}
