// Hand-shaped stand-in with the operation names of docs/contracts.md; `npm run gen` replaces it from openapi.json.
import { baseApi as api } from "./baseApi";

const injectedRtkApi = api.injectEndpoints({
  endpoints: (build) => ({
    getSchoolDetails: build.query<GetSchoolDetailsApiResponse, GetSchoolDetailsApiArg>({
      query: () => ({ url: `/v1/oa/common/school-details` }),
    }),
    checkAccess: build.query<CheckAccessApiResponse, CheckAccessApiArg>({
      query: () => ({ url: `/v1/oa/common/access-check` }),
    }),
    listSchools: build.query<ListSchoolsApiResponse, ListSchoolsApiArg>({
      query: () => ({ url: `/v1/oa/common/schools` }),
    }),
    login: build.mutation<LoginApiResponse, LoginApiArg>({
      query: (queryArg) => ({ url: `/v1/oa/auth/login`, method: "POST", body: queryArg.loginRequest }),
    }),
    signOut: build.mutation<SignOutApiResponse, SignOutApiArg>({
      query: (queryArg) => ({ url: `/v1/oa/auth/sign-out`, method: "POST", body: queryArg.signOutRequest }),
    }),
    resetPassword: build.mutation<ResetPasswordApiResponse, ResetPasswordApiArg>({
      query: (queryArg) => ({ url: `/v1/oa/auth/reset-password`, method: "POST", body: queryArg.resetPasswordRequest }),
    }),
    listForms: build.query<ListFormsApiResponse, ListFormsApiArg>({
      query: () => ({ url: `/v1/oa/public/forms` }),
    }),
    getForm: build.query<GetFormApiResponse, GetFormApiArg>({
      query: (queryArg) => ({
        url: `/v1/oa/public/forms/${encodeURIComponent(queryArg.form)}`,
        params: { lng: queryArg.lng, version: queryArg.version },
      }),
    }),
    checkForm: build.mutation<CheckFormApiResponse, CheckFormApiArg>({
      query: (queryArg) => ({
        url: `/v1/oa/public/forms/${encodeURIComponent(queryArg.form)}/check`,
        method: "POST",
        body: queryArg.checkRequest,
      }),
    }),
    createDraft: build.mutation<CreateDraftApiResponse, CreateDraftApiArg>({
      query: (queryArg) => ({
        url: `/v1/oa/public/forms/${encodeURIComponent(queryArg.form)}/drafts`,
        method: "POST",
        body: queryArg.createDraftRequest,
      }),
    }),
    getDraft: build.query<GetDraftApiResponse, GetDraftApiArg>({
      query: (queryArg) => ({ url: `/v1/oa/public/forms/drafts/${encodeURIComponent(queryArg.token)}` }),
    }),
    saveDraft: build.mutation<SaveDraftApiResponse, SaveDraftApiArg>({
      query: (queryArg) => ({
        url: `/v1/oa/public/forms/drafts/${encodeURIComponent(queryArg.token)}`,
        method: "PUT",
        body: queryArg.saveDraftRequest,
      }),
    }),
    submitForm: build.mutation<SubmitFormApiResponse, SubmitFormApiArg>({
      query: (queryArg) => ({
        url: `/v1/oa/public/forms/${encodeURIComponent(queryArg.form)}/submissions`,
        method: "POST",
        body: queryArg.submitRequest,
        headers: { "Idempotency-Key": queryArg["Idempotency-Key"] },
      }),
    }),
    listEnquiries: build.query<ListEnquiriesApiResponse, ListEnquiriesApiArg>({
      query: (queryArg) => ({
        url: `/v1/oa/enquiries`,
        params: {
          page_size: queryArg.pageSize,
          cursor: queryArg.cursor,
          q: queryArg.q,
          state: queryArg.state,
          form: queryArg.form,
          owner: queryArg.owner,
          tag: queryArg.tag,
          flag: queryArg.flag,
          sort: queryArg.sort,
        },
      }),
    }),
    getEnquiry: build.query<GetEnquiryApiResponse, GetEnquiryApiArg>({
      query: (queryArg) => ({ url: `/v1/oa/enquiries/${encodeURIComponent(queryArg.id)}`, params: { lng: queryArg.lng } }),
    }),
    updateEnquiry: build.mutation<UpdateEnquiryApiResponse, UpdateEnquiryApiArg>({
      query: (queryArg) => ({
        url: `/v1/oa/enquiries/${encodeURIComponent(queryArg.id)}`,
        params: { lng: queryArg.lng },
        method: "PATCH",
        body: queryArg.updateEnquiryRequest,
      }),
    }),
    listAssignees: build.query<ListAssigneesApiResponse, ListAssigneesApiArg>({
      query: () => ({ url: `/v1/oa/enquiries/assignees` }),
    }),
  }),
  overrideExisting: false,
});
export { injectedRtkApi as enhancedApi };

