import { useDebouncedValue } from "@mantine/hooks";
import { useEffect, useState } from "react";
import { failureOf } from "@/api/envelope";
import type { Language } from "@/i18n/languages";
import { usePreviewMessageMutation, type Channel, type MessagePreview } from "../desk/wordsApi";

const QUIET_MS = 400;

/** What a text cannot be: where, and what the server says of it. */
export interface Fault {
  line: number | null;
  /** Its kind, which has words in both languages. */
  code: string;
  message: string;
  /** Another failure than one of the text. */
  messageId: string;
}

/** How a text reads once it is filled, asked for after some quiet; the last whole one stays while the next is on its way. */
export function usePreviewed(name: string, channel: Channel, locale: Language, text: string): { shown: MessagePreview | null; fault: Fault | null } {
  const [quiet] = useDebouncedValue(text, QUIET_MS);
  const [ask] = usePreviewMessageMutation();
  const [preview, setPreview] = useState<MessagePreview | null>(null);
  const [fault, setFault] = useState<Fault | null>(null);
  useEffect(() => {
    let over = false;
    void ask({ previewMessageRequest: { name, channel, locale, text: quiet } }).then((answer) => {
      if (over) return;
      if (answer.data) {
        setPreview(answer.data.message);
        setFault(null);
        return;
      }
      const failure = failureOf(answer.error);
      const problem = failure.problems.find(({ path }) => path === "/text");
      const params = problem?.params;
      setFault({ line: typeof params?.line === "number" ? params.line : null, code: problem?.code ?? "", message: typeof params?.message === "string" ? params.message : "", messageId: failure.messageId });
    });
    return () => {
      over = true;
    };
  }, [ask, name, channel, locale, quiet]);
  return { shown: preview, fault };
}
