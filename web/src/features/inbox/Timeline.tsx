import { Button } from "@mantine/core";
import { useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { useLazyListEnquiryTimelineQuery } from "@/api/generated";
import { APPLICATION, ENQUIRY } from "@/api/machines";
import { RIGHTS } from "@/api/rights";
import type { Role } from "@/api/roles";
import { isStanding } from "@/api/standing";
import type { Enquiry, EnquiryState, TimelineEntry } from "@/api/types";
import { isolateOwn } from "@/forms/isolate";
import { IconCheck, IconClipboardList, IconHistory, IconMail, IconMessageCircle, IconPaperclip, IconPhone, IconUser } from "@/ui/icons";
import { TimelineList } from "@/ui/record/TimelineList";
import { useStandingName } from "@/ui/useStatusName";
import { reasonOf } from "./closing";
import { usePaperName } from "./usePaperName";

const ICONS: Readonly<Record<string, typeof IconCheck>> = {
  submitted: IconCheck,
  state: IconHistory,
  status: IconHistory,
  owner: IconUser,
  comment: IconMessageCircle,
  mail: IconMail,
  no_confirmation: IconMail,
  file: IconPaperclip,
  contact: IconPhone,
  message: IconMail,
  paper: IconPaperclip,
  task: IconClipboardList,
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
} as const satisfies Record<string, string>;

/** The roles that let somebody do what a history tells. */
const ROLES = [...RIGHTS["enquiry.edit"], "principal", "registrar", "finance"] as const satisfies readonly Role[];

/** What happened, newest first, and what happened before on demand. Begin anew with another version of the enquiry: its newest entries are others. */
export function Timeline({ enquiry }: { enquiry: Enquiry }) {
  const { t } = useTranslation("staff");
  const [load, { isFetching, isError }] = useLazyListEnquiryTimelineQuery();
  const [earlier, setEarlier] = useState<{ entries: TimelineEntry[]; cursor: string | null } | null>(null);
  const list = useRef<HTMLDivElement>(null);
  const cursor = earlier ? earlier.cursor : (enquiry.timeline_cursor ?? null);
  const more = async () => {
    const { data } = await load({ id: enquiry.id, cursor: cursor ?? undefined });
    if (!data) return;
    setEarlier({ entries: [...data.items, ...(earlier?.entries ?? [])], cursor: data.next_cursor ?? null });
    // The button goes with the last page, and whoever pressed it stays where they are.
    if (!data.next_cursor) list.current?.focus();
  };
  return (
    <div ref={list} tabIndex={-1}>
      <Entries enquiry={enquiry} entries={[...(earlier?.entries ?? []), ...enquiry.timeline]} />
      {cursor && (
        <Button mt={16} variant="default" size="sm" loading={isFetching} onClick={() => void more()}>
          {t("timeline.earlier")}
        </Button>
      )}
      {isError && <p role="alert">{t("timeline.earlier.failed")}</p>}
    </div>
  );
}

/** What happened, newest first: who did what, and when. */
export function Entries({ enquiry, entries }: { enquiry: Enquiry; entries: readonly TimelineEntry[] }) {
  const { t } = useTranslation("staff");
  const paperName = usePaperName(enquiry);
  const newest = entries.toSorted((one, other) => other.seq - one.seq);
  // What let them; a role that is newer than this page is not told.
  const roleOf = (entry: TimelineEntry) => {
    const role = ROLES.find((each) => each === entry.role);
    return role && t(`timeline.role.${role}`);
  };
  return <TimelineList entries={newest.map((entry) => ({ id: entry.seq, icon: ICONS[entry.kind] ?? IconHistory, what: <Sentence entry={entry} paper={paperOf(entry, paperName)} />, note: entry.kind === "paper" ? null : entry.comment, detail: roleOf(entry), at: entry.at }))} />;
}

/** Of a file: which document it is, and what it is called, as far as everybody may read it. */
function paperOf({ kind, from, to, comment }: TimelineEntry, nameOf: (place: string) => string | undefined): string {
  if (kind !== "file" && kind !== "paper") return "";
  const parts = [from && nameOf(from), kind === "file" ? to : comment];
  return parts.flatMap((part) => (part ? [isolateOwn(part)] : [])).join(": ");
}

function Sentence({ entry, paper }: { entry: TimelineEntry; paper: string }) {
  const { t } = useTranslation(["staff", "common", "applications"]);
  const standing = useStandingName();
  const word = (value: string | null | undefined) => {
    if (entry.kind === "status" && isStanding(value)) return standing(value);
    if (entry.kind === "state" && isState(value)) return t(`common:state.${value}`);
    return value ?? "";
  };
  const key = narrower(entry, paper) ?? (entry.kind === "owner" && !entry.to ? "timeline.owner.none" : isKnown(entry.kind) ? SENTENCES[entry.kind] : null);
  if (!key) return entry.kind;
  const reason = entry.kind === "state" ? reasonOf(entry) : undefined;
  // Without a name it is the family that adds a file.
  const nobody = t(entry.kind === "file" ? "messages.family" : "timeline.system");
  const values = { what: paper, who: isolateOwn(entry.actor.name || nobody), from: isolateOwn(word(entry.from)), to: isolateOwn(word(entry.to)) };
  const why = entry.kind === "status" && APPLICATION.reasons.find((each) => each === entry.reason);
  if (why) return t("timeline.closed", { ...values, reason: t(`applications:reason.${why}`) });
  return reason ? t("timeline.closed", { ...values, reason: t(`close.reason.${reason}`) }) : t(key, values);
}

/** What an entry says that says more than its kind. */
function narrower({ kind, to, actor }: TimelineEntry, paper: string) {
  // What few may read is told to nobody here.
  if (kind === "contact" && !to) return "timeline.contact.untold" as const;
  if (kind === "file" && paper) return "timeline.file.named" as const;
  if (kind === "message" && actor.id && to) return "timeline.message.subject" as const;
  if (kind === "message") return actor.id ? ("timeline.message" as const) : ("timeline.message.family" as const);
  if (kind === "paper" && (to === "accepted" || to === "refused" || to === "received")) return paper ? (`timeline.paper.named.${to}` as const) : (`timeline.paper.${to}` as const);
  if (kind === "task" && (to === "added" || to === "done" || to === "open")) return `timeline.task.${to}` as const;
  return null;
}

function isKnown(kind: string): kind is keyof typeof SENTENCES {
  return Object.hasOwn(SENTENCES, kind);
}

function isState(text: string | null | undefined): text is EnquiryState {
  return ENQUIRY.states.some((state) => state === text);
}