type Ok<T> = T & { success: boolean; messageId: string };
export type Bilingual = { en: string; ar: string };
export type Issue = { path: string; code: string; params: Record<string, unknown>; severity: "error" | "warning" };
export type Computed = { key: string; label_code: string; kind: string; value: unknown; reason_code?: string | null; params: Record<string, unknown> };
export type Coded = { code: string; params: Record<string, unknown> };
export type Wanted = Coded & { due_on?: string | null };
export type FormSummary = { id: string; title: Bilingual; version: string; open: boolean; opens_on?: string | null; closes_on?: string | null };
export type FormStep = { id: string; title: string; help?: string | null; fields: string[] };
export type PluginRef = { id: string; version: string; digest: string };
export type FormView = {
  id: string;
  version: string;
  digest: string;
  title: string;
  steps: FormStep[];
  schema: Record<string, unknown>;
  ui: Record<string, unknown>;
  messages: Record<string, string>;
  plugin?: PluginRef | null;
};
export type FormDocument = Pick<FormView, "title" | "steps" | "schema" | "ui" | "messages">;
export type Upload = { upload_id: string; field: string; name: string; bytes: number; media_type: string };
export type Draft = {
  token: string;
  version: number;
  form: string;
  form_version: string;
  values: Record<string, unknown>;
  step?: string | null;
  locale: string;
  expires_at: string;
  uploads: Upload[];
  latest_version: string;
};
export type EnquiryState = "new" | "contacted" | "toured" | "applying" | "lost";
export type EnquiryFlag = "plugin_failed" | "duplicate";
export type PersonRef = { id: string; name: string };
export type Score = { points: number; out_of: number };
export type EnquiryRow = {
  id: string;
  version: number;
  reference: string;
  form: string;
  form_title: Bilingual;
  person: string;
  score?: Score | null;
  tags: string[];
  route?: string | null;
  owner?: PersonRef | null;
  state: EnquiryState;
  flags: EnquiryFlag[];
  submitted_at: string;
  locale: string;
};
export type Verdict = {
  score?: Score | null;
  tags: string[];
  route?: string | null;
  checklist: Wanted[];
  explain: Coded[];
  computed: Computed[];
  errors: Issue[];
};
export type EnquiryFile = { file: string; field: string; name: string; bytes: number; media_type: string };
export type TimelineEntry = {
  seq: number;
  at: string;
  actor: PersonRef;
  kind: "submitted" | "state" | "owner" | "comment" | "mail" | "file";
  from?: string | null;
  to?: string | null;
  comment?: string | null;
};
export type Enquiry = EnquiryRow & {
  values: Record<string, unknown>;
  document: FormDocument;
  plugin?: PluginRef | null;
  form_version: string;
  form_digest: string;
  verdict?: Verdict | null;
  plugin_failure?: { code: string } | null;
  files: EnquiryFile[];
  timeline: TimelineEntry[];
  duplicates: { id: string; reference: string }[];
  next_states: EnquiryState[];
};
export type Assignee = { id: string; name: string; email: string };
export type Size = { width: number; height: number };
export type SchoolDetails = {
  school_id: string;
  mode: "production" | "test" | "dev";
  schoolNameLogo: {
    lic_school_name: Bilingual;
    lic_school_logo: string;
    lic_website_url: string;
    lic_lms_url: string;
    logo_sizes: { header: Size; sign_in: Size };
  };
  swiperText: { title: Bilingual; text: Bilingual }[];
  schoolDates: { sims_admission_start_from: string; sims_admission_end: string; year: string; grades: string[] }[];
  homePage: string[];
  authPage: { conditionalScreens: { without_auth: string; login: string; otp: string; signUp: string } };
  formLayout: { mode: "steps" | "single"; sections: string[]; plugin?: string | null };
  branding: { colours: { primary: string; accent: string } };
  languages: string[];
  time_zone: string;
  currency: string;
  digits: "latn" | "arab";
  forms: FormSummary[];
  routes: Record<string, string[]>;
};
export type SessionUserResponse = { id: string; avatar: string; userName: string; email: string; authority: string[] };

