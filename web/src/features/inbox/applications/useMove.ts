import { useState } from "react";
import { failureOf, type Failure } from "@/api/envelope";
import { useGetEnquiryApplicationQuery, useGetEnquiryQuery, useUpdateStudentMutation, type UpdateStudentRequest } from "@/api/generated";
import type { Enquiry, TimelineEntry } from "@/api/types";
import { useLanguage } from "@/i18n/useLanguage";

export type Transition = NonNullable<UpdateStudentRequest["transition"]>;

/** Sends an application on, and says whether its family was written to of that; where somebody else was faster, what they did is shown and nothing of it is overwritten. */
export function useMove(enquiry: Enquiry, version: number) {
  const { language } = useLanguage();
  const record = useGetEnquiryQuery({ id: enquiry.id, lng: language });
  const standing = useGetEnquiryApplicationQuery({ id: enquiry.id });
  const [update, { isLoading }] = useUpdateStudentMutation();
  const [conflict, setConflict] = useState<readonly TimelineEntry[] | null>(null);
  const [told, setTold] = useState<boolean | null>(null);

  /** What is wrong; null once it is done. */
  const send = async (transition: Transition): Promise<Failure | null> => {
    setConflict(null);
    setTold(null);
    const answer = await update({ studentId: enquiry.id, updateStudentRequest: { version, transition } });
    if (answer.data) {
      setTold(answer.data.family_told ?? null);
      return null;
    }
    const failure = failureOf(answer.error);
    if (failure.status === 409) {
      const seen = Math.max(0, ...enquiry.timeline.map((entry) => entry.seq));
      const [newer] = await Promise.all([record.refetch(), standing.refetch()]);
      setConflict(newer.data?.enquiry.timeline.filter((entry) => entry.seq > seen) ?? []);
    }
    return failure;
  };
  return { send, busy: isLoading, told, conflict, dismiss: () => setConflict(null) };
}
