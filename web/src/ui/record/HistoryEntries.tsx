/** What happened to a submission, in words: the same in its record and in a child's file. */
import { useTranslation } from "react-i18next";
import { ENQUIRY } from "@/api/machines";
import { ENQUIRY_REASONS } from "@/api/reasons";
import { RIGHTS } from "@/api/rights";
import type { Role } from "@/api/roles";
import { isStanding } from "@/api/standing";
import type { Bilingual, EnquiryState, TimelineEntry } from "@/api/types";
import { isolateOwn } from "@/i18n/isolate";
import { IconCalendar, IconCheck, IconClipboardList, IconFileText, IconHistory, IconMail, IconMessageCircle, IconPaperclip, IconPencil, IconPhone, IconSchool, IconUser } from "../icons";
import { useBilingual } from "../useBilingual";
import { useFormat } from "../useFormat";
import { unbroken } from "../unbroken";
import { useStandingName } from "../useStatusName";
import { TimelineList } from "./TimelineList";

const ICONS: Readonly<Record<string, typeof IconCheck>> = {
  submitted: IconCheck,
  state: IconHistory,
  status: IconHistory,
  owner: IconUser,
  comment: IconMessageCircle,
  mail: IconMail,
  told: IconMail,
  no_confirmation: IconMail,
  file: IconPaperclip,
  contact: IconPhone,
  unlocked: IconPencil,
  unlock_ended: IconPencil,
  answers: IconPencil,
  message: IconMail,
  paper: IconPaperclip,
  task: IconClipboardList,
  letter: IconFileText,
  enrolled: IconSchool,
  seat_ended: IconHistory,
  bucket: IconHistory,
  appointment: IconCalendar,
  place_kept: IconHistory,
  origin: IconHistory,
  application: IconSchool,
};

/** What each kind of entry says; a kind that is newer than this page shows its name. */
const SENTENCES = {
  submitted: "timeline.submitted",
  state: "timeline.state",
  status: "timeline.state",
  owner: "timeline.owner",
  comment: "timeline.comment",
  mail: "timeline.mail",
  no_confirmation: "timeline.noConfirmation",
  file: "timeline.file",
  contact: "timeline.contact",
  unlocked: "timeline.unlocked",
  unlock_ended: "timeline.unlockEnded",
  answers: "timeline.answers",
  enrolled: "timeline.enrolled",
  seat_ended: "timeline.seatEnded",
  bucket: "timeline.bucket",
  appointment: "timeline.appointment",
  place_kept: "timeline.placeKept",
  origin: "timeline.origin",
  application: "timeline.application",
} as const satisfies Record<string, string>;

/** What becomes of a paper, or of a file of it. */
const SAID = ["accepted", "refused", "received", "waived", "wanted", "infected", "placed", "removed", "restored"] as const;

/** What staff do with a letter, and a family with what it said in one. */
const LETTER = ["issued", "signed", "sent_again", "withdrawn", "posted", "post_corrected", "post_note_corrected", "condition_met", "condition_failed", "condition_waived", "condition_open", "consent_accepted", "consent_refused", "consent_withdrawn", "financial_sent", "financial_verified", "financial_returned"] as const;

/** Whether a family was mailed of a move or a letter. */
const TOLD = ["mailed", "texted", "no_address", "unmailed", "silent"] as const;

/** The roles that let somebody do what a history tells. */
const ROLES = [...RIGHTS["enquiry.review"], "principal", "registrar", "finance"] as const satisfies readonly Role[];

interface Props {
  entries: readonly TimelineEntry[];
  /** What a file is of, by the place that it went to. */
  nameOf: (place: string) => string | undefined;
}

/** What happened, newest first: who did what, and when. */
export function HistoryEntries({ entries, nameOf }: Props) {
  const { t, i18n } = useTranslation("staff");
  const bilingual = useBilingual();
  const format = useFormat();
  const newest = entries.toSorted((one, other) => other.seq - one.seq);
  // What let them; a role that is newer than this page is not told.
  const roleOf = (entry: TimelineEntry) => {
    const role = ROLES.find((each) => each === entry.role);
    return role && t(`timeline.role.${role}`);
  };
  return <TimelineList entries={newest.map((entry) => ({ id: entry.seq, icon: ICONS[entry.kind] ?? IconHistory, what: <Sentence entry={entry} paper={fieldsOf(entry, nameOf, i18n.language) || paperOf(entry, nameOf)} />, note: noteOf(entry, bilingual, format.date), detail: roleOf(entry), at: entry.at }))} />;
}