export type GetSchoolDetailsApiResponse = Ok<SchoolDetails>;
export type GetSchoolDetailsApiArg = void;
export type CheckAccessApiResponse = Ok<{ message: string }>;
export type CheckAccessApiArg = void;
export type ListSchoolsApiResponse = Ok<{ schools: { id: string; name: Bilingual; host: string }[] }>;
export type ListSchoolsApiArg = void;
export type LoginApiResponse = Ok<{ user: SessionUserResponse; token: string; expires_in: number }>;
export type LoginApiArg = { loginRequest: { email?: string; userName?: string; password: string } };
export type SignOutApiResponse = Ok<object>;
export type SignOutApiArg = { signOutRequest: { token?: string } };
export type ResetPasswordApiResponse = Ok<object>;
export type ResetPasswordApiArg = { resetPasswordRequest: { token: string; password: string } };
export type ListFormsApiResponse = Ok<{ forms: FormSummary[] }>;
export type ListFormsApiArg = void;
export type GetFormApiResponse = Ok<{ form: FormView }>;
export type GetFormApiArg = { form: string; lng?: string; version?: string };
export type CheckFormApiResponse = Ok<{ errors: Issue[]; computed: Computed[]; plugin_failed: boolean }>;
export type CheckFormApiArg = {
  form: string;
  checkRequest: { values: Record<string, unknown>; locale: string; step?: string; form_version?: string };
};
export type CreateDraftApiResponse = Ok<Draft>;
export type CreateDraftApiArg = { form: string; createDraftRequest: { values: Record<string, unknown>; locale: string; step?: string } };
export type GetDraftApiResponse = Ok<Draft>;
export type GetDraftApiArg = { token: string };
export type SaveDraftApiResponse = Ok<Draft>;
export type SaveDraftApiArg = {
  token: string;
  saveDraftRequest: { version: number; values: Record<string, unknown>; step?: string; locale?: string; form_version?: string };
};
export type SubmitFormApiResponse = Ok<{ reference: string; submitted_at: string; checklist: Coded[] }>;
export type SubmitFormApiArg = {
  form: string;
  "Idempotency-Key": string;
  submitRequest: { values: Record<string, unknown>; locale: string; draft?: string };
};
export type ListEnquiriesApiResponse = Ok<{
  items: EnquiryRow[];
  next_cursor?: string | null;
  total: number;
  counts: Record<EnquiryState, number>;
}>;
export type ListEnquiriesApiArg = {
  pageSize?: number;
  cursor?: string;
  q?: string;
  state?: string;
  form?: string;
  owner?: string;
  tag?: string;
  flag?: string;
  sort?: string;
};
export type GetEnquiryApiResponse = Ok<{ enquiry: Enquiry }>;
export type GetEnquiryApiArg = { id: string; lng?: string };
export type UpdateEnquiryApiResponse = Ok<{ enquiry: Enquiry }>;
export type UpdateEnquiryApiArg = {
  id: string;
  lng?: string;
  updateEnquiryRequest: { version: number; state?: EnquiryState; owner?: string | null; comment?: string };
};
export type ListAssigneesApiResponse = Ok<{ items: Assignee[] }>;
export type ListAssigneesApiArg = void;

export const {
  useGetSchoolDetailsQuery,
  useCheckAccessQuery,
  useListSchoolsQuery,
  useLoginMutation,
  useSignOutMutation,
  useResetPasswordMutation,
  useListFormsQuery,
  useGetFormQuery,
  useLazyGetFormQuery,
  useCheckFormMutation,
  useCreateDraftMutation,
  useGetDraftQuery,
  useLazyGetDraftQuery,
  useSaveDraftMutation,
  useSubmitFormMutation,
  useListEnquiriesQuery,
  useGetEnquiryQuery,
  useUpdateEnquiryMutation,
  useListAssigneesQuery,
} = injectedRtkApi;
