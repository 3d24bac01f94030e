import { useEffect, useState } from "react";
import { failureOf, type Failure } from "@/api/envelope";
import { answerTo, type Answer, type Asked } from "./answer";
import type { CheckApi } from "./api";

type Stand = { answer: Answer | null; failure?: never } | { answer?: never; failure: Failure };

/** The answer to what is asked now; null while it is looked for, or while nothing is asked. */
export function useAnswer({ code, sha256 }: Asked, api: CheckApi) {
  const [round, setRound] = useState(0);
  const key = `${code ?? ""} ${sha256 ?? ""} ${round}`;
  const [found, setFound] = useState<{ key: string; stand: Stand } | null>(null);
  useEffect(() => {
    if (!code && !sha256) return undefined;
    let isOver = false;
    const take = (stand: Stand) => {
      if (!isOver) setFound({ key, stand });
    };
    answerTo({ code, sha256 }, api).then(
      (answer) => take({ answer }),
      (error: unknown) => take({ failure: failureOf(error as Parameters<typeof failureOf>[0]) }),
    );
    return () => {
      isOver = true;
    };
  }, [key, code, sha256, api]);
  const stand = found?.key === key ? found.stand : null;
  return {
    answer: stand?.answer ?? null,
    failure: stand?.failure ?? null,
    isLooking: stand === null && (code !== null || sha256 !== null),
    again: () => setRound((now) => now + 1),
  };
}
