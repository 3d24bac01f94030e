import type { ReactNode } from "react";
import { formatDate, formatMoney, formatNumber } from "@/i18n/format";
import { IconInfoCircle } from "@/forms/icons";
import { isMoney, messageText, type TextContext } from "@/forms/text";
import type { Computed } from "../api";
import classes from "./Computed.module.css";

interface ComputedCardsProps {
  computed: readonly Computed[];
  text: TextContext;
  /** A newer answer is on its way. */
  pending: boolean;
  pluginFailed: boolean;
}

/** What the school's rules make of the answers so far, each with its reason. It keeps its place while it is worked out anew. */
export function ComputedCards({ computed, text, pending, pluginFailed }: ComputedCardsProps) {
  const { t } = text;
  if (pluginFailed) {
    return (
      <p className={classes.failed} role="status">
        <IconInfoCircle size={20} stroke={1.5} aria-hidden />
        {t("computed.failed")}
      </p>
    );
  }
  if (computed.length === 0) return null;
  return (
    <section className={classes.cards} aria-label={t("computed.label")} aria-live="polite" aria-busy={pending} data-pending={pending || undefined}>
      {computed.map((item) => (
        <div key={item.key} className={classes.card} data-wide={isWide(item) || undefined}>
          <h2 className={classes.title}>{messageText(item.label_code, item.params ?? {}, text)}</h2>
          <div className={classes.value} data-kind={item.kind}>
            <ComputedValue kind={item.kind} value={item.value} params={item.params} text={text} />
          </div>
          {item.reason_code && <p className={classes.reason}>{messageText(item.reason_code, item.params ?? {}, text)}</p>}
        </div>
      ))}
    </section>
  );
}

function isWide(item: Computed): boolean {
  return item.kind === "table" || item.kind === "list";
}

interface Table {
  columns: { label_code: string; kind: string }[];
  rows: unknown[][];
}

interface ValueProps {
  kind: string;
  value: unknown;
  params?: Record<string, unknown>;
  text: TextContext;
}

/** A worked-out value by its kind (docs/contracts.md, section 1). */
export function ComputedValue({ kind, value, params = {}, text }: ValueProps): ReactNode {
  const { settings } = text;
  if (value === null || value === undefined) return "–";
  switch (kind) {
    case "code":
      return messageText(value as string, params, text);
    case "number":
      return <bdi>{formatNumber(Number(value), settings, { maximumFractionDigits: 3 })}</bdi>;
    case "percent":
      return <bdi>{formatNumber(Number(value) / 100, settings, { style: "percent", maximumFractionDigits: 2 })}</bdi>;
    case "money":
      return isMoney(value) ? <bdi>{formatMoney(value.minor, value.currency, settings)}</bdi> : "–";
    case "date":
      return <bdi>{formatDate(value as string, settings)}</bdi>;
    case "list":
      return Array.isArray(value) ? (
        <ul className={classes.list}>
          {(value as { code: string; params?: Record<string, unknown> }[]).map((item, index) => (
            // The same reason may stand twice with other parameters.
            <li key={`${item.code} ${index}`}>{messageText(item.code, item.params ?? {}, text)}</li>
          ))}
        </ul>
      ) : null;
    case "table":
      return <ComputedTable table={value as Table} text={text} />;
    default:
      return <bdi>{value as string}</bdi>;
  }
}

function ComputedTable({ table, text }: { table: Table; text: TextContext }) {
  const columns = table.columns ?? [];
  const isAmount = (kind: string) => kind === "money" || kind === "number" || kind === "percent";
  return (
    // Wide tables scroll by themselves on a phone; the keyboard must be able to do it too.
    <div className={classes.scroll} tabIndex={0} role="group" aria-label={columns.map((column) => messageText(column.label_code, {}, text)).join(", ")}>
      <table className={classes.table}>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column.label_code} scope="col" data-amount={isAmount(column.kind) || undefined}>
                {messageText(column.label_code, {}, text)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {(table.rows ?? []).map((row, index) => (
            <tr key={index}>
              {columns.map((column, place) => (
                <td key={column.label_code} data-amount={isAmount(column.kind) || undefined}>
                  <ComputedValue kind={column.kind} value={row[place]} text={text} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
