import type { ReactNode } from "react";
import type { Computed } from "@/api/types";
import { columnCurrency, isMoney } from "@/forms/text";
import { useFormat } from "@/ui/useFormat";
import classes from "./enquiry.module.css";

type Text = (code: string, params?: Record<string, unknown>) => string;

interface Coded {
  code: string;
  params?: Record<string, unknown>;
}
interface TableValue {
  columns: { label_code: string; kind: string }[];
  rows: unknown[][];
}

/** A worked-out value as its kind asks (docs/contracts.md, "Computed"). */
export function ComputedValue({ computed, text }: { computed: Computed; text: Text }) {
  const { kind, value } = computed;
  if (kind === "list" && Array.isArray(value)) {
    return (
      <ul className={classes.reasons}>
        {(value as Coded[]).map((item) => (
          <li key={`${item.code}${JSON.stringify(item.params)}`}>{text(item.code, item.params)}</li>
        ))}
      </ul>
    );
  }
  if (kind === "table" && isTable(value)) return <ComputedTable value={value} text={text} />;
  return <Plain kind={kind} value={value} text={text} />;
}

function Plain({ kind, value, bare = false, text }: { kind: string; value: unknown; bare?: boolean; text: Text }): ReactNode {
  const format = useFormat();
  if (kind === "money" && isMoney(value)) {
    return <bdi className={`${classes.nowrap} tabular`}>{bare ? format.amount(value.minor, value.currency) : format.money(value.minor, value.currency)}</bdi>;
  }
  if (typeof value === "number") {
    return <bdi className="tabular">{kind === "percent" ? format.number(value / 100, { style: "percent", maximumFractionDigits: 2 }) : format.number(value)}</bdi>;
  }
  if (typeof value !== "string") return "–";
  if (kind === "date") return <bdi>{format.date(value)}</bdi>;
  return kind === "code" ? text(value) : <bdi>{value}</bdi>;
}

const NUMERIC = new Set(["money", "number", "percent"]);

function ComputedTable({ value, text }: { value: TableValue; text: Text }) {
  const format = useFormat();
  // A column's currency stands once at its head, so that its figures stand under each other.
  const currencies = value.columns.map((column, index) => (column.kind === "money" ? columnCurrency(value.rows.map((row) => row[index])) : null));
  const labelOf = (at: number) => {
    const [column, currency] = [value.columns[at], currencies[at]];
    return column ? `${text(column.label_code)}${currency ? ` (${format.currency(currency)})` : ""}` : "";
  };
  return (
    <div className={classes.tableWrap}>
      <table className={classes.table}>
        <thead>
          <tr>
            {value.columns.map((column, index) => {
              const currency = currencies[index];
              return (
                <th key={column.label_code} scope="col" data-end={NUMERIC.has(column.kind) || undefined}>
                  {text(column.label_code)}
                  {currency && <bdi> ({format.currency(currency)})</bdi>}
                </th>
              );
            })}
          </tr>
        </thead>
        <tbody>
          {value.rows.map((row) => (
            <tr key={JSON.stringify(row)}>
              {value.columns.map((column, index) => (
                // Where the table would be cut, a row is a card, and each of its cells says what it is.
                <td key={column.label_code} data-label={labelOf(index)} data-end={NUMERIC.has(column.kind) || undefined}>
                  <Plain kind={column.kind} value={row[index]} bare={Boolean(currencies[index])} text={text} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function isTable(value: unknown): value is TableValue {
  return typeof value === "object" && value !== null && Array.isArray((value as TableValue).columns) && Array.isArray((value as TableValue).rows);
}
