/** What the server says of a letter to whoever holds a link to it. Nothing of it is kept in the store. */
import { baseApi } from "@/api/baseApi";
import { saved } from "@/api/download";
import type { DeclineReason } from "@/api/generatedTypes";
import type { Bilingual } from "@/api/types";
import type { Asked } from "@/forms/ProofField";
import type { Body } from "@/ui/blocks/tree";
import type { Stroke } from "./signature";

export interface Signer {
  place: number;
  role: "guardian1" | "guardian2" | "student" | "school";
  name: string;
  state: "waiting" | "invited" | "signed" | "declined" | "sealed";
  is_you: boolean;
  answered_at: string | null;
}

/** Where something is sent, shortened so that it names nobody. */
export interface Reached {
  by: "mail" | "sms";
  hint: string;
  /** It is where whoever applied is written to, and the signer is somebody else. */
  shared: boolean;
}

/** A code that is on its way; seconds. */
export interface CodeSent {
  to: Reached;
  expires_in: number;
  resend_in: number;
}

/** What a link alone tells. */
export interface ClosedLetter {
  school: Bilingual;
  kind: "offer" | "conditional_offer" | "acceptance" | "consent" | "financial_request" | "plain";
  reference: string;
  status: "offered" | "accepted" | "declined" | "issued";
  languages: "en" | "ar" | "both";
  title: Bilingual;
  child: { first_name: string; first_name_ar?: string | null; grade: Bilingual | null };
  expires_at: string;
  second_proof: Asked | "code";
  /** Where the code goes that is asked for. */
  code_to?: Reached | null;
  proved: false;
}

/** The letter, for who has said what only the family knows. */
export interface OfferLetter extends Omit<ClosedLetter, "proved"> {
  proved: true;
  subject: Bilingual;
  /** Of each language a label, its value, and a day in the other calendar. */
  facts: ReadonlyArray<{ en: readonly string[]; ar: readonly string[] }>;
  body: Body;
  signers: readonly Signer[];
  text_sha256: string;
  document_sha256: string;
  is_signed: boolean;
}

export interface Answered {
  status: Exclude<OfferLetter["status"], "issued">;
  signers: readonly Signer[];
  /** Where the acceptance of the place waits, once all have signed its offer. */
  next_url?: string | null;
  /** What opens it to whoever answered. */
  acceptance_grant?: string;
}

/** A letter that somebody has to answer. */
export type AskingLetter = Omit<OfferLetter, "status"> & Pick<Answered, "status">;

export interface Answer {
  values: { decision: "accept" } | { decision: "decline"; decline_reason: DeclineReason; decline_text?: string };
  formData: {
    grant: string;
    locale: string;
    signatures?: readonly [{ typed_name: string; strokes: readonly Stroke[]; agreed_text_hash: string; document_hash: string }];
  };
}

const PUBLIC = "/v1/oa/public";

type Kind = OfferLetter["kind"];
/** Where letters of a kind are answered, and the name of their link's token there. */
const answers = (kind: Kind, token: string) =>
  kind === "acceptance" ? { url: `${PUBLIC}/acceptance_letter`, params: { acceptanceLetterToken: token } } : { url: `${PUBLIC}/offer_letter`, params: { offerLetterToken: token } };

const calls = baseApi.injectEndpoints({
  endpoints: (build) => ({
    readOfferLetter: build.mutation<OfferLetter | ClosedLetter, { token: string; grant: string | null }>({
      query: ({ token, grant }) => ({
        url: `${PUBLIC}/student_data`,
        params: { offerLetterToken: token },
        headers: grant ? { "x-letter-grant": grant } : {},
        cache: "no-store",
      }),
    }),
    proveOfferLetter: build.mutation<{ grant: string }, { token: string; proof: string }>({ query: (body) => ({ url: `${PUBLIC}/letter_proof`, method: "POST", body }) }),
    sendLetterCode: build.mutation<CodeSent, { token: string }>({ query: (body) => ({ url: `${PUBLIC}/letter_code`, method: "POST", body }) }),
    sendOfferLetter: build.mutation<Answered, { token: string; kind: Kind; answer: Answer }>({
      query: ({ token, kind, answer }) => ({ ...answers(kind, token), method: "POST", body: answer }),
    }),
    saveOfferLetter: build.mutation<null, { token: string; grant: string; kind: Kind; reference: string }>({
      query: ({ token, grant, kind, reference }) => saved(`${answers(kind, token).url}_pdf`, { token, grant, final: false }, `${reference}.pdf`),
    }),
  }),
});

export const { useReadOfferLetterMutation, useProveOfferLetterMutation, useSendLetterCodeMutation, useSendOfferLetterMutation, useSaveOfferLetterMutation } = calls;
