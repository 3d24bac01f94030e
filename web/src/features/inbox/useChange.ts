import { useState } from "react";
import { failureOf } from "@/api/envelope";
import { useGetEnquiryQuery, useUpdateEnquiryMutation, type UpdateEnquiryApiArg } from "@/api/generated";
import type { Enquiry, TimelineEntry } from "@/api/types";
import { useLanguage } from "@/i18n/useLanguage";

type Change = Omit<UpdateEnquiryApiArg["updateEnquiryRequest"], "version">;

/** What another person did between the copy on this screen and the server's. */
export interface Conflict {
  entries: TimelineEntry[];
  /** What was refused, to be done again on the newer copy. */
  change: Change;
}

/** Changes an enquiry; when somebody else was faster, shows what they did instead of overwriting it. */
export function useChange(enquiry: Enquiry) {
  const { language } = useLanguage();
  const current = useGetEnquiryQuery({ id: enquiry.id, lng: language });
  const [update, { isLoading, originalArgs }] = useUpdateEnquiryMutation();
  const [conflict, setConflict] = useState<Conflict | null>(null);
  const [messageId, setMessageId] = useState<string | null>(null);

  const send = async (change: Change): Promise<boolean> => {
    setConflict(null);
    setMessageId(null);
    const answer = await update({ id: enquiry.id, lng: language, updateEnquiryRequest: { version: enquiry.version, ...change } });
    if (answer.data) return true;
    const failure = failureOf(answer.error);
    if (failure.status !== 409) {
      setMessageId(failure.messageId);
      return false;
    }
    const seen = Math.max(0, ...enquiry.timeline.map((entry) => entry.seq));
    const newer = await current.refetch();
    setConflict({ entries: newer.data?.enquiry.timeline.filter((entry) => entry.seq > seen) ?? [], change });
    return false;
  };

  return {
    send,
    busy: isLoading ? (originalArgs?.updateEnquiryRequest ?? null) : null,
    conflict,
    dismiss: () => setConflict(null),
    messageId,
  };
}
