import { Button } from "@mantine/core";
import { useId, useState, type ReactNode } from "react";
import type { Computed } from "@/api/types";
import { formatAmount, formatCurrency, formatDate, formatMoney, formatNumber } from "@/i18n/format";
import { IconChevronDown, IconInfoCircle } from "./icons";
import { columnCurrency, isMoney, messageText, type TextContext } from "./text";
import classes from "./Computed.module.css";

/** How much of a long list or table stands there before somebody asks for all of it. */
const FIRST_ENTRIES = 3;

/** What is longer is a sentence, and not set as a figure. */
export const LONGEST_VALUE = 36;

/** How there is room for what is worked out: a column or a telephone takes neither tables nor long lists. */
export type Room = "narrow" | "wide";

interface ComputedCardProps {
  computed: readonly Computed[];
  text: TextContext;
  /** A newer answer is on its way. */
  pending: boolean;
  room: Room;
}

/** What the school's rules make of the answers so far, each with its reason, on one card. It keeps its place while it is worked out anew. */
export function ComputedCard({ computed, text, pending, room }: ComputedCardProps) {
  if (computed.length === 0) return null;
  return (
    <dl className={classes.card} data-room={room} data-pending={pending || undefined}>
      {computed.map((item, index) => (
        // Where there is little room only what comes first stands open, such as a ranking; the rest of what is long opens at a tap.
        <Item key={item.key} item={item} text={text} room={room} closed={room === "narrow" && index > 0 && isLong(item)} />
      ))}
    </dl>
  );
}

/** Whether a value is a list or a table. */
export function isLong({ kind }: Pick<Computed, "kind">): boolean {
  return kind === "table" || kind === "list";
}

interface ItemProps extends ValueProps {
  item: Computed;
  closed: boolean;
}

function Item({ item, text, room, closed }: ItemProps) {
  const [open, setOpen] = useState(false);
  const id = useId();
  const label = messageText(item.label_code, item.params ?? {}, text);
  return (
    <div data-wide={isLong(item) || undefined} data-closed={(closed && !open) || undefined}>
      <dt className={classes.title}>
        {closed ? (
          <button type="button" className={classes.opens} aria-expanded={open} aria-controls={open ? id : undefined} onClick={() => setOpen(!open)}>
            {label}
            <IconChevronDown size={18} stroke={1.5} aria-hidden />
          </button>
        ) : (
          label
        )}
      </dt>
      {(!closed || open) && (
        <>
          <dd id={id} className={classes.value} data-kind={item.kind} data-sentence={plainText(item, text).length > LONGEST_VALUE || undefined}>
            <ComputedValue item={item} text={text} room={room} />
          </dd>
          {item.reason_code && <dd className={classes.reason}>{messageText(item.reason_code, item.params ?? {}, text)}</dd>}
        </>
      )}
    </div>
  );
}

/** The school's rules cannot be asked. */
export function ComputedFailed({ text }: { text: TextContext }) {
  return (
    <p className={classes.failed} role="status">
      <IconInfoCircle size={20} stroke={1.5} aria-hidden />
      {text.t("computed.failed")}
    </p>
  );
}

interface ValueProps {
  item: Pick<Computed, "kind" | "value" | "params">;
  text: TextContext;
  room: Room;
}

/** A worked-out value by its kind (docs/contracts.md, section 1). */
function ComputedValue({ item, text, room }: ValueProps): ReactNode {
  if (item.kind === "list") {
    const entries = Array.isArray(item.value) ? (item.value as { code: string; params?: Record<string, unknown> }[]) : [];
    return (
      <Entries count={entries.length} room={room} text={text}>
        {(shown) => (
          <ul className={classes.list}>
            {entries.slice(0, shown).map((entry, index) => (
              // The same reason may stand twice with other parameters.
              <li key={`${entry.code} ${index}`}>{messageText(entry.code, entry.params ?? {}, text)}</li>
            ))}
          </ul>
        )}
      </Entries>
    );
  }
  if (item.kind === "table") {
    const table = item.value as Table;
    if (room === "wide") return <WholeTable table={table} text={text} />;
    return (
      <Entries count={table.rows?.length ?? 0} room={room} text={text}>
        {(shown) => <RowCards table={table} shown={shown} text={text} />}
      </Entries>
    );
  }
  return plainText(item, text) === "" ? "–" : <bdi>{plainText(item, text)}</bdi>;
}

