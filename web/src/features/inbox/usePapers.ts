import { useListEnquiryMessagesQuery, useListPapersQuery, type AnswerEnquiryMessagesPayload, type PaperState, type PaperView } from "@/api/generated";
import { useAppSelector } from "@/api/hooks";
import { may } from "@/api/may";

/** What another is wanted of. */
const AGAIN: readonly PaperState[] = ["refused", "expired", "infected"];

/** Whether the family still has to bring it. */
export const isOpen = ({ state, wanted }: Pick<PaperView, "state" | "wanted">): boolean => AGAIN.includes(state) || (state === "missing" && wanted);

/** How the school's messages name a paper that they ask for: on a line of its own, a reason behind it (`mail/ask_papers`). */
const BULLET = "• ";
const names = (line: string, label: string) => line === `${BULLET}${label}` || line.startsWith(`${BULLET}${label} (`);

type Written = Pick<AnswerEnquiryMessagesPayload, "items" | "language">;

/** When the school last asked for a paper by a message; null where it never did. */
export function askedOn({ label }: Pick<PaperView, "label">, { items, language }: Written): string | null {
  const wanted = label[language === "ar" ? "ar" : "en"].trim();
  const asked = items.findLast(({ from, text }) => from === "school" && text.split("\n").some((line) => names(line.trim(), wanted)));
  return asked?.sent_at ?? null;
}

/** The papers of an enquiry, and when the open ones were asked for. */
export function usePapers(id: string) {
  const { data, error, refetch } = useListPapersQuery({ id }, { refetchOnMountOrArgChange: true });
  const open = data?.items.filter(isOpen) ?? [];
  const reads = useAppSelector((state) => may(state.auth.user?.authority, "note.read"));
  // What nobody waits for was not asked for.
  const { data: written } = useListEnquiryMessagesQuery({ id }, { skip: !reads || open.length === 0 });
  const asked = new Map(open.map((paper) => [paper, written ? askedOn(paper, written) : null]));
  const days = [...asked.values()].filter((day) => day !== null).toSorted();
  return { papers: data?.items, removed: data?.removed ?? [], withheldMissing: data?.withheld_missing ?? 0, error, refetch, open: open.length, askedOn: (paper: PaperView) => asked.get(paper) ?? null, lastAsked: days.at(-1) ?? null };
}
