import { useCallback, useEffect, useEffectEvent, useMemo, useState } from "react";
import { failureOf, type Failure } from "@/api/envelope";
import { useSendUnlockedMutation, useViewUnlockedMutation, type SendUnlockedApiResponse } from "@/api/generated";
import type { Unlocked } from "@/api/generatedTypes";
import { useLanguage } from "@/i18n/useLanguage";
import { asDocument } from "../model";
import { useTyped } from "./useTyped";

/** What reached the school. */
export type SentUnlocked = SendUnlockedApiResponse;

/** How a family comes to what is open for it: by a link, or by what opens its own page. */
export type Way = { grant: string } | { key: string };

/** The answers that may be changed, in this page's memory and nowhere else. */
export function useUnlocked(way: Way, onGone: () => void) {
  const { language } = useLanguage();
  const [view] = useViewUnlockedMutation();
  const [put, { isLoading: busy }] = useSendUnlockedMutation();
  const [shown, setShown] = useState<{ language: string; unlocked: Unlocked } | null>(null);
  const [failure, setFailure] = useState<Failure | null>(null);
  const [conflict, setConflict] = useState(false);
  const [isGone, setGone] = useState(false);
  const isLink = "grant" in way;
  const id = isLink ? way.grant : way.key;
  const access: Way = useMemo(() => (isLink ? { grant: id } : { key: id }), [isLink, id]);
  const document = shown ? asDocument(shown.unlocked.document) : null;
  const { answers, begin, refuse, tried, ...typed } = useTyped(document);

  const load = useCallback(async () => {
    const answer = await view({ viewUnlockedRequest: { ...access, lng: language } });
    if (answer.data) {
      const { application } = answer.data;
      setFailure(null);
      setShown({ language, unlocked: application });
      begin(application.values);
      return;
    }
    const found = failureOf(answer.error);
    if (found.messageId === "L010") setGone(true);
    else setFailure(found);
  }, [view, access, language, begin]);
  useEffect(() => void load(), [load]);
  const gone = useEffectEvent(onGone);
  useEffect(() => {
    if (isGone) gone();
  }, [isGone]);

  /** Sends them; what the school has then, null where it has nothing new. */
  const send = async (): Promise<SentUnlocked | null> => {
    if (!shown || busy) return null;
    tried();
    setConflict(false);
    if (typed.errors.length > 0) return null;
    const answer = await put({ sendUnlockedRequest: { ...access, version: shown.unlocked.version, values: answers, locale: language } });
    if (answer.data) return answer.data;
    const found = failureOf(answer.error);
    if (found.messageId === "L010") setGone(true);
    else if (found.messageId === "A003") {
      setConflict(true);
      await load();
    } else if (found.messageId === "F003") refuse(found.problems);
    else setFailure(found);
    return null;
  };

  return { ...typed, shown: shown?.unlocked ?? null, document, failure, busy, conflict, send, load };
}
