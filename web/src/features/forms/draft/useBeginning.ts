import { useCallback, useEffect, useRef, useState } from "react";
import { useLocation, useNavigate } from "react-router";
import { formPath } from "@/api/formPaths";
import { useSchool } from "@/api/school";
import { OWN_DRAFT } from "@/forms/ownDraft";
import { refusal, useLazyGetDraftQuery } from "../api";
import { sentAfterHere } from "../outcome";
import { changedSince } from "./merge";
import { dropPictures } from "./pictures";
import { beginning, type Beginning, type FoundDraft, type SentDraft } from "./start";
import { dropCopy, readCopy } from "./localCopy";
import { forgetForm, rememberedToken, rememberToken, takeTokenFromAddress } from "./tokens";

/**
 * The beginning of a form, once known, or that its draft was sent from elsewhere; `unreachable` when a draft exists but cannot be read now, `linked` while a link's draft waits
 * for an answer: whoever sent the link reads what is written there.
 */
export function useBeginning(school: string | undefined, form: string, latestVersion: string | undefined) {
  const [state, setState] = useState<Beginning | SentDraft | "unreachable" | "linked" | null>(null);
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
  const anew = useRef(false);
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
      if (found.kind === "sent") {
        const typed = copy ? changedSince(copy.base, copy.values) : {};
        // What was written here stays on this device until somebody who has read that it was not sent begins anew.
        if (Object.keys(typed).length === 0) {
          forgetForm(school, form);
          if (copy) void dropCopy(school, form);
          if (!link.current) void dropPictures(`${school}/${form}`);
        }
        setState({ sentAt: found.at, typed });
        return;
      }
      // Back from the page that thanks: an empty form would be sent a second time.
      const outcome = found.kind === "none" && !copy && !anew.current ? sentAfterHere(form) : null;
      if (outcome) {
        setState({ sentAt: outcome.submittedAt, outcome, typed: {} });
        return;
      }
      if (found.kind === "gone") forgetForm(school, form);
      setState(beginning(found, copy, latestVersion, Date.now()) ?? "unreachable");
    };
    const find = async (token: string | null): Promise<FoundDraft> => {
      if (!token) return { kind: "none" };
      const { data, error } = await getDraft({ token });
      if (data) return { kind: "found", draft: data };
      const { messageId, status, sentAt } = refusal(error);
      if (sentAt !== undefined) return { kind: "sent", at: sentAt };
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
  /** Begins empty: nothing of the draft that was here is remembered. */
  const beginNew = useCallback(async () => {
    link.current = null;
    anew.current = true;
    if (school !== undefined) {
      forgetForm(school, form);
      await Promise.all([dropCopy(school, form), dropPictures(`${school}/${form}`)]);
    }
    retry();
  }, [form, retry, school]);
  return { state, retry, answer, beginNew };
}
