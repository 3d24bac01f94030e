import { useCallback, useEffect, useRef, useState } from "react";
import { useLocation, useNavigate } from "react-router";
import { formPath } from "@/api/formPaths";
import { useSchool } from "@/api/school";
import { OWN_DRAFT } from "@/forms/ownDraft";
import { refusal, useLazyGetDraftQuery } from "../api";
import { beginning, type Beginning, type FoundDraft } from "./start";
import { readCopy } from "./localCopy";
import { forgetForm, rememberedToken, rememberToken, takeTokenFromAddress } from "./tokens";

/**
 * The beginning of a form, once known; `unreachable` when a draft exists but cannot be read now, `linked` while a link's draft waits
 * for an answer: whoever sent the link reads what is written there.
 */
export function useBeginning(school: string | undefined, form: string, latestVersion: string | undefined) {
  const [state, setState] = useState<Beginning | "unreachable" | "linked" | null>(null);
  const [round, setRound] = useState(0);
  const [getDraft] = useLazyGetDraftQuery();
  const navigate = useNavigate();
  const { forms } = useSchool();
  // Read when it is needed: a form published while the page is open must not begin this one anew.
  const offered = useRef(forms);
  useEffect(() => {
    offered.current = forms;
  }, [forms]);
  const place: unknown = useLocation().state;
  const isOwn = typeof place === "object" && place !== null && "own" in place && place.own === true;
  const link = useRef<{ token: string; followed: boolean } | null>(null);
  // Only the version at the beginning counts: a form published while the page is open must not begin it anew.
  const ready = school !== undefined && latestVersion !== undefined;

  useEffect(() => {
    if (!ready) return;
    let stale = false;
    const begin = async () => {
      const linked = takeTokenFromAddress();
      if (linked) link.current = { token: linked, followed: isOwn || linked === rememberedToken(school, form) };
      if (link.current?.followed === false) {
        setState("linked");
        return;
      }
      if (link.current) rememberToken(school, form, link.current.token);
      const token = rememberedToken(school, form);
      const [found, kept] = await Promise.all([find(token), readCopy(school, form)]);
      if (stale) return;
      // What was written here before belongs to another beginning than a link's.
      const copy = link.current && kept?.token !== token ? undefined : kept;
      if (found.kind === "found" && found.draft.form !== form) {
        // The link was opened at another form's address.
        forgetForm(school, form);
        void navigate({ pathname: formPath(offered.current, found.draft.form), hash: `draft=${found.draft.token}` }, { replace: true, state: OWN_DRAFT });
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
  const answer = useCallback(
    (follows: boolean) => {
      link.current = follows && link.current ? { ...link.current, followed: true } : null;
      retry();
    },
    [retry],
  );
  return { state, retry, answer };
}
