import { useCallback, useEffect, useRef, useState } from "react";
import { useStore } from "react-redux";
import { failureOf } from "@/api/envelope";
import { LEND_SESSION, type Lent } from "@/api/preview";
import { needsRefresh, refreshSession } from "@/api/refresh";
import { currentToken, tokenLifeLeft } from "@/api/session";
import type { SharedState } from "@/api/hooks";
import type { SessionUser } from "@/api/types";
import { useOpenPreviewMutation } from "../desk/api";

/** A token is replaced this long before its end. */
const EARLY_S = 60;

/** A token that shows the draft, renewed before it ends; and why there is none. */
export function usePreviewToken(): { token: string | null; failure: string | null; again: () => void } {
  const [open] = useOpenPreviewMutation();
  const [token, setToken] = useState<string | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const ask = useCallback(async () => {
    clearTimeout(timer.current);
    const answer = await open();
    if (!answer.data) {
      setFailure(failureOf(answer.error).messageId);
      return;
    }
    setFailure(null);
    setToken(answer.data.token);
    timer.current = setTimeout(() => void ask(), Math.max(10, answer.data.expires_in - EARLY_S) * 1000);
  }, [open]);
  useEffect(() => {
    void ask();
    return () => clearTimeout(timer.current);
  }, [ask]);
  return { token, failure, again: () => void ask() };
}

/** Lends the frames of this page the session of the person at the desk, when they ask. */
export function useLentSession(): void {
  const store = useStore<SharedState>();
  const lastStore = useRef(store);
  useEffect(() => {
    const listen = (event: MessageEvent) => {
      const [port] = event.ports;
      if (event.origin !== location.origin || event.data !== LEND_SESSION || !port) return;
      const isFrame = [...document.querySelectorAll("iframe")].some((frame) => frame.contentWindow === event.source);
      void lend(lastStore.current, isFrame).then((lent) => port.postMessage(lent));
    };
    window.addEventListener("message", listen);
    return () => window.removeEventListener("message", listen);
  }, []);
}

async function lend(store: { getState: () => SharedState }, isFrame: boolean): Promise<Lent<SessionUser> | null> {
  if (!isFrame) return null;
  if (needsRefresh()) await refreshSession();
  const token = currentToken();
  const { user } = store.getState().auth;
  return token && user ? { token, expires_in: Math.max(1, (tokenLifeLeft() ?? 60_000) / 1000), user } : null;
}
