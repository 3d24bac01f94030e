import { useTranslation } from "react-i18next";
import { visibleValues } from "@/forms/conditions";
import { useFormSettings } from "@/forms/useFormSettings";
import { formatMoney, formatNumber } from "@/i18n/format";
import type { Language } from "@/i18n/languages";
import classes from "./totals.module.css";
import parts from "../parts.module.css";
import { sumOf } from "../model/sum";
import type { Total } from "../model/types";
import { useBuilder } from "../useBuilder";

/** A total with the answers of the trial; the server works it out again at every check. */
export function TotalNow({ total }: { total: Total }) {
  const { t } = useTranslation("builder");
  const settings = useFormSettings();
  const { document, values, currency } = useBuilder();
  const sum = sumOf(total, visibleValues(document, values));
  if (sum === null) return <span className={parts.quiet}>{t("totals.notShown")}</span>;
  return <bdi className="tabular">{total.kind === "money" ? formatMoney(sum, currency, settings) : formatNumber(sum, settings, { maximumFractionDigits: 6 })}</bdi>;
}

/** All totals under the tried form, as a family would see them. */
export function TotalsNow({ language }: { language: Language }) {
  const { t } = useTranslation("builder");
  const { model } = useBuilder();
  return (
    <dl className={classes.totals} aria-label={t("totals.title")}>
      {model.totals.map((total) => (
        <div key={total.key}>
          <dt lang={language}>{total.label[language] || total.key}</dt>
          <dd>
            <TotalNow total={total} />
          </dd>
        </div>
      ))}
    </dl>
  );
}
