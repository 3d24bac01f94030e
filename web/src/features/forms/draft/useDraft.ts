import { useEffect, useMemo, useSyncExternalStore } from "react";
import type { Language } from "@/i18n/languages";
import { refusal, useCreateDraftMutation, useSaveDraftMutation, type CallError, type Draft } from "../api";
import { DraftController, type DraftPort, type DraftResult, type DraftStart } from "./controller";
import { dropCopy, writeCopy } from "./localCopy";
import { rememberToken } from "./tokens";
import { useProof } from "./useProof";

/** The draft of a form: its controller and what it shows. One controller lives as long as the page does. */
export function useDraft(school: string, form: string, start: DraftStart, locale: Language) {
  const [create] = useCreateDraftMutation();
  const [save] = useSaveDraftMutation();
  const proof = useProof();
  const { get: getProof, taken: proofTaken } = proof;

  const controller = useMemo(() => {
    const port: DraftPort = {
      create: async ({ values, locale: lng, step }) => {
        const begin = async (shown?: string) =>
          create({ form, createDraftRequest: { values, locale: lng, ...(step ? { step } : {}), ...(shown ? { captcha_token: shown } : {}) } });
        const answer = await begin();
        if (answer.data || refusal(answer.error).messageId !== "L012") return resultOf(answer);
        const shown = await getProof();
        if (shown === undefined) return { kind: "failed", messageId: "L012" };
        const proved = resultOf(await begin(shown));
        if (proved.kind === "ok") proofTaken();
        return proved;
      },
      save: async (token, version, { values, locale: lng, step }, formVersion) =>
        resultOf(
          await save({
            token,
            saveDraftRequest: { version, values, locale: lng, form_version: formVersion, ...(step ? { step } : {}) },
          }),
        ),
      keepCopy: (copy) => writeCopy(school, form, copy),
      dropCopy: () => dropCopy(school, form),
      rememberToken: (token) => rememberToken(school, form, token),
      now: () => Date.now(),
    };
    return new DraftController(port, start, locale, navigator.onLine);
    // A new start is a new draft; the language is told with every change.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [school, form, start]);

  useEffect(() => {
    const online = () => controller.network(true);
    const offline = () => controller.network(false);
    const hidden = () => {
      if (document.visibilityState === "hidden") controller.leave();
    };
    const leaving = () => controller.leave();
    window.addEventListener("online", online);
    window.addEventListener("offline", offline);
    window.addEventListener("pagehide", leaving);
    document.addEventListener("visibilitychange", hidden);
    return () => {
      window.removeEventListener("online", online);
      window.removeEventListener("offline", offline);
      window.removeEventListener("pagehide", leaving);
      document.removeEventListener("visibilitychange", hidden);
      controller.leave();
      controller.suspend();
    };
  }, [controller]);

  const state = useSyncExternalStore(controller.subscribe, controller.read);
  return { controller, state, proof };
}

function resultOf(answer: { data?: Draft; error?: unknown }): DraftResult {
  if (answer.data) return { kind: "ok", draft: answer.data };
  const { messageId, status, draft, retryAfterMs, sentAt } = refusal(answer.error as CallError);
  if (status === 409 && draft) return { kind: "conflict", draft };
  if (sentAt !== undefined) return { kind: "sent", at: sentAt };
  if (messageId === "F005" || status === 404 || status === 410) return { kind: "gone" };
  // Without a status there was no answer, and so no reason.
  return { kind: "failed", ...(retryAfterMs ? { retryAfterMs } : {}), ...(status > 0 ? { messageId } : {}) };
}
