/** What of an address narrows the list of applications, and what the server is asked for by it. Pure. */
import type { ApplicationFilters } from "@/api/applications";
import type { EnquiryFilters } from "@/api/tags";
import { APPLICATION } from "@/api/machines";
import { STATUSES, statusOf, type Standing } from "@/api/standing";
import { partsOf, withoutParts } from "@/ui/list/address";

/** The parts of the address; `state` names statuses or standings, separated by commas. */
const NAMES = ["q", "state", "owner", "grade", "year", "round", "part", "channel", "ends", "documents", "conditions", "financial", "approval", "review", "decided", "sort"] as const;
export type FilterName = (typeof NAMES)[number];
export type Asked = Partial<Record<FilterName, string>>;

/** Those that show as removable chips. */
export const CHIP_NAMES = ["owner", "grade", "year", "round", "part", "channel", "ends", "documents", "conditions", "financial", "approval", "review", "decided"] as const satisfies readonly FilterName[];

/** What the list of everything can be sorted by too. */
const PLAIN_SORTS = ["-submitted_at", "submitted_at", "person"] as const;
export const SORTS = [...PLAIN_SORTS, "due_at", "status_since", "-missing_docs"] as const;
export type Sort = (typeof SORTS)[number];
export const DEFAULT_SORT: Sort = "-submitted_at";

export const askedOf = (search: URLSearchParams): Asked => partsOf(search, NAMES);

/** The address without any filter; the kind and the sorting stay. */
export const withoutFilters = (search: URLSearchParams): URLSearchParams => withoutParts(search, NAMES.filter((name) => name !== "sort"));

/** Whether anything narrows the list. */
export const isFiltered = (asked: Asked): boolean => NAMES.some((name) => name !== "sort" && asked[name] !== undefined);

/** The standings that a `state` of the address means; what it does not know, it leaves out. */
export function standingsOf(state: string | undefined): Standing[] {
  const named = (state ?? "").split(",");
  return APPLICATION.states.filter((standing) => named.some((each) => each === standing || each === statusOf(standing)));
}

/** Some buckets of places, as another page leads here by them: `kg1/main,kg2/main`. A grade that is told by a form may have commas of its own. */
const BUCKETS = /^[a-z0-9_-]+(\/[a-z0-9_-]+)+(,[a-z0-9_-]+(\/[a-z0-9_-]+)+)*$/;

/** The grades that a `grade` of the address means. */
export const gradesOf = (grade: string): string[] => (BUCKETS.test(grade) ? grade.split(",") : [grade]);

/** Who sends an application: the family itself, or staff for it. */
export const CHANNELS = ["portal", "staff"] as const;

const channelOf = (channel: string | undefined) => CHANNELS.find((each) => each === channel);

/** What the address says of those that wait for one's own approval. */
export const TO_APPROVE = "mine";

/** What the address says of what is on hold and whose day has come. */
export const REVIEW_DUE = "due";

/** Within how many days an offer ends that the address asks for. */
export const ENDS = ["3", "7"] as const;

/** The day so many days after one. */
function daysAfter(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);
}

/** The last day of the offers that an address asks for. */
export function endsBy(ends: string | undefined, today: string): string | undefined {
  const days = ENDS.find((each) => each === ends);
  return days && daysAfter(today, Number(days));
}

/** The standings of what a list is narrowed to; none where it is narrowed to no status. */
export function standingsIn({ status = [], sub_status: subs = [] }: ApplicationFilters): Standing[] {
  if (status.length === 0) return [];
  const isSub = (standing: Standing) => subs.length === 0 || subs.includes(standing.split("/")[1] ?? "");
  return APPLICATION.states.filter((standing) => status.includes(statusOf(standing)) && isSub(standing));
}

/** What the address says of what is decided and released later. */
export const DECIDED_LATER = "later";

/** How the conditions of an offer stand, and the financial documents that a family is asked for. */
export const CONDITIONS = ["open", "submitted", "met"] as const;
export const FINANCIAL = ["requested", "submitted", "verified"] as const;

/** How the documents stand that the school asks for. */
export const DOCUMENTS = ["missing", "refused", "to_check", "complete"] as const;

/** What the address says of documents and letters; of financial documents for those alone who look after fees. */
function ofPapers({ documents, conditions, financial }: Asked, fees: boolean) {
  const stand = DOCUMENTS.find((each) => each === documents);
  const [condition, document] = [CONDITIONS.find((each) => each === conditions), FINANCIAL.find((each) => fees && each === financial)];
  return { ...(stand && { documents: stand }), ...(condition && { conditions: condition }), ...(document && { financial: document }) };
}

/** What the server is asked for, by somebody who approves offers or does not, knows of decisions or does not, and looks after fees or does not. */
export function requestOf(asked: Asked, today: string, approves = false, knows = false, fees = false): ApplicationFilters {
  const { q, state, owner, grade, year, round, part, channel, ends, approval, review, decided, sort } = asked;
  const last = endsBy(ends, today);
  const standings = standingsOf(state);
  const statuses = STATUSES.filter((status) => standings.some((standing) => statusOf(standing) === status));
  // A status that is asked for as a whole is not refined.
  const isWhole = APPLICATION.states.filter((standing) => statuses.some((status) => statusOf(standing) === status)).length === standings.length;
  const sender = channelOf(channel);
  const sorted = SORTS.find((each) => each === sort) ?? DEFAULT_SORT;
  const subs = [...new Set(standings.flatMap((standing) => standing.split("/")[1] ?? []))];
  return {
    ...(q && { q }),
    ...(statuses.length > 0 && { status: [...statuses] }),
    ...(!isWhole && subs.length > 0 && { sub_status: subs }),
    ...(grade && { grade: gradesOf(grade) }),
    ...(year && { academic_year: year }),
    ...(round && { round }),
    ...(part && { part }),
    ...(last && { offer_ends_by: last }),
    ...(owner && { assigned_to: owner }),
    ...(sender && { channel: [sender] }),
    ...ofPapers(asked, fees),
    ...(approves && approval === TO_APPROVE && { to_approve: true }),
    ...(review === REVIEW_DUE && { review_due: true }),
    ...(knows && decided === DECIDED_LATER && { decided_later: true }),
    sort: sorted === "person" ? "student_name" : sorted,
  };
}

/** The same as the list of everything takes it, for a file of it. */
export function exportedBy(asked: Asked, form: string, today: string, fees = false): EnquiryFilters {
  const { q, state, owner, grade, year, round, part, channel, ends, sort } = asked;
  const last = endsBy(ends, today);
  const standings = standingsOf(state);
  const sender = channelOf(channel);
  const known = PLAIN_SORTS.find((each) => each === sort);
  return { form, ...(q && { q }), ...(standings.length > 0 && { state: standings.join(",") }), ...(owner && { owner }), ...(grade && { grade }), ...(year && { year }), ...(round && { round }), ...(part && { part }), ...(last && { offerEndsBy: last }), ...(sender && { channel: sender }), ...ofPapers(asked, fees), ...(known && { sort: known }) };
}

/** The sorting after a click on a heading: one way, then the other, then the usual one again. */
export function nextSort(current: string | undefined, column: "person" | "submitted_at" | "due_at" | "status_since" | "missing_docs"): Sort {
  const by = column === "missing_docs" ? "-missing_docs" : column;
  if (by !== "submitted_at") return current === by ? DEFAULT_SORT : by;
  return (current ?? DEFAULT_SORT) === DEFAULT_SORT ? "submitted_at" : DEFAULT_SORT;
}
