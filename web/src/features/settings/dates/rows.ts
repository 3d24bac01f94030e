/** Admission dates: what follows from the rows, and what is wrong with them. Pure. */

export interface DateRow {
  sims_admission_start_from: string;
  sims_admission_end: string;
  year: string;
  grades?: string[];
}

const isDay = (text: string) => /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text));

/** The earliest start and the latest end: what families are told. */
export function derived(rows: readonly DateRow[]): { earliest: string | null; latest: string | null } {
  const starts = rows.map((row) => row.sims_admission_start_from).filter(isDay).toSorted();
  const ends = rows.map((row) => row.sims_admission_end).filter(isDay).toSorted();
  return { earliest: starts[0] ?? null, latest: ends.at(-1) ?? null };
}

export type RowProblem =
  | { kind: "missing" }
  | { kind: "backwards" }
  | { kind: "past" }
  | { kind: "year" }
  /** Another row (counted from 1) says something else for the same children on the same days. */
  | { kind: "overlap"; row: number };

/** What is wrong with each row. */
export function problemsOf(rows: readonly DateRow[], today: string): RowProblem[][] {
  return rows.map((row, index) => {
    const problems: RowProblem[] = [];
    const [from, to] = [row.sims_admission_start_from, row.sims_admission_end];
    if (!isDay(from) || !isDay(to)) problems.push({ kind: "missing" });
    else if (to < from) problems.push({ kind: "backwards" });
    else if (to < today) problems.push({ kind: "past" });
    if (!isYear(row.year)) problems.push({ kind: "year" });
    const other = rows.findIndex((each, at) => at !== index && each.year === row.year && sharesGrade(each, row) && isDay(from) && isDay(to) && each.sims_admission_start_from <= to && from <= each.sims_admission_end);
    if (other !== -1) problems.push({ kind: "overlap", row: other + 1 });
    return problems;
  });
}

/** Two school years that follow each other. */
export function isYear(text: string): boolean {
  const match = /^(20\d{2})-(20\d{2})$/.exec(text);
  return match !== null && Number(match[2]) === Number(match[1]) + 1;
}

/** A row without grades is for all that have none of their own: only equals overlap. */
function sharesGrade(one: DateRow, other: DateRow): boolean {
  const [left, right] = [one.grades ?? [], other.grades ?? []];
  if (left.length === 0 || right.length === 0) return left.length === right.length;
  return left.some((grade) => right.includes(grade));
}

/** The row that comes next: a year on, same days. */
export function nextRow(rows: readonly DateRow[], today: string): DateRow {
  const last = rows.toSorted((one, two) => one.year.localeCompare(two.year)).at(-1);
  if (last && isYear(last.year) && isDay(last.sims_admission_start_from) && isDay(last.sims_admission_end)) {
    const on = (text: string) => text.replace(/\d{4}/g, (year) => String(Number(year) + 1));
    return { sims_admission_start_from: later(last.sims_admission_start_from), sims_admission_end: later(last.sims_admission_end), year: on(last.year) };
  }
  const year = Number(today.slice(0, 4));
  return { sims_admission_start_from: today, sims_admission_end: `${year + 1}-06-30`, year: `${year + 1}-${year + 2}` };
}

/** The same day a year on; the 29th of February becomes the 28th. */
function later(day: string): string {
  const on = `${Number(day.slice(0, 4)) + 1}${day.slice(4)}`;
  return on.endsWith("-02-29") ? `${on.slice(0, 8)}28` : on;
}