/** What was said of it: of a task, what it says in the reader's language. */
function noteOf({ kind, to, comment, reason_words: words }: TimelineEntry, bilingual: (text: Bilingual | null | undefined) => string | null | undefined, date: (iso: string) => string): string | null | undefined {
  if (kind === "paper" || kind === "told") return null;
  // The day that stood there before, and what was written beside it.
  if (kind === "letter" && to === "post_corrected") return comment?.replace(/^\d{4}-\d{2}-\d{2}/, (day) => isolateOwn(date(day)));
  return kind === "task" && words ? bilingual(words) : comment;
}

/** Of a file: which document it is, and what it is called, as far as everybody may read it. */
function paperOf({ kind, from, to, comment }: TimelineEntry, nameOf: (place: string) => string | undefined): string {
  if (kind !== "file" && kind !== "paper") return "";
  const parts = [from && nameOf(from), kind === "file" ? to : comment];
  return parts.flatMap((part) => (part ? [isolateOwn(part)] : [])).join(": ");
}

/** Of answers that the family may change, or changed: which, as far as everybody may read it. */
function fieldsOf({ kind, to }: TimelineEntry, nameOf: (place: string) => string | undefined, language: string): string {
  if ((kind !== "unlocked" && kind !== "answers") || !to) return "";
  const names = to.split(", ").map((field) => isolateOwn(nameOf(field) ?? field));
  return new Intl.ListFormat(language, { type: "unit", style: "short" }).format(names);
}

function Sentence({ entry, paper }: { entry: TimelineEntry; paper: string }) {
  const { t } = useTranslation(["staff", "common"]);
  const standing = useStandingName();
  const format = useFormat();
  const bilingual = useBilingual();
  const word = (value: string | null | undefined) => {
    if (entry.kind === "appointment" && value) return format.instant(value);
    if (entry.kind === "status" && isStanding(value)) return standing(value);
    if (entry.kind === "state" && isState(value)) return t(`common:state.${value}`);
    return value ?? "";
  };
  const key = narrower(entry, paper) ?? (entry.kind === "owner" && !entry.to ? "timeline.owner.none" : isKnown(entry.kind) ? SENTENCES[entry.kind] : null);
  if (!key) return entry.kind;
  const reason = entry.kind === "state" ? ENQUIRY_REASONS.find((each) => each === entry.reason) : undefined;
  // Without a name it is the family that adds a file.
  const nobody = t(entry.kind === "file" ? "messages.family" : "timeline.system");
  const values = { what: paper, address: isolateOwn(entry.kind === "told" ? unbroken(entry.comment ?? "") : ""), who: isolateOwn(entry.actor.name || nobody), from: isolateOwn(bilingual(entry.from_words) || word(entry.from)), to: isolateOwn(bilingual(entry.to_words) || word(entry.to)) };
  // A reason that the school does not have any more goes by its code.
  const why = entry.kind === "status" && (bilingual(entry.reason_words) || entry.reason);
  if (why) return t("timeline.closed", { ...values, reason: isolateOwn(why) });
  return reason ? t("timeline.closed", { ...values, reason: t(`close.reason.${reason}`) }) : t(key, values);
}

/** What an entry says that says more than its kind. */
function narrower({ kind, to, actor }: TimelineEntry, paper: string) {
  if (kind === "submitted" && actor.id) return "timeline.submitted.staff" as const;
  if (kind === "application" && (to === "begun" || to === "mailed")) return `timeline.application.${to}` as const;
  if (kind === "answers" && actor.id && !paper) return "timeline.answers.staff" as const;
  if ((kind === "unlocked" || kind === "answers") && !paper) return `timeline.${kind}.untold` as const;
  // What few may read is told to nobody here.
  if (kind === "contact" && !to) return "timeline.contact.untold" as const;
  if (kind === "file" && paper) return "timeline.file.named" as const;
  if (kind === "message" && actor.id && to) return "timeline.message.subject" as const;
  if (kind === "message" && !actor.id && to === "accepts") return "timeline.message.accepts" as const;
  if (kind === "message") return actor.id ? ("timeline.message" as const) : ("timeline.message.family" as const);
  const said = kind === "paper" && SAID.find((each) => each === to);
  if (said) return paper ? (`timeline.paper.named.${said}` as const) : (`timeline.paper.${said}` as const);
  const told = kind === "told" && TOLD.find((each) => each === to);
  if (told) return `timeline.told.${told}` as const;
  const done = kind === "letter" && LETTER.find((each) => each === to);
  if (done) return `timeline.letter.${done}` as const;
  if (kind === "task" && (to === "added" || to === "done" || to === "open")) return `timeline.task.${to}` as const;
  return null;
}

function isKnown(kind: string): kind is keyof typeof SENTENCES {
  return Object.hasOwn(SENTENCES, kind);
}

function isState(text: string | null | undefined): text is EnquiryState {
  return ENQUIRY.states.some((state) => state === text);
}
