/** The generated calls of the forms, and how their refusals read here. */
import type { SerializedError } from "@reduxjs/toolkit";
import { failureOf, type CallRefused, type Failure } from "@/api/envelope";
import type { Draft, FormView } from "@/api/types";

export type { Coded, Computed, Draft, FormSummary, FormView, Upload } from "@/api/types";
export {
  useCheckFormMutation,
  useCreateDraftMutation,
  useGetFormQuery,
  useGetSchoolDetailsQuery,
  useLazyGetDraftQuery,
  useLazyGetFormQuery,
  useListFormsQuery,
  useSaveDraftMutation,
  useSubmitFormMutation,
} from "@/api/generated";

/** Any error of a call. */
export type CallError = CallRefused | SerializedError | undefined;

/** Where a busy server does not say how long. */
const USUAL_WAIT_S = 10;

/** The draft was sent from another device or window. */
export const SENT = "F009";

/** The refusal of a call: how long the server asks to wait, the copy that it has, when the draft was sent. */
export function refusal(error: CallError): Failure & { retryAfterMs?: number; draft?: Draft; sentAt?: string } {
  const failure = failureOf(error);
  const body = failure.body as { draft?: Draft; submitted_at?: string } | undefined;
  return {
    ...failure,
    ...(body && typeof body === "object" && body.draft ? { draft: body.draft } : {}),
    ...(failure.messageId === SENT ? { sentAt: body?.submitted_at ?? "" } : {}),
    ...(failure.status === 503 || failure.status === 429 ? { retryAfterMs: (failure.retryAfter ?? USUAL_WAIT_S) * 1000 } : {}),
  };
}

/** The form with its version, as a page fills it in. */
export type Form = FormView;
