import { useCallback, useEffect, useState } from "react";
import { useNavigate } from "react-router";
import { formPath } from "@/api/formPaths";
import { refusal, useLazyGetDraftQuery } from "../api";
import { beginning, type Beginning, type FoundDraft } from "./start";
import { readCopy } from "./localCopy";
import { forgetForm, rememberedToken, rememberToken, takeTokenFromAddress } from "./tokens";

/** The beginning of a form, once known; `unreachable` when a draft exists but cannot be read now. */
export function useBeginning(school: string | undefined, form: string, latestVersion: string | undefined) {
  const [state, setState] = useState<Beginning | "unreachable" | null>(null);
  const [round, setRound] = useState(0);
  const [getDraft] = useLazyGetDraftQuery();
  const navigate = useNavigate();
  // Only the version at the beginning counts: a form published while the page is open must not begin it anew.
  const ready = school !== undefined && latestVersion !== undefined;

  useEffect(() => {
    if (!ready) return;
    let stale = false;
    const begin = async () => {
      const linked = takeTokenFromAddress();
      if (linked) rememberToken(school, form, linked);
      const token = linked ?? rememberedToken(school, form);
      const [found, copy] = await Promise.all([find(token), readCopy(school, form)]);
      if (stale) return;
      if (found.kind === "found" && found.draft.form !== form) {
        // The link was opened at another form's address.
        forgetForm(school, form);
        void navigate({ pathname: formPath(found.draft.form), hash: `draft=${found.draft.token}` }, { replace: true });
        return;
      }
      if (found.kind === "gone") forgetForm(school, form);
      setState(beginning(found, copy, latestVersion, Date.now()) ?? "unreachable");
    };
    const find = async (token: string | null): Promise<FoundDraft> => {
      if (!token) return { kind: "none" };
      const { data, error } = await getDraft({ token });
      if (data) return { kind: "found", draft: data };
      const { messageId, status } = refusal(error);
      return messageId === "F005" || status === 404 || status === 410 ? { kind: "gone" } : { kind: "unreachable" };
    };
    void begin();
    return () => {
      stale = true;
    };
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- see `ready` above
  }, [ready, school, form, round]);

  const retry = useCallback(() => {
    setState(null);
    setRound((count) => count + 1);
  }, []);
  return { state, retry };
}
