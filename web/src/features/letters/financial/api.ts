/** What the server says of the financial documents that a letter asks for to whoever holds its link. Nothing of it is kept in the store. */
import { baseApi } from "@/api/baseApi";
import type { Bilingual } from "@/api/types";
import type { ClosedLetter, OfferLetter } from "../api";

export interface Cheque {
  /** `YYYY-MM-DD`. */
  date: string;
  amount: string;
  bank: string;
  number: string;
}

export interface FinancialAnswer {
  amount: string;
  iban: string;
  cheques: readonly Cheque[];
}

export interface FinancialItem {
  code: string;
  kind: "salary" | "sponsor" | "guarantee" | "cheques";
  label: Bilingual;
  asks_amount: boolean;
  asks_iban: boolean;
  state: "requested" | "submitted" | "returned" | "verified";
  is_open: boolean;
  reason: string | null;
  answer: FinancialAnswer;
  files: ReadonlyArray<{ id: string; name: string }>;
}

/** The envelope, whose state is a form's. */
export interface ClosedFinancial extends Omit<ClosedLetter, "status"> {
  status: "draft" | "submitted" | "locked";
}

export interface Financial extends Omit<ClosedFinancial, "proved">, Omit<OfferLetter, keyof ClosedLetter | "status" | "proved"> {
  proved: true;
  form_version: string;
  items: readonly FinancialItem[];
}

export interface Held {
  token: string;
  grant: string;
}

interface Given extends Held {
  locale: string;
  form_version: string;
  values: Readonly<Record<string, FinancialAnswer>>;
  action: "save" | "submit";
}

const VALUES = "/v1/oa/public/form_values";

const calls = baseApi.injectEndpoints({
  endpoints: (build) => ({
    readFinancial: build.mutation<Financial | ClosedFinancial, { token: string; grant: string | null }>({
      query: ({ token, grant }) => ({ url: VALUES, params: { token }, headers: grant ? { "x-letter-grant": grant } : {}, cache: "no-store" }),
    }),
    giveFinancial: build.mutation<Pick<Financial, "status">, Given>({
      query: ({ token, values, ...formData }) => ({ url: VALUES, method: "POST", params: { token }, body: { values, formData } }),
    }),
    giveFinancialFile: build.mutation<{ items: readonly FinancialItem[] }, Held & { code: string; file: File }>({
      // In the order that the server reads.
      query: ({ token, grant, code, file }) => ({ url: "/v1/oa/public/financial_uploads", method: "POST", body: { token, grant, code, file } }),
    }),
    takeBackFinancialFile: build.mutation<{ items: readonly FinancialItem[] }, Held & { code: string; file: string }>({
      query: (body) => ({ url: "/v1/oa/public/financial_uploads/remove", method: "POST", body }),
    }),
  }),
});

export const { useReadFinancialMutation, useGiveFinancialMutation, useGiveFinancialFileMutation, useTakeBackFinancialFileMutation } = calls;
