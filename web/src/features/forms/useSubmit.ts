import { useCallback, useRef, useState } from "react";
import { useAppSelector } from "@/api/hooks";
import { useSchool } from "@/api/school";
import type { Issue, Values } from "@/forms/model";
import type { Language } from "@/i18n/languages";
import { refusal, useSubmitFormMutation } from "./api";
import type { DraftController } from "./draft/controller";
import { submissionKey } from "./draft/tokens";
import { useProof } from "./draft/useProof";
import type { Outcome } from "./outcome";

/** Why a submission did not go through. */
export type SubmitProblem =
  /** The answers do not hold; the issues say where. */
  | { kind: "invalid"; issues: Issue[] }
  /** The form has a newer version, which the draft must move to first. */
  | { kind: "moved" }
  | { kind: "closed" }
  /** Too many at once, or no room: `retryAfter` is in seconds, where the server said so. */
  | { kind: "busy"; retryAfter?: number }
  /** No answer came: it may have arrived, and trying again is safe. */
  | { kind: "unknown" }
  | { kind: "refused"; messageId: string };

interface SubmitInput {
  school: string;
  form: string;
  formVersion: string;
  locale: Language;
  controller: DraftController;
  onDone: (outcome: Outcome) => void;
}

const TWIN_TRIES = 5;
const TWIN_WAIT_S = 2;

/** Sends the answers, once: a double click, a retry and a lost answer all carry the same key. */
export function useSubmit({ school, form, formVersion, locale, controller, onDone }: SubmitInput) {
  const [call] = useSubmitFormMutation();
  const [sending, setSending] = useState(false);
  const [problem, setProblem] = useState<SubmitProblem | null>(null);
  const running = useRef(false);
  const { slot: riddle, begin: beginProof, get: getProof, taken: proofTaken } = useProof();
  const asksEachTime = useAsksEachTime();

  const submit = useCallback(
    async (values: Values) => {
      if (running.current) return;
      running.current = true;
      setSending(true);
      setProblem(null);
      try {
        // A draft of its own makes two keys for one set of answers end in one submission.
        const draft = await controller.ensureToken();
        await controller.flush();
        const state = controller.read();
        if (state.save.halted) return;
        const body = { values, locale, ...(draft ? { draft: state.token ?? draft } : {}) };
        const key = submissionKey(school, form, body);
        // Also where there is none in time: the server decides, and says what is wanted.
        let isAsked = asksEachTime;
        let proof = asksEachTime ? await getProof() : undefined;
        for (let attempt = 1; ; attempt += 1) {
          const answer = await call({ form, "Idempotency-Key": key, submitRequest: { ...body, ...(proof ? { captcha_token: proof } : {}) } });
          if (answer.data) {
            proofTaken();
            const { reference, registration_id: number, submitted_at, checklist, confirmed_to: to, my_application: link, submission } = answer.data;
            return onDone({ form, formVersion, reference: number ?? reference, submittedAt: submitted_at, checklist, ...(to ? { confirmedTo: to } : {}), ...(link ? { myApplication: link } : {}), ...(submission ? { submission } : {}) });
          }
          const failure = refusal(answer.error);
          const twinRuns = failure.status === 409 && failure.messageId !== "F004";
          if (twinRuns && attempt < TWIN_TRIES) {
            await new Promise((resolve) => setTimeout(resolve, (failure.retryAfter ?? TWIN_WAIT_S) * 1000));
            continue;
          }
          // Past half of the school's day: once for each press, since a proof that was not taken may be the school's fault.
          if (failure.messageId === "L012" && !isAsked) {
            isAsked = true;
            proof = await getProof();
            if (proof !== undefined) continue;
          }
          if (failure.sentAt !== undefined) return controller.sent(failure.sentAt);
          // The page begins a new draft with these answers; whoever still wants to send them presses again.
          if (failure.messageId === "F005") return controller.gone();
          return setProblem(problemOf(failure));
        }
      } finally {
        running.current = false;
        setSending(false);
      }
    },
    [asksEachTime, call, controller, form, formVersion, getProof, locale, onDone, proofTaken, school],
  );

  const clear = useCallback(() => setProblem(null), []);
  /** Whoever is about to send has the proof by the time they press. */
  const prepare = useCallback(() => {
    if (asksEachTime) beginProof();
  }, [asksEachTime, beginProof]);
  return { submit, sending, problem, clear, prepare, asksEachTime, riddle };
}

/** Whether the school wants a proof with whatever this person sends: nobody is signed in, or who is has proved nothing. */
function useAsksEachTime(): boolean {
  const { captcha } = useSchool();
  const kind = useAppSelector(({ auth }) => auth.user?.kind);
  return captcha.forms && captcha.provider !== "off" && (kind === undefined || kind === "applicant");
}

function problemOf({ status, messageId, problems, retryAfter }: ReturnType<typeof refusal>): SubmitProblem {
  // A round that is not open is told at the question for its year or grade.
  if (messageId === "F003" || (messageId === "L009" && problems.length > 0)) return { kind: "invalid", issues: problems };
  if (messageId === "F004") return { kind: "moved" };
  if (messageId === "F002" || messageId === "F001") return { kind: "closed" };
  // A day's bound or a full disk: no minute helps, and the message says what does.
  if (messageId === "D004" || messageId === "R009") return { kind: "refused", messageId };
  if (messageId === "F006" || status === 429 || status === 503 || status === 507) return { kind: "busy", ...(retryAfter ? { retryAfter } : {}) };
  if (status === 0 || status === 409 || status >= 500) return { kind: "unknown" };
  return { kind: "refused", messageId };
}
