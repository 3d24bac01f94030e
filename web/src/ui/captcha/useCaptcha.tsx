import { useCallback, useEffect, useRef, useState, type ReactNode } from "react";
import { useLazyGetCaptchaQuery, type GetCaptchaApiResponse } from "@/api/generated";
import type { AltchaChallenge } from "./altcha";
import { CaptchaNote, type CaptchaState } from "./CaptchaNote";
import { VendorBox } from "./VendorBox";
import type { Vendor } from "./vendors";

/** A solved challenge is thrown away before the server does so. */
const GOOD_FOR_MS = 4 * 60_000;

export interface CaptchaHandle {
  /** What the form shows of it. */
  slot: ReactNode;
  /** Starts the work early: call it when the person begins to type. */
  begin: () => void;
  /** The token for one call, once it is there; undefined when the school asks for none or it could not be had. */
  token: () => Promise<string | undefined>;
}

interface Solving {
  token: Promise<string | undefined>;
  startedAt: number;
}

type Captcha = GetCaptchaApiResponse["captcha"];

/** One proof for each call that a form sends, by whatever means the school has configured. */
export function useCaptcha(active = true): CaptchaHandle {
  const [ask] = useLazyGetCaptchaQuery();
  const get = useCallback(async () => (await ask(undefined, false).unwrap()).captcha, [ask]);
  return useCaptchaOf(get, active);
}

/** The same by a riddle from elsewhere. `get` keeps its identity. */
export function useCaptchaOf(get: () => Promise<Captcha>, active = true): CaptchaHandle {
  const [state, setState] = useState<CaptchaState>("idle");
  const [vendor, setVendor] = useState<{ name: Vendor; siteKey: string } | null>(null);
  const running = useRef<Solving | null>(null);
  const answer = useRef<((token: string) => void) | null>(null);
  const reset = useRef<(() => void) | null>(null);

  const start = useCallback(async (): Promise<string | undefined> => {
    setState("working");
    try {
      const captcha = await get();
      const token = await prove(captcha);
      setState(captcha.provider === "off" ? "off" : "done");
      return token;
    } catch {
      // Tried anew with the next call, or when the person asks.
      running.current = null;
      setState("failed");
      return undefined;
    }

    function prove(captcha: Captcha): Promise<string | undefined> {
      if (captcha.provider === "off") return Promise.resolve(undefined);
      if (captcha.provider === "altcha") return import("./altcha").then(({ solveAltcha }) => solveAltcha(captcha.challenge as unknown as AltchaChallenge));
      const { provider, site_key: siteKey } = captcha;
      const solved = new Promise<string>((resolve) => {
        answer.current = resolve;
      });
      setVendor({ name: provider, siteKey });
      reset.current?.();
      return solved;
    }
  }, [get]);

  const begin = useCallback(() => {
    const old = running.current !== null && performance.now() - running.current.startedAt > GOOD_FOR_MS;
    if (!active || (running.current && !old)) return;
    running.current = { token: start(), startedAt: performance.now() };
  }, [active, start]);

  const token = useCallback(async () => {
    if (!active) return undefined;
    begin();
    const solving = running.current;
    const got = await solving?.token;
    // Good for one call: the server refuses it a second time.
    if (running.current === solving) running.current = null;
    return got;
  }, [active, begin]);

  useEffect(() => () => {
    running.current = null;
  }, []);

  const slot = active ? (
    <CaptchaNote state={vendor && state === "working" ? "asking" : state} onRetry={begin}>
      {vendor && <VendorBox vendor={vendor.name} siteKey={vendor.siteKey} onToken={(each) => answer.current?.(each)} onReset={(again) => (reset.current = again)} />}
    </CaptchaNote>
  ) : null;
  return { slot, begin, token };
}
