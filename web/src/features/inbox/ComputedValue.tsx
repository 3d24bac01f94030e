import type { ReactNode } from "react";
import type { Computed } from "@/api/types";
import { isMoney } from "@/forms/text";
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

function Plain({ kind, value, text }: { kind: string; value: unknown; text: Text }): ReactNode {
  const format = useFormat();
  if (kind === "money" && isMoney(value)) return <bdi className={`${classes.nowrap} tabular`}>{format.money(value.minor, value.currency)}</bdi>;
  if (typeof value === "number") {
    return <bdi className="tabular">{kind === "percent" ? format.number(value / 100, { style: "percent", maximumFractionDigits: 2 }) : format.number(value)}</bdi>;
  }
  if (typeof value !== "string") return "–";
  if (kind === "date") return <bdi>{format.date(value)}</bdi>;
  return kind === "code" ? text(value) : <bdi>{value}</bdi>;
}

const NUMERIC = new Set(["money", "number", "percent"]);

function ComputedTable({ value, text }: { value: TableValue; text: Text }) {
  return (
    <div className={classes.tableWrap}>
      <table className={classes.table}>
        <thead>
          <tr>
            {value.columns.map((column) => (
              <th key={column.label_code} scope="col" data-end={NUMERIC.has(column.kind) || undefined}>
                {text(column.label_code)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {value.rows.map((row) => (
            <tr key={JSON.stringify(row)}>
              {value.columns.map((column, index) => (
                <td key={column.label_code} data-end={NUMERIC.has(column.kind) || undefined}>
                  <Plain kind={column.kind} value={row[index]} text={text} />
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
