/** A family's own view of what it began and sent (docs/contracts.md, section 5). */
import { baseApi } from "@/api/baseApi";
import type { Bilingual, EnquiryState, FormSummary } from "@/api/types";

/** Something that a family sent for a child. */
export interface Application {
  reference: string;
  form: string;
  form_title: Bilingual;
  state: EnquiryState;
  submitted_at: string;
  /** What the school still waits for. */
  missing: Bilingual[];
}

/** A form that was begun and not sent. */
export interface KeptDraft {
  token: string;
  form: string;
  form_title: Bilingual;
  person: string | null;
  step: string | null;
  updated_at: string;
  expires_at: string;
  address: string;
}

/** Something with a day by which it has to be done. */
export interface Due {
  kind: "draft_expires" | "form_closes" | "missing";
  form: string;
  form_title: Bilingual;
  reference?: string | null;
  on: string | null;
  text?: Bilingual | null;
}

/** All that a family's start page shows. */
export interface FamilyHome {
  children: { name: string; applications: Application[] }[];
  drafts: KeptDraft[];
  due: Due[];
  offered: FormSummary[];
}

const tagged = baseApi.enhanceEndpoints({ addTagTypes: ["FamilyHome"] });

const familyApi = tagged.injectEndpoints({
  endpoints: (build) => ({
    familyHome: build.query<FamilyHome, void>({ query: () => "/v1/oa/family/home", providesTags: ["FamilyHome"] }),
    claimDraft: build.mutation<unknown, { token: string }>({
      query: (body) => ({ url: "/v1/oa/family/drafts", method: "POST", body }),
      invalidatesTags: (_result, error) => (error ? [] : ["FamilyHome"]),
    }),
  }),
});

export const { useFamilyHomeQuery, useClaimDraftMutation } = familyApi;
