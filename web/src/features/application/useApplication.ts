import { useEffect, useEffectEvent, useState } from "react";
import { failureOf } from "@/api/envelope";
import { useGetApplicationQuery } from "@/api/generated";
import type { MyApplication } from "@/api/generatedTypes";
import { useLanguage } from "@/i18n/useLanguage";

/** What was sent, in the shown language, as the last answer of the server has it; `onGone` where it is not the caller's, or no longer. */
export function useApplication(application: string, onGone: () => void) {
  const { language } = useLanguage();
  const { data, error, refetch, isFetching } = useGetApplicationQuery({ application, lng: language }, { refetchOnMountOrArgChange: true });
  const [changed, setChanged] = useState<{ language: string; application: MyApplication } | null>(null);
  const failure = error ? failureOf(error) : null;
  const isGone = failure?.messageId === "L010";
  const gone = useEffectEvent(onGone);
  useEffect(() => {
    if (isGone) gone();
  }, [isGone]);
  const shown = changed?.language === language ? changed.application : data?.application;
  /** What a change answered is what is shown. */
  const take = (next: MyApplication) => setChanged({ language, application: next });
  /** Reads it once more, where what is shown is not how it stands. */
  const again = async () => {
    const { data: now } = await refetch();
    if (now) take(now.application);
  };
  /** A change found the hour over. */
  const refused = (messageId: string) => messageId === "L010" && onGone();
  return { shown: isGone ? undefined : shown, failure, refetch, isFetching, take, again, refused, language };
}

/** What the parts of the page do their changes with. */
export interface Part {
  /** The grant, or the id. */
  application: string;
  shown: MyApplication;
  language: "en" | "ar";
  take: (next: MyApplication) => void;
  refused: (messageId: string) => void;
}
