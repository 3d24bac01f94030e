import { Button } from "@mantine/core";
import { useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { useLazyListEnquiryTimelineQuery } from "@/api/generated";
import type { Enquiry, TimelineEntry } from "@/api/types";
import { HistoryEntries } from "@/ui/record/HistoryEntries";
import { usePaperName } from "./usePaperName";

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
  return <HistoryEntries entries={entries} nameOf={usePaperName(enquiry)} />;
}
