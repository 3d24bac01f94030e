import { Button } from "@mantine/core";
import { useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { useLazyListEnquiryTimelineQuery } from "@/api/generated";
import { ENQUIRY } from "@/api/machines";
import { RIGHTS } from "@/api/rights";
import type { Enquiry, EnquiryState, TimelineEntry } from "@/api/types";
import { IconCheck, IconClipboardList, IconHistory, IconMail, IconMessageCircle, IconPaperclip, IconPhone, IconUser } from "@/ui/icons";
import { TimelineList } from "@/ui/record/TimelineList";
import { reasonOf } from "./closing";

const ICONS: Readonly<Record<string, typeof IconCheck>> = {
  submitted: IconCheck,
  state: IconHistory,
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
  owner: "timeline.owner",
  comment: "timeline.comment",
  mail: "timeline.mail",
  no_confirmation: "timeline.noConfirmation",
  file: "timeline.file",
  contact: "timeline.contact",
} as const satisfies Record<string, string>;

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
      <Entries entries={[...(earlier?.entries ?? []), ...enquiry.timeline]} />
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
export function Entries({ entries }: { entries: readonly TimelineEntry[] }) {
  const { t } = useTranslation("staff");
  const newest = entries.toSorted((one, other) => other.seq - one.seq);
  // What let them; a role that is newer than this page is not told.
  const roleOf = (entry: TimelineEntry) => {
    const role = RIGHTS["enquiry.edit"].find((each) => each === entry.role);
    return role && t(`timeline.role.${role}`);
  };
  return <TimelineList entries={newest.map((entry) => ({ id: entry.seq, icon: ICONS[entry.kind] ?? IconHistory, what: <Sentence entry={entry} />, note: entry.comment, detail: roleOf(entry), at: entry.at }))} />;
}

/** A phone number or an address: read from the left in either language. */
const isNumberOrAddress = (text: string) => /^[+\d][\d\s().-]*$/.test(text) || text.includes("@");

/** Keeps what was put into a sentence in one piece and in its own direction (LRI or FSI … PDI). */
const isolated = (text: string) => `${isNumberOrAddress(text) ? "\u2066" : "\u2068"}${text}\u2069`;

function Sentence({ entry }: { entry: TimelineEntry }) {
  const { t } = useTranslation(["staff", "common"]);
  const word = (value: string | null | undefined) => {
    if (entry.kind === "state" && isState(value)) return t(`common:state.${value}`);
    return value ?? "";
  };
  const key = narrower(entry) ?? (entry.kind === "owner" && !entry.to ? "timeline.owner.none" : isKnown(entry.kind) ? SENTENCES[entry.kind] : null);
  if (!key) return entry.kind;
  const reason = reasonOf(entry);
  const values = { who: isolated(entry.actor.name || t("timeline.system")), from: isolated(word(entry.from)), to: isolated(word(entry.to)) };
  return reason ? t("timeline.closed", { ...values, reason: t(`close.reason.${reason}`) }) : t(key, values);
}

/** What an entry says that says more than its kind. */
function narrower({ kind, to, actor }: TimelineEntry) {
  // What few may read is told to nobody here.
  if (kind === "contact" && !to) return "timeline.contact.untold" as const;
  if (kind === "message") return actor.id ? ("timeline.message" as const) : ("timeline.message.family" as const);
  if (kind === "paper" && (to === "accepted" || to === "refused" || to === "received")) return `timeline.paper.${to}` as const;
  if (kind === "task" && (to === "done" || to === "open")) return `timeline.task.${to}` as const;
  return null;
}

function isKnown(kind: string): kind is keyof typeof SENTENCES {
  return Object.hasOwn(SENTENCES, kind);
}

function isState(text: string | null | undefined): text is EnquiryState {
  return ENQUIRY.states.some((state) => state === text);
}
