/** What the server says of a letter to anybody: nothing of whom it is about. */
import { useMemo } from "react";
import { baseApi } from "@/api/baseApi";
import { failureOf } from "@/api/envelope";
import { useAppDispatch } from "@/api/hooks";
import type { Bilingual } from "@/api/types";

export const KINDS = ["offer", "conditional_offer", "acceptance", "consent", "financial_request", "plain"] as const;
export const STATES = ["offered", "accepted", "declined", "withdrawn", "expired", "replaced", "issued", "erased", "answered"] as const;

export interface KnownLetter {
  school: Bilingual;
  kind: (typeof KINDS)[number];
  reference: string;
  issued_on: string;
  state: (typeof STATES)[number];
  until: string | null;
  signatures: { done: number; of: number; last_on: string | null };
  files: ReadonlyArray<{ kind: "offered" | "signed"; sha256: string; sealed_at: string }>;
  certificate: { sha256: string; not_after: string };
}

/** A certificate of the school's seal; old ones stay for ever. */
export interface Seal {
  sha256: string;
  pem: string;
  not_after: string;
}

/** What the page asks; a letter or file that nobody knows is null, any other failure is thrown. */
export interface CheckApi {
  byCode: (code: string) => Promise<KnownLetter | null>;
  byHash: (sha256: string) => Promise<KnownLetter | null>;
  seals: () => Promise<readonly Seal[]>;
}

const LETTERS = "/v1/oa/public/letters";

// Nothing of it is kept in the store: each is asked for by somebody at that moment.
const calls = baseApi.injectEndpoints({
  endpoints: (build) => ({
    askLetterByCode: build.mutation<KnownLetter, string>({ query: (code) => ({ url: `${LETTERS}/${encodeURIComponent(code)}`, cache: "no-store" }) }),
    askLetterByFile: build.mutation<KnownLetter, string>({ query: (sha256) => ({ url: LETTERS, params: { sha256 }, cache: "no-store" }) }),
    readSeals: build.mutation<{ seals: readonly Seal[] }, void>({ query: () => ({ url: "/v1/oa/public/seals", cache: "no-store" }) }),
  }),
});

export function useCheckApi(): CheckApi {
  const dispatch = useAppDispatch();
  return useMemo(() => {
    const known = async (asked: Promise<KnownLetter>) => {
      try {
        return await asked;
      } catch (error) {
        if (failureOf(error as Parameters<typeof failureOf>[0]).status === 404) return null;
        throw error;
      }
    };
    const { askLetterByCode, askLetterByFile, readSeals } = calls.endpoints;
    return {
      byCode: (code) => known(dispatch(askLetterByCode.initiate(code, { track: false })).unwrap()),
      byHash: (sha256) => known(dispatch(askLetterByFile.initiate(sha256, { track: false })).unwrap()),
      seals: async () => (await dispatch(readSeals.initiate(undefined, { track: false })).unwrap()).seals,
    };
  }, [dispatch]);
}
