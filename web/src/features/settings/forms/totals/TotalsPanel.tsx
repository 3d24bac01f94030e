import { Button } from "@mantine/core";
import { useState, type Ref } from "react";
import { useTranslation } from "react-i18next";
import { useLanguage } from "@/i18n/useLanguage";
import { IconPlus } from "@/ui/icons";
import { StateScreen } from "@/ui/StateScreen";
import { Sortable } from "../../desk/Sortable";
import { toast } from "../../desk/toast";
import { useDeskHandle } from "../../desk/useDesk";
import classes from "../parts.module.css";
import { IconSum } from "../icons";
import { countables, freeKey, MOST_TOTALS, termOf } from "../model/totals";
import { words, type Total } from "../model/types";
import { Problems } from "../panel/Problems";
import { useBuilder } from "../useBuilder";
import { TotalFields } from "./TotalFields";

/** What the form works out from the answers: sums of figures, of prices of what was chosen, of fixed amounts. */
export function TotalsPanel({ focus }: { focus: Ref<HTMLInputElement> }) {
  const { t } = useTranslation("builder");
  const { language } = useLanguage();
  const { model, document, change, readOnly, announce } = useBuilder();
  const desk = useDeskHandle();
  const [added, setAdded] = useState(0);
  const { totals } = model;
  const first = countables(model, "money")[0];
  const foreign = totals.length === 0 && Array.isArray(document.computed) && document.computed.length > 0;
  const set = (next: Total[], step?: string) => change({ ...model, totals: next }, step);
  const nameOf = (total: Total) => total.label[language] || total.key;

  const add = () => {
    if (!first) return;
    const key = freeKey(totals);
    set([...totals, { key, label: words("Total", "المجموع"), kind: "money", sum: [termOf(first.question, first.path, "money")] }]);
    setAdded((turn) => turn + 1);
    announce(t("totals.added"));
  };
  const remove = (at: number) => {
    const gone = totals[at];
    if (!gone) return;
    set(totals.toSpliced(at, 1));
    toast({ text: t("outline.removed", { name: nameOf(gone) }), action: { label: t("undo"), run: () => desk.undo() } });
  };
  const move = (from: number, to: number) => {
    const moved = totals[from];
    if (moved) set(totals.toSpliced(from, 1).toSpliced(to, 0, moved));
  };
  const adder = !readOnly && totals.length < MOST_TOTALS && (
    <Button size="sm" variant="default" leftSection={<IconPlus size={18} stroke={1.5} aria-hidden />} disabled={!first || foreign} onClick={add}>
      {t("totals.add")}
    </Button>
  );

  return (
    <div className={classes.form}>
      <h2 className={classes.panelTitle}>{t("totals.title")}</h2>
      <p className={classes.quiet}>{t("totals.lead")}</p>
      <Problems row="totals" />
      {foreign && (
        <>
          <p>{t("totals.raw")}</p>
          <pre className={classes.code} dir="ltr" tabIndex={0} aria-label={t("raw.code")}>
            {JSON.stringify(document.computed, null, 2)}
          </pre>
        </>
      )}
      {totals.length === 0 && !foreign && <StateScreen icon={<IconSum size={28} stroke={1.5} />} title={t("totals.none")} text={t(first ? "totals.none.text" : "totals.nothing")} action={adder || undefined} />}
      {totals.length > 0 && (
        <>
          <Sortable names={totals.map(nameOf)} off={readOnly} onMove={move} onRemove={remove} added={added} focusIn="input[type='text'], input:not([type])">
            {(at) => {
              const total = totals[at];
              return total && <TotalFields total={total} focus={at === 0 ? focus : undefined} onChange={(next, step) => set(totals.with(at, next), step && `totals:${total.key}:${step}`)} />;
            }}
          </Sortable>
          {adder}
        </>
      )}
    </div>
  );
}
