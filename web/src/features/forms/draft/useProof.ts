import { useCallback, useRef, useState, type ReactNode } from "react";
import { useCaptcha } from "@/ui/captcha/useCaptcha";

/** A box that nobody fills in must not hold the answers back: they stay in the browser, and saving tries again. */
const PATIENCE_MS = 60_000;

export interface Proof {
  /** What the page shows of it, once the server has asked. */
  slot: ReactNode;
  /** Shows it and begins the work, where it is known beforehand that a proof is wanted. */
  begin: () => void;
  /** A proof that a person asks; undefined when there is none in time. */
  get: () => Promise<string | undefined>;
  /** The server took it. */
  taken: () => void;
}

/**
 * The proof that a person fills in the form: wanted of every stranger where the school says so (`captcha.forms`), and asked for by the
 * server (L012) when strangers have used up half of the school's day.
 */
export function useProof(): Proof {
  const { slot, begin: work, token } = useCaptcha();
  const [asked, setAsked] = useState(false);
  const pending = useRef<Promise<string | undefined> | null>(null);
  const line = useRef<Promise<unknown>>(Promise.resolve());
  const waiting = useRef(0);

  const one = useCallback(async () => {
    // Whoever solves it late has solved it for the next save.
    const solving = (pending.current ??= token());
    const late = new Promise<undefined>((resolve) => setTimeout(resolve, PATIENCE_MS));
    const settled = solving.then((proof) => {
      pending.current = null;
      return proof;
    });
    return Promise.race([settled, late]);
  }, [token]);

  const get = useCallback(async () => {
    setAsked(true);
    waiting.current += 1;
    // Each is good for one call: who asks at the same time, such as several files, waits for one of their own.
    const mine = line.current.then(one).finally(() => (waiting.current -= 1));
    line.current = mine.catch(() => undefined);
    return mine;
  }, [one]);

  const begin = useCallback(() => {
    setAsked(true);
    work();
  }, [work]);

  const taken = useCallback(() => setAsked(waiting.current > 0), []);
  return { slot: asked ? slot : null, begin, get, taken };
}
