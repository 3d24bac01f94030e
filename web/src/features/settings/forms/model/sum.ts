/** Working a total out as the server does: exactly, and not at all where nothing is filled in. */
import type { Values } from "@/forms/model";
import type { Term, Total } from "./types";

/** A decimal number without rounding: `digits` × 10^-`scale`. */
interface Exact {
  digits: bigint;
  scale: number;
}

const ZERO: Exact = { digits: 0n, scale: 0 };

function exact(value: number): Exact {
  const [mantissa = "0", power = "0"] = String(value).split("e");
  const [whole = "0", part = ""] = mantissa.split(".");
  const scale = part.length - Number(power);
  const digits = BigInt(whole + part);
  return scale >= 0 ? { digits, scale } : { digits: digits * 10n ** BigInt(-scale), scale: 0 };
}

function plus(one: Exact, two: Exact): Exact {
  const scale = Math.max(one.scale, two.scale);
  const at = ({ digits, scale: own }: Exact) => digits * 10n ** BigInt(scale - own);
  return { digits: at(one) + at(two), scale };
}

const times = (one: Exact, two: Exact): Exact => ({ digits: one.digits * two.digits, scale: one.scale + two.scale });

/** The sum of a total for these answers; null where none of its fields is filled, or where it cannot be told exactly. */
export function sumOf(total: Total, values: Values): number | null {
  let filled = false;
  let sum = ZERO;
  for (const term of total.sum) {
    const found = partOf(term, values);
    if (found === null) continue;
    filled ||= "field" in term;
    sum = plus(sum, found);
  }
  if (!filled) return null;
  const whole = 10n ** BigInt(sum.scale);
  // There is no half of the smallest coin.
  if (total.kind === "money" && sum.digits % whole !== 0n) return null;
  const size = sum.digits < 0n ? -sum.digits : sum.digits;
  if (size / whole > BigInt(Number.MAX_SAFE_INTEGER)) return null;
  const text = String(size).padStart(sum.scale + 1, "0");
  return Number(`${sum.digits < 0n ? "-" : ""}${text.slice(0, text.length - sum.scale)}.${text.slice(text.length - sum.scale)}`);
}

/** What one term adds; null where its answer is not there. */
function partOf(term: Term, values: Values): Exact | null {
  if ("constant" in term) return exact(term.constant);
  const { field } = term;
  const [group = "", item] = field.split("/");
  const rows = item === undefined ? [values] : rowsOf(values[group]);
  let any = false;
  let sum = ZERO;
  for (const row of rows) {
    const counted = counts(term, row[item ?? group]);
    if (counted === null) continue;
    const by = factor(term.times, group, row, values);
    if (by === null) continue;
    any = true;
    sum = plus(sum, times(counted, by));
  }
  return any ? sum : null;
}

function rowsOf(value: unknown): Values[] {
  return Array.isArray(value) ? value.filter((row): row is Values => row !== null && typeof row === "object") : [];
}

function counts(term: Term, value: unknown): Exact | null {
  if (!("field" in term)) return null;
  const { prices } = term;
  if (!prices) return typeof value === "number" ? exact(value) : null;
  const chosen = Array.isArray(value) ? (value as unknown[]) : value === undefined || value === null || value === "" ? [] : [value];
  if (chosen.length === 0) return null;
  return chosen.reduce<Exact>((sum, each) => plus(sum, exact(prices[String(each)] ?? 0)), ZERO);
}

function factor(by: string | number | undefined, group: string, row: Values, values: Values): Exact | null {
  if (by === undefined) return { digits: 1n, scale: 0 };
  if (typeof by === "number") return exact(by);
  const [of = "", item] = by.split("/");
  const value = item === undefined ? values[of] : of === group ? row[item] : undefined;
  return typeof value === "number" ? exact(value) : null;
}
