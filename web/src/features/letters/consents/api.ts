/** What the server says of the consents that a letter asks for to whoever holds its link. Nothing of it is kept in the store. */
import { baseApi } from "@/api/baseApi";
import { saved } from "@/api/download";
import type { Bilingual } from "@/api/types";
import type { Body } from "@/ui/blocks/tree";
import type { ClosedLetter, OfferLetter } from "../api";
import type { Signature } from "../signature";

export const CHOICES = ["accepted", "refused"] as const;
export type Choice = (typeof CHOICES)[number];
export type Choices = Readonly<Record<string, Choice>>;

export interface AskedConsent {
  code: string;
  title: Bilingual;
  /** Whether the application needs it. */
  required: boolean;
  body: Body;
}

/** The envelope, whose state is a form's. */
export interface ClosedConsents extends Omit<ClosedLetter, "status"> {
  status: "draft" | "submitted" | "locked";
}

export interface Consents extends Omit<ClosedConsents, "proved">, Pick<OfferLetter, "facts" | "signers" | "text_sha256" | "document_sha256"> {
  proved: true;
  form_version: string;
  consents: readonly AskedConsent[];
  values: Choices;
}

interface Given {
  token: string;
  grant: string;
  locale: string;
  form_version: string;
  values: Choices;
}

export type GivenSignature = Signature & Record<"agreed_text_hash" | "document_hash", string>;

const VALUES = "/v1/oa/public/form_values";
const body = ({ grant, locale, form_version, values }: Given, rest: object) => ({ values, formData: { grant, locale, form_version, ...rest } });

const calls = baseApi.injectEndpoints({
  endpoints: (build) => ({
    readAskedConsents: build.mutation<Consents | ClosedConsents, { token: string; grant: string | null }>({
      query: ({ token, grant }) => ({ url: VALUES, params: { token }, headers: grant ? { "x-letter-grant": grant } : {}, cache: "no-store" }),
    }),
    keepChoices: build.mutation<null, Given>({ query: (given) => ({ url: VALUES, method: "POST", params: { token: given.token }, body: body(given, { action: "save" }) }) }),
    sendChoices: build.mutation<Pick<Consents, "status">, Given & { signature: GivenSignature }>({
      query: ({ signature, ...given }) => ({ url: VALUES, method: "POST", params: { token: given.token }, body: body(given, { action: "submit", signatures: [signature] }) }),
    }),
    saveConsents: build.mutation<null, { token: string; grant: string; final: boolean; reference: string }>({
      query: ({ reference, ...asked }) => saved("/v1/oa/public/consent_pdf", asked, `${reference}.pdf`),
    }),
  }),
});

export const { useReadAskedConsentsMutation, useKeepChoicesMutation, useSendChoicesMutation, useSaveConsentsMutation } = calls;