/** A value that is one text; empty where there is none. */
export function plainText({ kind, value, params }: { kind: string; value: unknown; params?: Computed["params"] }, text: TextContext): string {
  const { settings } = text;
  if (value === null || value === undefined) return "";
  switch (kind) {
    case "code":
      return messageText(value as string, params ?? {}, text);
    case "number":
      return formatNumber(Number(value), settings, { maximumFractionDigits: 3 });
    case "percent":
      return formatNumber(Number(value) / 100, settings, { style: "percent", maximumFractionDigits: 2 });
    case "money":
      return isMoney(value) ? formatMoney(value.minor, value.currency, settings) : "";
    case "date":
      return formatDate(value as string, settings);
    case "list":
    case "table":
      return "";
    default:
      return value as string;
  }
}

interface EntriesProps {
  count: number;
  room: Room;
  text: TextContext;
  children: (shown: number) => ReactNode;
}

/** The first of many entries, and all of them at a tap. */
function Entries({ count, room, text, children }: EntriesProps) {
  const [all, setAll] = useState(false);
  const id = useId();
  const more = room === "narrow" && count > FIRST_ENTRIES;
  return (
    <>
      <div id={id}>{children(more && !all ? FIRST_ENTRIES : count)}</div>
      {more && (
        <Button variant="subtle" size="compact-sm" className={classes.more} aria-expanded={all} aria-controls={id} onClick={() => setAll(!all)}>
          {all ? text.t("computed.fewer") : text.t("computed.all", { count })}
        </Button>
      )}
    </>
  );
}

interface Table {
  columns?: { label_code: string; kind: string }[];
  rows?: unknown[][];
}

const isAmount = (kind: string) => kind === "money" || kind === "number" || kind === "percent";

interface Column {
  label: string;
  kind: string;
  /** What its amounts are in: said once at its head, so that the figures stand under each other. */
  currency: string | null;
}

function columnsOf(table: Table, text: TextContext): Column[] {
  return (table.columns ?? []).map(({ label_code, kind }, place) => {
    const currency = kind === "money" ? columnCurrency((table.rows ?? []).map((row) => row[place])) : null;
    const label = messageText(label_code, {}, text);
    return { label: currency ? `${label} (${formatCurrency(currency, text.settings)})` : label, kind, currency };
  });
}

function cellText({ kind, currency }: Column, value: unknown, text: TextContext): string {
  return currency && isMoney(value) ? formatAmount(value.minor, currency, text.settings) : plainText({ kind, value }, text) || "–";
}

/** Where a table would be cut, each of its rows is a card: the first column is what it is about. */
function RowCards({ table, shown, text }: { table: Table; shown: number; text: TextContext }) {
  const [first, ...others] = columnsOf(table, text);
  const amount = others.length === 1 ? others[0] : undefined;
  return (
    <ul className={classes.rows}>
      {amount?.currency && (
        <li className={classes.rowsHead} aria-hidden>
          {amount.label}
        </li>
      )}
      {(table.rows ?? []).slice(0, shown).map((row, index) => (
        <li key={index} data-pair={others.length === 1 || undefined}>
          <p className={classes.rowName}>{first && <bdi>{cellText(first, row[0], text)}</bdi>}</p>
          <dl>
            {others.map((column, place) => (
              <div key={column.label}>
                <dt className={others.length === 1 ? "unseen" : undefined}>{column.label}</dt>
                <dd data-amount={isAmount(column.kind) || undefined}>
                  <bdi>{cellText(column, row[place + 1], text)}</bdi>
                </dd>
              </div>
            ))}
          </dl>
        </li>
      ))}
    </ul>
  );
}

function WholeTable({ table, text }: { table: Table; text: TextContext }) {
  const columns = columnsOf(table, text);
  return (
    // What is wider than the page scrolls by itself; the keyboard must be able to do it too.
    <div className={classes.scroll} tabIndex={0} role="group" aria-label={columns.map(({ label }) => label).join(", ")}>
      <table className={classes.table}>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column.label} scope="col" data-amount={isAmount(column.kind) || undefined}>
                {column.label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {(table.rows ?? []).map((row, index) => (
            <tr key={index}>
              {columns.map((column, place) => (
                <td key={column.label} data-amount={isAmount(column.kind) || undefined}>
                  <bdi>{cellText(column, row[place], text)}</bdi>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
