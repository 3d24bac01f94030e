import { lazy, Suspense, useState, type ReactNode } from "react";
import { failureOf } from "@/api/envelope";

// Asked for seldom: no page waits for it.
const ConfirmIdentity = lazy(async () => ({ default: (await import("./ConfirmIdentity")).ConfirmIdentity }));

interface Answer {
  error?: Parameters<typeof failureOf>[0];
}

/** What the dialog asks for is no failure, also not when it was closed. */
export const isProofAsked = (error: Answer["error"]): boolean => Boolean(error) && failureOf(error).messageId === "L018";

/**
 * Makes a call that decides who gets in and what they may do, that publishes, or that asks for a long list. Where the server wants to know once more who asks, the dialog asks, and the call is made
 * again by itself; closed, the call stays refused.
 */
export function useConfirmed(asks: "power" | "prepare" | "publish" | "cancel" = "power"): { confirmed: <A extends Answer>(call: () => PromiseLike<A>) => Promise<A>; asking: boolean; dialog: ReactNode } {
  const [waiting, setWaiting] = useState<((shown: boolean) => void) | null>(null);
  const confirmed = async <A extends Answer>(call: () => PromiseLike<A>): Promise<A> => {
    const answer = await call();
    if (!isProofAsked(answer.error)) return answer;
    const shown = await new Promise<boolean>((resolve) => setWaiting(() => resolve));
    setWaiting(null);
    return shown ? confirmed(call) : answer;
  };
  return {
    confirmed,
    asking: waiting !== null,
    dialog: waiting && (
      <Suspense fallback={null}>
        <ConfirmIdentity asks={asks} onDone={() => waiting(true)} onClose={() => waiting(false)} />
      </Suspense>
    ),
  };
}
