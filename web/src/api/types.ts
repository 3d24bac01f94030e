/** The words that pages use for what the server sends, taken from the generated answers so that they cannot drift. */
import type {
  CheckFormApiResponse, CreateDraftApiResponse, GetEnquiryApiResponse, GetFormApiResponse, GetSchoolDetailsApiResponse,
  ListEnquiriesApiResponse, ListFormsApiResponse, State, SubmitFormApiResponse, UpdateEnquiryRequest,
} from "./generatedTypes";

/** All that the shell needs to know of a school. */
export type SchoolDetails = Omit<GetSchoolDetailsApiResponse, "success" | "messageId">;
/** A text in both languages. */
export type Bilingual = FormSummary["title"];
/** The signed-in person, as the sign-in answer gives it. */
export type { SessionUser } from "./generatedTypes";

export type FormSummary = ListFormsApiResponse["forms"][number];
export type FormView = GetFormApiResponse["form"];
export type Draft = Omit<CreateDraftApiResponse, "success" | "messageId">;
export type Upload = Draft["uploads"][number];
export type Computed = CheckFormApiResponse["computed"][number];
export type Issue = CheckFormApiResponse["errors"][number];
/** A code with what fills the holes of its text. */
export type Coded = SubmitFormApiResponse["checklist"][number];

export type EnquiryRow = ListEnquiriesApiResponse["items"][number];
/** Where a submission stands: an enquiry in a state, an application in a status (`api/standing.ts`). */
export type Stand = EnquiryRow["state"];
export type EnquiryState = State;
export type CloseReason = NonNullable<UpdateEnquiryRequest["reason"]>;
export type Enquiry = GetEnquiryApiResponse["enquiry"];
export type TimelineEntry = Enquiry["timeline"][number];
