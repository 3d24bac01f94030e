import { useCallback, useRef, useState, type ReactNode } from "react";
import { useCaptcha } from "@/ui/captcha/useCaptcha";

/** A box that nobody fills in must not hold the answers back: they stay in the browser, and saving tries again. */
const PATIENCE_MS = 60_000;

export interface Proof {
  /** What the page shows of it, once the server has asked. */
  slot: ReactNode;
  /** A proof that a person asks; undefined when there is none in time. */
  get: () => Promise<string | undefined>;
  /** The server took it. */
  taken: () => void;
}

/** The proof that a person fills in the form: asked for by the server (L012) when strangers have begun very many drafts that day. */
export function useProof(): Proof {
  const { slot, token } = useCaptcha();
  const [asked, setAsked] = useState(false);
  const pending = useRef<Promise<string | undefined> | null>(null);

  const get = useCallback(async () => {
    setAsked(true);
    // Whoever solves it late has solved it for the next save.
    const work = (pending.current ??= token());
    const late = new Promise<undefined>((resolve) => setTimeout(resolve, PATIENCE_MS));
    const settled = work.then((proof) => {
      pending.current = null;
      return proof;
    });
    const proof = await Promise.race([settled, late]);
    return proof;
  }, [token]);

  const taken = useCallback(() => setAsked(false), []);
  return { slot: asked ? slot : null, get, taken };
}
