export type GetSchoolDetailsApiResponse =
  /** status 200 undefined */ AnswerSchoolDetails;
export type GetSchoolDetailsApiArg = void;
export type CheckAccessApiResponse =
  /** status 200 undefined */ AnswerAccessPayload;
export type CheckAccessApiArg = void;
export type ListSchoolsApiResponse =
  /** status 200 undefined */ AnswerSchoolsPayload;
export type ListSchoolsApiArg = void;
export type GetLegalApiResponse =
  /** status 200 undefined */ AnswerLegalPayload;
export type GetLegalApiArg = {
  /** `en` or `ar`; the school's first one when left out. */
  lng?: Language;
};
export type ListCriteriaApiResponse =
  /** status 200 undefined */ AnswerCriteriaPayload;
export type ListCriteriaApiArg = {
  /** `consent` or `form`; all when left out. */
  kind?: CriterionKind;
  /** `en` or `ar`; the school's first one when left out. */
  lng?: Language;
};
export type ListOfferCriteriaApiResponse =
  /** status 200 undefined */ AnswerLetterCriteriaPayload;
export type ListOfferCriteriaApiArg = {
  /** `en` or `ar`; the school's first one when left out. */
  lng?: Language;
};
export type ListConditionalOfferCriteriaApiResponse =
  /** status 200 undefined */ AnswerLetterCriteriaPayload;
export type ListConditionalOfferCriteriaApiArg = {
  /** `en` or `ar`; the school's first one when left out. */
  lng?: Language;
};
export type ListAcceptanceCriteriaApiResponse =
  /** status 200 undefined */ AnswerLetterCriteriaPayload;
export type ListAcceptanceCriteriaApiArg = {
  /** `en` or `ar`; the school's first one when left out. */
  lng?: Language;
};
export type RefreshSessionApiResponse =
  /** status 200 undefined */ AnswerSessionPayload;
export type RefreshSessionApiArg = void;
export type SignOutApiResponse = /** status 200 undefined */ AnswerNothing;
export type SignOutApiArg = {
  body: SignOutRequest | null;
};
export type CheckResetLinkApiResponse =
  /** status 200 undefined */ AnswerNothing;
export type CheckResetLinkApiArg = {
  checkResetLinkRequest: CheckResetLinkRequest;
};
export type ResetPasswordApiResponse =
  /** status 200 undefined */ AnswerNothing;
export type ResetPasswordApiArg = {
  resetPasswordRequest: ResetPasswordRequest;
};
export type ValidateSchoolIdApiResponse =
  /** status 200 undefined */ AnswerValidateSchoolIdPayload;
export type ValidateSchoolIdApiArg = {
  /** The id. */
  schoolId: string;
};
export type LoginApiResponse = /** status 200 undefined */ AnswerEnteredPayload;
export type LoginApiArg = {
  loginRequest: LoginRequest;
};
export type VerifySecondFactorApiResponse =
  /** status 200 undefined */ AnswerFactorPassedPayload;
export type VerifySecondFactorApiArg = {
  secondFactorRequest: SecondFactorRequest;
};
export type TrackApplicationApiResponse =
  /** status 200 undefined */ AnswerEnteredPayload;
export type TrackApplicationApiArg = {
  trackRequest: TrackRequest;
};
export type RegisterUserApiResponse = /** status 201 undefined */ AnswerNothing;
export type RegisterUserApiArg = {
  registerUserRequest: RegisterUserRequest;
};
export type VerifyEmailApiResponse =
  /** status 200 undefined */ AnswerVerifiedEmailPayload;
export type VerifyEmailApiArg = {
  verifyEmailRequest: VerifyEmailRequest;
};
export type ResendVerifyEmailApiResponse =
  /** status 200 undefined */ AnswerNothing;
export type ResendVerifyEmailApiArg = {
  letterRequest: LetterRequest;
};
export type ForgetPasswordApiResponse =
  /** status 200 undefined */ AnswerNothing;
export type ForgetPasswordApiArg = {
  forgetPasswordRequest: ForgetPasswordRequest;
};
export type RequestCodeApiResponse =
  /** status 200 undefined */ AnswerCodeSentPayload;
export type RequestCodeApiArg = {
  codeRequest: CodeRequest;
};
export type ResendCodeApiResponse =
  /** status 200 undefined */ AnswerCodeSentPayload;
export type ResendCodeApiArg = {
  resendCodeRequest: ResendCodeRequest;
};
export type VerifyCodeApiResponse =
  /** status 200 undefined */ AnswerEnteredPayload;
export type VerifyCodeApiArg = {
  verifyCodeRequest: VerifyCodeRequest;
};
export type GetProfileApiResponse =
  /** status 200 undefined */ AnswerProfilePayload;
export type GetProfileApiArg = void;
export type UpdateProfileApiResponse =
  /** status 200 undefined */ AnswerProfilePayload;
export type UpdateProfileApiArg = {
  profileChange: ProfileChange;
};
export type PutAvatarApiResponse =
  /** status 200 undefined */ AnswerAvatarPayload;
export type PutAvatarApiArg = {
  avatarRequest: AvatarRequest;
};
export type DeleteAvatarApiResponse =
  /** status 200 undefined */ AnswerAvatarPayload;
export type DeleteAvatarApiArg = void;
export type GetAvatarApiResponse = /** status 200 undefined */ number[];
export type GetAvatarApiArg = {
  /** What nobody guesses. */
  key: string;
};
export type ChangePasswordApiResponse =
  /** status 200 undefined */ AnswerNothing;
export type ChangePasswordApiArg = {
  changePasswordRequest: ChangePasswordRequest;
};
export type ChangeEmailApiResponse = /** status 200 undefined */ AnswerNothing;
export type ChangeEmailApiArg = {
  changeEmailRequest: ChangeEmailRequest;
};
export type ListSessionsApiResponse =
  /** status 200 undefined */ AnswerSessionsPayload;
export type ListSessionsApiArg = void;
export type EndSessionApiResponse = /** status 200 undefined */ AnswerNothing;
export type EndSessionApiArg = {
  /** The session. */
  id: string;
};
export type EndOtherSessionsApiResponse =
  /** status 200 undefined */ AnswerNothing;
export type EndOtherSessionsApiArg = void;
export type ConfirmSessionApiResponse =
  /** status 200 undefined */ AnswerNothing;
export type ConfirmSessionApiArg = {
  confirmSessionRequest: ConfirmSessionRequest;
};
export type ExportProfileApiResponse = /** status 200 undefined */ object;
export type ExportProfileApiArg = void;
export type RequestErasureApiResponse =
  /** status 200 undefined */ AnswerNothing;
export type RequestErasureApiArg = {
  erasureRequest: ErasureRequest;
};
export type BeginSecondFactorApiResponse =
  /** status 200 undefined */ AnswerProposalPayload;
export type BeginSecondFactorApiArg = {
  beginSecondFactorRequest: BeginSecondFactorRequest;
};
export type RemoveSecondFactorApiResponse =
  /** status 200 undefined */ AnswerNothing;
export type RemoveSecondFactorApiArg = {
  removeSecondFactorRequest: RemoveSecondFactorRequest;
};
export type ConfirmSecondFactorApiResponse =
  /** status 200 undefined */ AnswerRecoveryCodesPayload;
export type ConfirmSecondFactorApiArg = {
  factorCodeRequest: FactorCodeRequest;
};
export type RenewRecoveryCodesApiResponse =
  /** status 200 undefined */ AnswerRecoveryCodesPayload;
export type RenewRecoveryCodesApiArg = {
  factorCodeRequest: FactorCodeRequest;
};
export type RequestStepUpApiResponse =
  /** status 200 undefined */ AnswerStepUpPayload;
export type RequestStepUpApiArg = void;
export type ChangePhoneApiResponse =
  /** status 200 undefined */ AnswerStepUpPayload;
export type ChangePhoneApiArg = {
  changePhoneRequest: ChangePhoneRequest;
};
export type ResendPhoneCodeApiResponse =
  /** status 200 undefined */ AnswerStepUpPayload;
export type ResendPhoneCodeApiArg = void;
export type ConfirmPhoneApiResponse = /** status 200 undefined */ AnswerNothing;
export type ConfirmPhoneApiArg = {
  confirmPhoneRequest: ConfirmPhoneRequest;
};
export type ListPeopleApiResponse =
  /** status 200 undefined */ AnswerPeoplePayload;
export type ListPeopleApiArg = {
  /** Words in name, address or staff code. */
  q?: string;
  /** A role. */
  role?: Role;
  /** Where the account stands. */
  status?: "invited" | "active" | "disabled";
  /** `staff`, `family`, `applicant` or `till`. */
  kind?: PersonKind;
  /** An audience that they are in (`audiences` of `school-details`). */
  audience?: string;
  /** `true` for who waits for an answer to a request to delete their data. */
  erasureAsked?: boolean;
  /** Where the page starts: the last page's `next_cursor`. */
  cursor?: string;
  /** 50 when left out; less than 1 counts as 1, more than 500 as 500. */
  pageSize?: number;
};
export type InvitePersonApiResponse =
  /** status 201 undefined */ AnswerPersonPayload;
export type InvitePersonApiArg = {
  invitation: Invitation;
};
export type UpdatePersonApiResponse =
  /** status 200 undefined */ AnswerPersonPayload;
export type UpdatePersonApiArg = {
  /** The person. */
  id: string;
  personChange: PersonChange;
};
export type InviteAgainApiResponse =
  /** status 200 undefined */ AnswerPersonPayload;
export type InviteAgainApiArg = {
  /** The person. */
  id: string;
};
export type SignPersonOutApiResponse =
  /** status 200 undefined */ AnswerPersonPayload;
export type SignPersonOutApiArg = {
  /** The person. */
  id: string;
};
export type ResetSecondFactorApiResponse =
  /** status 200 undefined */ AnswerPersonPayload;
export type ResetSecondFactorApiArg = {
  /** The person. */
  id: string;
};
export type ListTillsApiResponse =
  /** status 200 undefined */ AnswerTillsPayload;
export type ListTillsApiArg = void;
export type AddTillApiResponse =
  /** status 201 undefined */ AnswerEnrolmentPayload;
export type AddTillApiArg = {
  newTill: NewTill;
};
export type UpdateTillApiResponse =
  /** status 200 undefined */ AnswerTillPayload;
export type UpdateTillApiArg = {
  /** The till. */
  id: string;
  tillChange: TillChange;
};
export type RenewEnrolmentApiResponse =
  /** status 200 undefined */ AnswerEnrolmentPayload;
export type RenewEnrolmentApiArg = {
  /** The till. */
  id: string;
};
export type EnrolTillApiResponse =
  /** status 200 undefined */ AnswerEnrolledPayload;
export type EnrolTillApiArg = {
  enrolTillRequest: EnrolTillRequest;
};
export type LoginPosApiResponse =
  /** status 200 undefined */ AnswerPosSessionPayload;
export type LoginPosApiArg = {
  loginPosRequest: LoginPosRequest;
};
export type GetTillSessionApiResponse =
  /** status 200 undefined */ AnswerTillSession;
export type GetTillSessionApiArg = void;
export type ListAuditApiResponse =
  /** status 200 undefined */ AnswerAuditPayload;
export type ListAuditApiArg = {
  /** A person's id, `system` or `anonymous`. */
  actor?: string;
  /** An action such as `session.open`, or a group of them such as `session.`. */
  action?: string;
  /** What sort of thing it was done to: `user`, `session`, `till`, `submission`. */
  objectKind?: string;
  /** To which. */
  objectId?: string;
  /** The first moment: a day in the school's time zone, or ISO 8601. */
  from?: string;
  /** The last moment: a day, which is in it, or ISO 8601, which is not. */
  to?: string;
  /** Where the page starts: the last page's `next_cursor`. */
  cursor?: string;
  /** 50 when left out; less than 1 counts as 1, more than 500 as 500. */
  pageSize?: number;
};
export type ExportAuditApiResponse = /** status 200 undefined */ string;
export type ExportAuditApiArg = {
  /** A person's id, `system` or `anonymous`. */
  actor?: string;
  /** An action such as `session.open`, or a group of them such as `session.`. */
  action?: string;
  /** What sort of thing it was done to: `user`, `session`, `till`, `submission`. */
  objectKind?: string;
  /** To which. */
  objectId?: string;
  /** The first moment: a day in the school's time zone, or ISO 8601. */
  from?: string;
  /** The last moment: a day, which is in it, or ISO 8601, which is not. */
  to?: string;
  /** `en` or `ar`, for the headings. */
  lng?: Language;
};
export type ListViewsApiResponse =
  /** status 200 undefined */ AnswerViewsPayload;
export type ListViewsApiArg = void;
export type AddViewApiResponse = /** status 201 undefined */ AnswerViewPayload;
export type AddViewApiArg = {
  addViewRequest: AddViewRequest;
};
export type RemoveViewApiResponse = /** status 200 undefined */ AnswerNothing;
export type RemoveViewApiArg = {
  id: string;
};
export type UpdateViewApiResponse =
  /** status 200 undefined */ AnswerViewPayload;
export type UpdateViewApiArg = {
  id: string;
  updateViewRequest: UpdateViewRequest;
};
export type GetCaptchaApiResponse =
  /** status 200 undefined */ AnswerCaptchaPayload;
export type GetCaptchaApiArg = void;
export type ListFormsApiResponse =
  /** status 200 undefined */ AnswerFormsPayload;
export type ListFormsApiArg = void;
export type GetFormApiResponse = /** status 200 undefined */ AnswerFormPayload;
export type GetFormApiArg = {
  form: string;
  /** `en` or `ar`; `en` when left out. */
  lng?: Language;
  /** An older version that a draft is pinned to. */
  version?: string;
};
export type CheckFormApiResponse =
  /** status 200 undefined */ AnswerCheckPayload;
export type CheckFormApiArg = {
  form: string;
  checkRequest: CheckRequest;
};
export type CreateDraftApiResponse =
  /** status 201 undefined */ AnswerDraftView;
export type CreateDraftApiArg = {
  form: string;
  createDraftRequest: CreateDraftRequest;
};
export type GetDraftApiResponse = /** status 200 undefined */ AnswerDraftView;
export type GetDraftApiArg = {
  token: string;
};
export type SaveDraftApiResponse = /** status 200 undefined */ AnswerDraftView;
export type SaveDraftApiArg = {
  token: string;
  saveDraftRequest: SaveDraftRequest;
};
export type SubmitFormApiResponse = /** status 201 undefined */ Sent;
export type SubmitFormApiArg = {
  form: string;
  /** 16 to 255 visible characters */
  "Idempotency-Key": string;
  submitRequest: SubmitRequest;
};
export type UploadFileApiResponse =
  /** status 201 undefined */ AnswerUploadPayload;
export type UploadFileApiArg = {
  uploadRequest: UploadRequest;
};
export type ListEnquiriesApiResponse =
  /** status 200 undefined */ AnswerEnquiriesPayload;
export type ListEnquiriesApiArg = {
  /** 50 when left out; less than 1 counts as 1, more than 500 as 500. */
  pageSize?: number;
  /** Where the page starts: the last page's `next_cursor`. */
  cursor?: string;
  /** Beginnings of words in reference, person, guardian, e-mail and phone, each of which is met; spelling, marks and signs make no difference. */
  q?: string;
  /** States of enquiries or statuses of applications (`W/review`), separated by commas. */
  state?: string;
  /** A form. */
  form?: string;
  /** `me`, `none` or a person's id. */
  owner?: string;
  /** A tag. */
  tag?: string;
  /** A grade, as `list_enquiry_choices` gives its value. */
  grade?: string;
  /** A school year, likewise. */
  year?: string;
  /** A round of applications. */
  round?: string;
  /** What a grade's places are divided by, a campus or a stream: a part of their names after the grade. */
  part?: string;
  /** Only applications whose offer is out and has that last day, or one before: `YYYY-MM-DD`. */
  offerEndsBy?: string;
  /** How the conditions of an offer that stands do: one is `open`, something was `submitted` for one that is, or all are `met`. */
  conditions?: "open" | "submitted" | "met";
  /** How the financial documents do that a family was asked for; A002 for who does not look after fees. */
  financial?: "requested" | "submitted" | "verified";
  /** How documents stand of what is not over, as far as the caller reads that: one at least is `missing`, none is (`complete`), one at least was
    `refused` and no other came, or a file came that nobody has looked at (`to_check`). */
  documents?: "missing" | "complete" | "refused" | "to_check";
  /** Part of the guardian's name, as the list shows it. */
  guardian?: string;
  /** Who sent it: the family itself, or somebody of the staff for them. */
  channel?: "portal" | "staff";
  /** What needs somebody to look at it. */
  flag?: "plugin_failed" | "duplicate" | "unread";
  /** Newest first when left out. */
  sort?:
    | "-submitted_at"
    | "submitted_at"
    | "-score"
    | "score"
    | "person"
    | "-person";
  /** The export has to name one. */
  format?: "csv" | "xlsx";
  /** `en` or `ar`, for what the export says. */
  lng?: Language;
  /** Columns of the export, with commas between: `reference`, `received`, `form`, `person`, `guardian`, `phone`, `email`, `grade`, `school_year`, `state`, `owner`, `score`,
    `out_of`, `tags`, `route`, `flags`, `notes`, of applications `registration_id`, `status`, `sub_status`, `round`, `bucket`, `held_from`, `review_by`,
    `offer_until`, `admission_number`, `channel`, `missing_docs`, `conditions`, `financial` (A002 for who does not look after fees, whose files do not have it), and `answer.` with the name of a field of the form. All when left out. An address has room for so many; more
    are asked for by `request_enquiry_export`. */
  columns?: string;
};
export type ListAssigneesApiResponse =
  /** status 200 undefined */ AnswerAssigneesPayload;
export type ListAssigneesApiArg = void;
export type ListEnquiryChoicesApiResponse =
  /** status 200 undefined */ AnswerEnquiryChoicesPayload;
export type ListEnquiryChoicesApiArg = void;
export type ExportEnquiriesApiResponse = /** status 200 undefined */ string;
export type ExportEnquiriesApiArg = {
  /** 50 when left out; less than 1 counts as 1, more than 500 as 500. */
  pageSize?: number;
  /** Where the page starts: the last page's `next_cursor`. */
  cursor?: string;
  /** Beginnings of words in reference, person, guardian, e-mail and phone, each of which is met; spelling, marks and signs make no difference. */
  q?: string;
  /** States of enquiries or statuses of applications (`W/review`), separated by commas. */
  state?: string;
  /** A form. */
  form?: string;
  /** `me`, `none` or a person's id. */
  owner?: string;
  /** A tag. */
  tag?: string;
  /** A grade, as `list_enquiry_choices` gives its value. */
  grade?: string;
  /** A school year, likewise. */
  year?: string;
  /** A round of applications. */
  round?: string;
  /** What a grade's places are divided by, a campus or a stream: a part of their names after the grade. */
  part?: string;
  /** Only applications whose offer is out and has that last day, or one before: `YYYY-MM-DD`. */
  offerEndsBy?: string;
  /** How the conditions of an offer that stands do: one is `open`, something was `submitted` for one that is, or all are `met`. */
  conditions?: "open" | "submitted" | "met";
  /** How the financial documents do that a family was asked for; A002 for who does not look after fees. */
  financial?: "requested" | "submitted" | "verified";
  /** How documents stand of what is not over, as far as the caller reads that: one at least is `missing`, none is (`complete`), one at least was
    `refused` and no other came, or a file came that nobody has looked at (`to_check`). */
  documents?: "missing" | "complete" | "refused" | "to_check";
  /** Part of the guardian's name, as the list shows it. */
  guardian?: string;
  /** Who sent it: the family itself, or somebody of the staff for them. */
  channel?: "portal" | "staff";
  /** What needs somebody to look at it. */
  flag?: "plugin_failed" | "duplicate" | "unread";
  /** Newest first when left out. */
  sort?:
    | "-submitted_at"
    | "submitted_at"
    | "-score"
    | "score"
    | "person"
    | "-person";
  /** The export has to name one. */
  format?: "csv" | "xlsx";
  /** `en` or `ar`, for what the export says. */
  lng?: Language;
  /** Columns of the export, with commas between: `reference`, `received`, `form`, `person`, `guardian`, `phone`, `email`, `grade`, `school_year`, `state`, `owner`, `score`,
    `out_of`, `tags`, `route`, `flags`, `notes`, of applications `registration_id`, `status`, `sub_status`, `round`, `bucket`, `held_from`, `review_by`,
    `offer_until`, `admission_number`, `channel`, `missing_docs`, `conditions`, `financial` (A002 for who does not look after fees, whose files do not have it), and `answer.` with the name of a field of the form. All when left out. An address has room for so many; more
    are asked for by `request_enquiry_export`. */
  columns?: string;
};
export type GetEnquiryApiResponse =
  /** status 200 undefined */ AnswerEnquiryPayload;
export type GetEnquiryApiArg = {
  id: string;
  /** `en` or `ar`; `en` when left out. */
  lng?: Language;
};
export type UpdateEnquiryApiResponse =
  /** status 200 undefined */ AnswerEnquiryPayload;
export type UpdateEnquiryApiArg = {
  id: string;
  /** `en` or `ar`; `en` when left out. */
  lng?: Language;
  updateEnquiryRequest: UpdateEnquiryRequest;
};
export type ListEnquiryTimelineApiResponse =
  /** status 200 undefined */ AnswerTimelinePayload;
export type ListEnquiryTimelineApiArg = {
  id: string;
  /** Those before it: the submission's `timeline_cursor`, or the last page's `next_cursor`. The newest when left out. */
  cursor?: string;
};
export type DownloadEnquiryFileApiResponse = /** status 200 undefined */ Blob;
export type DownloadEnquiryFileApiArg = {
  id: string;
  file: string;
};
export type ShowEnquiryFileApiResponse =
  /** status 200 undefined */ AnswerShownFilePayload;
export type ShowEnquiryFileApiArg = {
  id: string;
  file: string;
};
export type GetShownFileApiResponse = /** status 200 undefined */ Blob;
export type GetShownFileApiArg = {
  /** What nobody guesses. */
  name: string;
};
export type ListEnquiryExportsApiResponse =
  /** status 200 undefined */ AnswerExportsPayload;
export type ListEnquiryExportsApiArg = void;
export type RequestEnquiryExportApiResponse =
  /** status 201 undefined */ AnswerExportPayload;
export type RequestEnquiryExportApiArg = {
  exportRequest: ExportRequest;
};
export type RemoveEnquiryExportApiResponse =
  /** status 200 undefined */ AnswerNothing;
export type RemoveEnquiryExportApiArg = {
  id: string;
};
export type CancelEnquiryExportApiResponse =
  /** status 200 undefined */ AnswerExportPayload;
export type CancelEnquiryExportApiArg = {
  id: string;
};
export type FetchEnquiryExportApiResponse = /** status 200 undefined */ string;
export type FetchEnquiryExportApiArg = {
  id: string;
};
export type GetFamilyHomeApiResponse = /** status 200 undefined */ AnswerHome;
export type GetFamilyHomeApiArg = void;
export type KeepDraftApiResponse = /** status 200 undefined */ AnswerNothing;
export type KeepDraftApiArg = {
  keepDraftRequest: KeepDraftRequest;
};
export type RemoveDraftApiResponse = /** status 200 undefined */ AnswerNothing;
export type RemoveDraftApiArg = {
  keepDraftRequest: KeepDraftRequest;
};
export type RestoreDraftApiResponse = /** status 200 undefined */ AnswerNothing;
export type RestoreDraftApiArg = {
  keepDraftRequest: KeepDraftRequest;
};
export type AdoptApplicationApiResponse =
  /** status 200 undefined */ AnswerNothing;
export type AdoptApplicationApiArg = {
  id: string;
  adoptApplicationRequest: AdoptApplicationRequest;
};
export type RegisterApplicantApiResponse =
  /** status 201 undefined */ AnswerRegisteredApplicantPayload;
export type RegisterApplicantApiArg = {
  registerApplicantRequest: RegisterApplicantRequest;
};
export type OpenApplicationApiResponse =
  /** status 200 undefined */ AnswerOpenedApplicationPayload;
export type OpenApplicationApiArg = {
  openApplicationRequest: OpenApplicationRequest;
};
export type SendApplicationLinkApiResponse =
  /** status 202 undefined */ AnswerNothing;
export type SendApplicationLinkApiArg = {
  applicationLinkRequest: ApplicationLinkRequest;
};
export type GetApplicationApiResponse =
  /** status 200 undefined */ AnswerMyApplicationPayload;
export type GetApplicationApiArg = {
  application: string;
  /** `en` or `ar`; `en` when left out. */
  lng?: Language;
};
export type AddApplicationFileApiResponse =
  /** status 201 undefined */ AnswerMyApplicationPayload;
export type AddApplicationFileApiArg = {
  application: string;
  /** `en` or `ar`; `en` when left out. */
  lng?: Language;
  addApplicationFileRequest: AddApplicationFileRequest;
};
export type CorrectApplicationContactApiResponse =
  /** status 200 undefined */ AnswerMyApplicationPayload;
export type CorrectApplicationContactApiArg = {
  application: string;
  correctContactRequest: CorrectContactRequest;
};
export type AskAboutApplicationApiResponse =
  /** status 200 undefined */ AnswerMyApplicationPayload;
export type AskAboutApplicationApiArg = {
  application: string;
  askAboutApplicationRequest: AskAboutApplicationRequest;
};
export type ReadApplicationMessagesApiResponse =
  /** status 200 undefined */ AnswerNothing;
export type ReadApplicationMessagesApiArg = {
  application: string;
};
export type WithdrawApplicationApiResponse =
  /** status 200 undefined */ AnswerMyApplicationPayload;
export type WithdrawApplicationApiArg = {
  application: string;
  withdrawApplicationRequest: WithdrawApplicationRequest;
};
export type ReturnApplicationApiResponse =
  /** status 200 undefined */ AnswerMyApplicationPayload;
export type ReturnApplicationApiArg = {
  application: string;
  applicationLanguageRequest: ApplicationLanguageRequest;
};
export type ListFamilyFilesApiResponse =
  /** status 200 undefined */ AnswerFamilyFilesPayload;
export type ListFamilyFilesApiArg = {
  /** Its id. */
  for: string;
};
export type ReuseFileApiResponse =
  /** status 201 undefined */ AnswerMyApplicationPayload;
export type ReuseFileApiArg = {
  reuseFileRequest: ReuseFileRequest;
};
export type ShowApplicationFileApiResponse =
  /** status 200 undefined */ AnswerOwnFilePayload;
export type ShowApplicationFileApiArg = {
  application: string;
  file: string;
};
export type GetOwnFileApiResponse = /** status 200 undefined */ Blob;
export type GetOwnFileApiArg = {
  /** What nobody guesses. */
  name: string;
};
export type TakeBackApplicationFileApiResponse =
  /** status 200 undefined */ AnswerMyApplicationPayload;
export type TakeBackApplicationFileApiArg = {
  application: string;
  file: string;
  /** `en` or `ar`; `en` when left out. */
  lng?: Language;
};
export type BringBackApplicationFileApiResponse =
  /** status 200 undefined */ AnswerMyApplicationPayload;
export type BringBackApplicationFileApiArg = {
  application: string;
  file: string;
  /** `en` or `ar`; `en` when left out. */
  lng?: Language;
};
export type ListNotesApiResponse =
  /** status 200 undefined */ AnswerNotesPayload;
export type ListNotesApiArg = {
  id: string;
};
export type AddNoteApiResponse = /** status 201 undefined */ AnswerNotePayload;
export type AddNoteApiArg = {
  id: string;
  addNoteRequest: AddNoteRequest;
};
export type RemoveNoteApiResponse = /** status 200 undefined */ AnswerNothing;
export type RemoveNoteApiArg = {
  id: string;
  note: string;
};
export type UpdateNoteApiResponse =
  /** status 200 undefined */ AnswerNotePayload;
export type UpdateNoteApiArg = {
  id: string;
  note: string;
  updateNoteRequest: UpdateNoteRequest;
};
export type ListPapersApiResponse =
  /** status 200 undefined */ AnswerPapersPayload;
export type ListPapersApiArg = {
  id: string;
};
export type ReviewPaperApiResponse =
  /** status 200 undefined */ AnswerPapersPayload;
export type ReviewPaperApiArg = {
  id: string;
  file: string;
  reviewPaperRequest: ReviewPaperRequest;
};
export type WaivePaperApiResponse =
  /** status 200 undefined */ AnswerPapersPayload;
export type WaivePaperApiArg = {
  id: string;
  waivePaperRequest: WaivePaperRequest;
};
export type AddEnquiryFileApiResponse =
  /** status 201 undefined */ AnswerEnquiryFilePayload;
export type AddEnquiryFileApiArg = {
  id: string;
  addEnquiryFileRequest: AddEnquiryFileRequest;
};
export type AddStudentItemApiResponse =
  /** status 200 undefined */ AnswerStudentItemPayload;
export type AddStudentItemApiArg = {
  addStudentItemRequest: AddStudentItemRequest;
};
export type RemoveStudentItemApiResponse =
  /** status 200 undefined */ AnswerStudentItemPayload;
export type RemoveStudentItemApiArg = {
  removeStudentItemRequest: RemoveStudentItemRequest;
};
export type RestoreStudentItemApiResponse =
  /** status 200 undefined */ AnswerStudentItemPayload;
export type RestoreStudentItemApiArg = {
  restoreStudentItemRequest: RestoreStudentItemRequest;
};
export type ListEnquiryMessagesApiResponse =
  /** status 200 undefined */ AnswerEnquiryMessagesPayload;
export type ListEnquiryMessagesApiArg = {
  id: string;
};
export type SendEnquiryMessageApiResponse =
  /** status 201 undefined */ AnswerEnquiryMessagePayload;
export type SendEnquiryMessageApiArg = {
  id: string;
  sendEnquiryMessageRequest: SendEnquiryMessageRequest;
};
export type PreviewEnquiryMessageApiResponse =
  /** status 200 undefined */ AnswerEnquiryMessagePreview;
export type PreviewEnquiryMessageApiArg = {
  id: string;
  sendEnquiryMessageRequest: SendEnquiryMessageRequest;
};
export type ReadEnquiryMessagesApiResponse =
  /** status 200 undefined */ AnswerNothing;
export type ReadEnquiryMessagesApiArg = {
  id: string;
};
export type UnreadEnquiryMessagesApiResponse =
  /** status 200 undefined */ AnswerNothing;
export type UnreadEnquiryMessagesApiArg = {
  id: string;
};
export type AskForPapersApiResponse =
  /** status 201 undefined */ AnswerEnquiryMessagePayload;
export type AskForPapersApiArg = {
  id: string;
};
export type ListTasksApiResponse =
  /** status 200 undefined */ AnswerTasksPayload;
export type ListTasksApiArg = {
  /** Whose; one's own when nothing is asked. */
  whose?: "mine" | "unassigned" | "all";
  /** Lines of a page. */
  pageSize?: number;
  /** Where the page starts. */
  cursor?: string;
};
export type ListEnquiryTasksApiResponse =
  /** status 200 undefined */ AnswerEnquiryTasksPayload;
export type ListEnquiryTasksApiArg = {
  id: string;
};
export type AddTaskApiResponse = /** status 201 undefined */ AnswerTaskPayload;
export type AddTaskApiArg = {
  id: string;
  addTaskRequest: AddTaskRequest;
};
export type UpdateTaskApiResponse =
  /** status 200 undefined */ AnswerTaskPayload;
export type UpdateTaskApiArg = {
  id: string;
  task: string;
  updateTaskRequest: UpdateTaskRequest;
};
export type ListStudentsApiResponse =
  /** status 200 undefined */ AnswerStudentsPayload;
export type ListStudentsApiArg = {
  studentListRequest: StudentListRequest;
};
export type UpdateStudentApiResponse =
  /** status 200 undefined */ AnswerApplicationPayload;
export type UpdateStudentApiArg = {
  studentId: string;
  updateStudentRequest: UpdateStudentRequest;
};
export type GetEnquiryApplicationApiResponse =
  /** status 200 undefined */ AnswerApplicationPayload;
export type GetEnquiryApplicationApiArg = {
  id: string;
};
export type WithdrawDecisionApiResponse =
  /** status 200 undefined */ AnswerApplicationPayload;
export type WithdrawDecisionApiArg = {
  id: string;
};
export type ReleaseDecisionApiResponse =
  /** status 200 undefined */ AnswerApplicationPayload;
export type ReleaseDecisionApiArg = {
  id: string;
};
export type ApproveProposalApiResponse =
  /** status 200 undefined */ AnswerApplicationPayload;
export type ApproveProposalApiArg = {
  id: string;
  approveProposalRequest: ApproveProposalRequest;
};
export type ReturnProposalApiResponse =
  /** status 200 undefined */ AnswerApplicationPayload;
export type ReturnProposalApiArg = {
  id: string;
  returnProposalRequest: ReturnProposalRequest;
};
export type PreviewMovesApiResponse =
  /** status 200 undefined */ AnswerMovesPreviewPayload;
export type PreviewMovesApiArg = {
  movesRequest: MovesRequest;
};
export type ListMovesApiResponse =
  /** status 200 undefined */ AnswerAllMovesPayload;
export type ListMovesApiArg = {
  /** The caller's own when left out. */
  of?: "own" | "all";
};
export type RequestMovesApiResponse =
  /** status 201 undefined */ AnswerMovesPayload;
export type RequestMovesApiArg = {
  movesRequest: MovesRequest;
};
export type RemoveMovesApiResponse = /** status 200 undefined */ AnswerNothing;
export type RemoveMovesApiArg = {
  id: string;
};
export type ListMoveResultsApiResponse =
  /** status 200 undefined */ AnswerMoveResultsPayload;
export type ListMoveResultsApiArg = {
  id: string;
  /** All when left out. */
  outcome?:
    "moved" | "decided" | "proposed" | "withdrawn" | "refused" | "undone";
  /** Where the page starts: the last page's `next_cursor`. */
  cursor?: string;
};
export type CancelMovesApiResponse =
  /** status 200 undefined */ AnswerMovesPayload;
export type CancelMovesApiArg = {
  id: string;
};
export type UndoMovesApiResponse =
  /** status 201 undefined */ AnswerMovesPayload;
export type UndoMovesApiArg = {
  id: string;
  undoMovesRequest: UndoMovesRequest;
};
export type FetchMovesApiResponse = /** status 200 undefined */ string;
export type FetchMovesApiArg = {
  id: string;
};
export type ApproveProposalsApiResponse =
  /** status 201 undefined */ AnswerMovesPayload;
export type ApproveProposalsApiArg = {
  approveProposalsRequest: ApproveProposalsRequest;
};
export type PreviewMoveMailApiResponse =
  /** status 200 undefined */ AnswerMoveMailPreview;
export type PreviewMoveMailApiArg = {
  id: string;
  moveMailRequest: MoveMailRequest;
};
export type ResumeClocksApiResponse = /** status 200 undefined */ AnswerNothing;
export type ResumeClocksApiArg = void;
export type SettlePlaceApiResponse =
  /** status 200 undefined */ AnswerApplicationPayload;
export type SettlePlaceApiArg = {
  id: string;
  settlePlaceRequest: SettlePlaceRequest;
};
export type ListWaitlistApiResponse =
  /** status 200 undefined */ AnswerWaitlistPayload;
export type ListWaitlistApiArg = {
  /** A round of the school's. */
  round: string;
  /** Whose places they wait for, as the round calls it: `kg1`, `g1/cambridge`. */
  bucket: string;
  /** 50 when left out; less than 1 counts as 1, more than 500 as 500. */
  pageSize?: number;
  /** Where the page starts: the last page's `next_cursor`. */
  cursor?: string;
};
export type ListPlacesApiResponse =
  /** status 200 undefined */ AnswerPlacesPayload;
export type ListPlacesApiArg = void;
export type GetOverviewApiResponse =
  /** status 200 undefined */ AnswerOverviewPayload;
export type GetOverviewApiArg = {
  /** A school year as `list_enquiry_choices` gives its value, or a round. */
  academicYear?: string;
  /** A round. */
  round?: string;
  /** Grades as `list_enquiry_choices` gives their values, or buckets of places, separated by commas; a hundred at most. */
  grade?: string;
  /** `me`, `none` or a person's id. */
  owner?: string;
};
export type ListSeatsApiResponse =
  /** status 200 undefined */ AnswerSeatsPayload;
export type ListSeatsApiArg = {
  /** A round; left out, all of them. */
  round?: string;
};
export type GetStudentApiResponse =
  /** status 200 undefined */ AnswerStudentFilePayload;
export type GetStudentApiArg = {
  studentId: string;
  studentFileRequest: StudentFileRequest;
};
export type FindStudentApiResponse =
  /** status 200 undefined */ AnswerFoundStudentPayload;
export type FindStudentApiArg = {
  findStudentRequest: FindStudentRequest;
};
export type ListAudiencesApiResponse =
  /** status 200 undefined */ AnswerAudienceMembersPayload;
export type ListAudiencesApiArg = void;
export type ListUnlocksApiResponse =
  /** status 200 undefined */ AnswerUnlocksPayload;
export type ListUnlocksApiArg = {
  id: string;
};
export type UnlockFieldsApiResponse =
  /** status 201 undefined */ AnswerUnlockPayload;
export type UnlockFieldsApiArg = {
  id: string;
  unlockFieldsRequest: UnlockFieldsRequest;
};
export type EndUnlockApiResponse =
  /** status 200 undefined */ AnswerUnlocksPayload;
export type EndUnlockApiArg = {
  id: string;
  unlock: string;
};
export type ListChangeableAnswersApiResponse =
  /** status 200 undefined */ AnswerChangeablePayload;
export type ListChangeableAnswersApiArg = {
  id: string;
  /** Names of fields, of those in `choices`, with commas between; left out to be told what can be changed. */
  fields?: string;
  /** `en` or `ar`, for the form; `en` when left out. */
  lng?: Language;
};
export type OpenUnlockedApiResponse =
  /** status 200 undefined */ AnswerOpenedUnlockedPayload;
export type OpenUnlockedApiArg = {
  openUnlockedRequest: OpenUnlockedRequest;
};
export type ViewUnlockedApiResponse =
  /** status 200 undefined */ AnswerUnlockedPayload;
export type ViewUnlockedApiArg = {
  viewUnlockedRequest: ViewUnlockedRequest;
};
export type SendUnlockedApiResponse =
  /** status 200 undefined */ AnswerSentUnlockedPayload;
export type SendUnlockedApiArg = {
  sendUnlockedRequest: SendUnlockedRequest;
};
export type ConvertEnquiryApiResponse =
  /** status 201 undefined */ AnswerConvertedPayload;
export type ConvertEnquiryApiArg = {
  id: string;
  convertEnquiryRequest: ConvertEnquiryRequest;
};
export type GetOfferLetterApiResponse =
  /** status 200 undefined */ AnswerOfferLetterPayload;
export type GetOfferLetterApiArg = {
  /** The link's token. */
  offerLetterToken: string;
  /** The code of the letter's template; left out, whichever it is. */
  simsCriteriaCode?: string;
  /** What `prove_letter` gave. */
  "X-Letter-Grant"?: string;
};
export type ProveLetterApiResponse =
  /** status 200 undefined */ AnswerLetterGrantPayload;
export type ProveLetterApiArg = {
  proveLetterRequest: ProveLetterRequest;
};
export type AnswerOfferLetterApiResponse =
  /** status 200 undefined */ AnswerAnsweredLetterPayload;
export type AnswerOfferLetterApiArg = {
  /** The link's token. */
  offerLetterToken: string;
  /** The code of the letter's template; left out, whichever it is. */
  simsCriteriaCode?: string;
  answerOfferLetterRequest: AnswerOfferLetterRequest;
};
export type DownloadOfferLetterApiResponse = /** status 200 undefined */ Blob;
export type DownloadOfferLetterApiArg = {
  offerLetterPdfRequest: OfferLetterPdfRequest;
};
export type CheckLetterCodeApiResponse =
  /** status 200 undefined */ AnswerKnownLetterPayload;
export type CheckLetterCodeApiArg = {
  /** As it is printed: `XXXX-XXXX-XXXX`. */
  code: string;
};
export type CheckLetterFileApiResponse =
  /** status 200 undefined */ AnswerKnownLetterPayload;
export type CheckLetterFileApiArg = {
  /** SHA-256 of the file in hex. */
  sha256: string;
};
export type ListSealsApiResponse =
  /** status 200 undefined */ AnswerSealsPayload;
export type ListSealsApiArg = void;
export type ListEnquiryLettersApiResponse =
  /** status 200 undefined */ AnswerEnquiryLettersPayload;
export type ListEnquiryLettersApiArg = {
  id: string;
};
export type IssueLetterApiResponse =
  /** status 201 undefined */ AnswerEnquiryLetterPayload;
export type IssueLetterApiArg = {
  id: string;
  issueLetterRequest: IssueLetterRequest;
};
export type DownloadEnquiryLetterApiResponse = /** status 200 undefined */ Blob;
export type DownloadEnquiryLetterApiArg = {
  id: string;
  letter: string;
};
export type GetAcceptanceLetterApiResponse =
  /** status 200 undefined */ AnswerAcceptanceLetterPayload;
export type GetAcceptanceLetterApiArg = {
  /** The link's token. */
  acceptanceLetterToken: string;
  /** The code of the letter's template; left out, whichever it is. */
  simsCriteriaCode?: string;
  /** What `prove_letter` gave. */
  "X-Letter-Grant"?: string;
};
export type AnswerAcceptanceLetterApiResponse =
  /** status 200 undefined */ AnswerAnsweredAcceptancePayload;
export type AnswerAcceptanceLetterApiArg = {
  /** The link's token. */
  acceptanceLetterToken: string;
  /** The code of the letter's template; left out, whichever it is. */
  simsCriteriaCode?: string;
  answerAcceptanceLetterRequest: AnswerAcceptanceLetterRequest;
};
export type DownloadAcceptanceLetterApiResponse =
  /** status 200 undefined */ Blob;
export type DownloadAcceptanceLetterApiArg = {
  offerLetterPdfRequest: OfferLetterPdfRequest;
};
export type IssueAcceptanceLetterApiResponse =
  /** status 201 undefined */ AnswerEnquiryLetterPayload;
export type IssueAcceptanceLetterApiArg = {
  id: string;
};
export type PreviewBulkLettersApiResponse =
  /** status 200 undefined */ AnswerBulkLettersPreviewPayload;
export type PreviewBulkLettersApiArg = {
  bulkLettersRequest: BulkLettersRequest;
};
export type ListBulkLettersApiResponse =
  /** status 200 undefined */ AnswerAllBulkLettersPayload;
export type ListBulkLettersApiArg = void;
export type RequestBulkLettersApiResponse =
  /** status 201 undefined */ AnswerBulkLettersPayload;
export type RequestBulkLettersApiArg = {
  bulkLettersRequest: BulkLettersRequest;
};
export type RemoveBulkLettersApiResponse =
  /** status 200 undefined */ AnswerNothing;
export type RemoveBulkLettersApiArg = {
  id: string;
};
export type ListBulkLetterResultsApiResponse =
  /** status 200 undefined */ AnswerBulkLetterResultsPayload;
export type ListBulkLetterResultsApiArg = {
  id: string;
  /** All when left out. */
  outcome?: "issued" | "withdrawn" | "posted" | "refused";
  /** Where the page starts: the last page's `next_cursor`. */
  cursor?: string;
};
export type CancelBulkLettersApiResponse =
  /** status 200 undefined */ AnswerBulkLettersPayload;
export type CancelBulkLettersApiArg = {
  id: string;
};
export type WithdrawBulkLettersApiResponse =
  /** status 201 undefined */ AnswerBulkLettersPayload;
export type WithdrawBulkLettersApiArg = {
  id: string;
  withdrawBulkLettersRequest: WithdrawBulkLettersRequest;
};
export type PostBulkLettersApiResponse =
  /** status 201 undefined */ AnswerBulkLettersPayload;
export type PostBulkLettersApiArg = {
  id: string;
  postBulkLettersRequest: PostBulkLettersRequest;
};
export type ListSendableLettersApiResponse =
  /** status 200 undefined */ AnswerSendableLettersPayload;
export type ListSendableLettersApiArg = void;
export type PreviewEnquiryLetterApiResponse = /** status 200 undefined */ Blob;
export type PreviewEnquiryLetterApiArg = {
  id: string;
  issueLetterRequest: IssueLetterRequest;
};
export type SendLetterAgainApiResponse =
  /** status 200 undefined */ AnswerEnquiryLetterPayload;
export type SendLetterAgainApiArg = {
  id: string;
  letter: string;
  sendLetterAgainRequest: SendLetterAgainRequest;
};
export type PostLetterApiResponse =
  /** status 201 undefined */ AnswerEnquiryLetterPayload;
export type PostLetterApiArg = {
  id: string;
  letter: string;
  postLetterRequest: PostLetterRequest;
};
export type CorrectLetterPostApiResponse =
  /** status 200 undefined */ AnswerEnquiryLetterPayload;
export type CorrectLetterPostApiArg = {
  id: string;
  letter: string;
  postLetterRequest: PostLetterRequest;
};
export type PostNewestLetterApiResponse =
  /** status 201 undefined */ AnswerEnquiryLetterPayload;
export type PostNewestLetterApiArg = {
  id: string;
  postNewestLetterRequest: PostNewestLetterRequest;
};
export type PrintLettersApiResponse = /** status 200 undefined */ Blob;
export type PrintLettersApiArg = {
  printLettersRequest: PrintLettersRequest;
};
export type DownloadLetterEvidenceApiResponse =
  /** status 200 undefined */ Blob;
export type DownloadLetterEvidenceApiArg = {
  id: string;
  letter: string;
};
export type WithdrawLetterApiResponse =
  /** status 200 undefined */ AnswerEnquiryLetterPayload;
export type WithdrawLetterApiArg = {
  id: string;
  letter: string;
  withdrawLetterRequest: WithdrawLetterRequest;
};
export type SendLetterCodeApiResponse =
  /** status 200 undefined */ AnswerLetterCodePayload;
export type SendLetterCodeApiArg = {
  sendLetterCodeRequest: SendLetterCodeRequest;
};
export type OpenOwnLetterApiResponse =
  /** status 200 undefined */ AnswerOwnLetterPayload;
export type OpenOwnLetterApiArg = {
  application: string;
  /** One of `waiting`; that of the offer when left out. */
  reference?: string;
};
export type DownloadOwnLetterApiResponse = /** status 200 undefined */ Blob;
export type DownloadOwnLetterApiArg = {
  application: string;
};
export type ReadLetterConditionsApiResponse =
  /** status 200 undefined */ AnswerLetterConditionsPayload;
export type ReadLetterConditionsApiArg = {
  letterConditionsRequest: LetterConditionsRequest;
};
export type AddConditionFileApiResponse =
  /** status 201 undefined */ AnswerLetterConditionsPayload;
export type AddConditionFileApiArg = {
  addConditionFileRequest: AddConditionFileRequest;
};
export type DownloadConditionFileApiResponse = /** status 200 undefined */ Blob;
export type DownloadConditionFileApiArg = {
  letterFileRequest: LetterFileRequest;
};
export type TakeBackConditionFileApiResponse =
  /** status 200 undefined */ AnswerLetterConditionsPayload;
export type TakeBackConditionFileApiArg = {
  letterFileRequest: LetterFileRequest;
};
export type ListConditionsApiResponse =
  /** status 200 undefined */ AnswerEnquiryConditionsPayload;
export type ListConditionsApiArg = {
  id: string;
};
export type DecideConditionApiResponse =
  /** status 200 undefined */ AnswerEnquiryConditionsPayload;
export type DecideConditionApiArg = {
  id: string;
  letter: string;
  code: string;
  decideConditionRequest: DecideConditionRequest;
};
export type ListEnquiryConsentsApiResponse =
  /** status 200 undefined */ AnswerEnquiryConsentsPayload;
export type ListEnquiryConsentsApiArg = {
  id: string;
};
export type AskForConsentsApiResponse =
  /** status 201 undefined */ AnswerEnquiryLetterPayload;
export type AskForConsentsApiArg = {
  id: string;
  askForConsentsRequest: AskForConsentsRequest;
};
export type ListFamilyConsentsApiResponse =
  /** status 200 undefined */ AnswerFamilyConsentsPayload;
export type ListFamilyConsentsApiArg = void;
export type DownloadFamilyConsentApiResponse = /** status 200 undefined */ Blob;
export type DownloadFamilyConsentApiArg = {
  id: string;
};
export type WithdrawFamilyConsentApiResponse =
  /** status 200 undefined */ AnswerFamilyConsentPayload;
export type WithdrawFamilyConsentApiArg = {
  id: string;
  withdrawConsentRequest: WithdrawConsentRequest;
};
export type ListConsentsApiResponse =
  /** status 200 undefined */ AnswerConsentsPayload;
export type ListConsentsApiArg = {
  /** Of one round. */
  round?: string;
  /** By the code of their grade. */
  grade?: string;
  /** Of one consent; with `choice` alone, of any. */
  code?: string;
  /** How it stands. */
  choice?: ConsentStand;
  /** From the answer before. */
  cursor?: string;
  /** 25 when left out, at most 100. */
  pageSize?: number;
};
export type ExportConsentsApiResponse = /** status 200 undefined */ string;
export type ExportConsentsApiArg = {
  /** Of one round. */
  round?: string;
  /** By the code of their grade. */
  grade?: string;
  /** Of one consent; with `choice` alone, of any. */
  code?: string;
  /** How it stands. */
  choice?: ConsentStand;
  /** `en` or `ar`. */
  lng: Language;
};
export type AddFinancialFileApiResponse =
  /** status 201 undefined */ AnswerFinancialItemsPayload;
export type AddFinancialFileApiArg = {
  addFinancialFileRequest: AddFinancialFileRequest;
};
export type TakeBackFinancialFileApiResponse =
  /** status 200 undefined */ AnswerFinancialItemsPayload;
export type TakeBackFinancialFileApiArg = {
  letterFileRequest: LetterFileRequest;
};
export type GetFinancialDocumentsApiResponse =
  /** status 200 undefined */ AnswerFinancialRequestPayload;
export type GetFinancialDocumentsApiArg = {
  id: string;
};
export type DecideFinancialDocumentApiResponse =
  /** status 200 undefined */ AnswerFinancialRequestPayload;
export type DecideFinancialDocumentApiArg = {
  id: string;
  code: string;
  decideFinancialRequest: DecideFinancialRequest;
};
export type ReadFinancialIbanApiResponse =
  /** status 200 undefined */ AnswerIbanPayload;
export type ReadFinancialIbanApiArg = {
  id: string;
  code: string;
  readIbanRequest: ReadIbanRequest;
};
export type GetFormValuesApiResponse =
  /** status 200 undefined */ AnswerFormValuesPayload;
export type GetFormValuesApiArg = {
  /** The link's token. */
  token: string;
  /** The code of the letter's template; left out, whichever it is. */
  simsCriteriaCode?: string;
  /** What `prove_letter` gave. */
  "X-Letter-Grant"?: string;
};
export type PutFormValuesApiResponse =
  /** status 200 undefined */ AnswerPutFormValuesPayload;
export type PutFormValuesApiArg = {
  /** The link's token. */
  token: string;
  /** The code of the letter's template; left out, whichever it is. */
  simsCriteriaCode?: string;
  putFormValuesRequest: PutFormValuesRequest;
};
export type DownloadConsentsApiResponse = /** status 200 undefined */ Blob;
export type DownloadConsentsApiArg = {
  offerLetterPdfRequest: OfferLetterPdfRequest;
};
export type GetSettingsApiResponse =
  /** status 200 undefined */ AnswerSettingsPayload;
export type GetSettingsApiArg = void;
export type GetSettingFilesApiResponse =
  /** status 200 undefined */ AnswerSettingFilesPayload;
export type GetSettingFilesApiArg = void;
export type GetSettingFileApiResponse =
  /** status 200 undefined */ AnswerSettingFilePayload;
export type GetSettingFileApiArg = {
  /** Path in the bundle. */
  file: string;
};
export type SaveDraftSettingsApiResponse =
  /** status 200 undefined */ AnswerDraftSettingsPayload;
export type SaveDraftSettingsApiArg = {
  saveDraftSettingsRequest: SaveDraftSettingsRequest;
};
export type DiscardDraftSettingsApiResponse =
  /** status 200 undefined */ AnswerDraftSettingsPayload;
export type DiscardDraftSettingsApiArg = {
  draftVersionRequest: DraftVersionRequest;
};
export type CheckDraftSettingsApiResponse =
  /** status 200 undefined */ AnswerCheckSettingsPayload;
export type CheckDraftSettingsApiArg = void;
export type UploadSettingBlobApiResponse =
  /** status 201 undefined */ AnswerSettingBlobPayload;
export type UploadSettingBlobApiArg = {
  settingBlobRequest: SettingBlobRequest;
};
export type PublishSettingsApiResponse =
  /** status 200 undefined */ AnswerPublishSettingsPayload;
export type PublishSettingsApiArg = {
  publishSettingsRequest: PublishSettingsRequest;
};
export type CancelScheduleApiResponse =
  /** status 200 undefined */ AnswerDraftSettingsPayload;
export type CancelScheduleApiArg = {
  /** The publication. */
  id: string;
};
export type ListRevisionsApiResponse =
  /** status 200 undefined */ AnswerRevisionsPayload;
export type ListRevisionsApiArg = {
  /** Where the page begins. */
  cursor?: string;
  /** At most so many; 50 when left out. */
  pageSize?: number;
};
export type CompareRevisionsApiResponse =
  /** status 200 undefined */ AnswerComparePayload;
export type CompareRevisionsApiArg = {
  /** A revision's number, `draft`, or `base`. */
  from: string;
  /** A revision's number, `draft`, or `base`. */
  to: string;
};
export type RestoreRevisionApiResponse =
  /** status 200 undefined */ AnswerDraftSettingsPayload;
export type RestoreRevisionApiArg = {
  /** The revision's number. */
  seq: number;
  draftVersionRequest: DraftVersionRequest;
};
export type OpenPreviewApiResponse =
  /** status 200 undefined */ AnswerPreviewPayload;
export type OpenPreviewApiArg = void;
export type SearchTextsApiResponse =
  /** status 200 undefined */ AnswerTextsPayload;
export type SearchTextsApiArg = {
  /** Words of the text in either language, or of its key. */
  q?: string;
  /** One namespace only. */
  ns?: string;
  /** Only what the school says its own way. */
  changed?: boolean;
  /** Where the page begins. */
  cursor?: string;
};
export type ListMessagesApiResponse =
  /** status 200 undefined */ AnswerMessagesPayload;
export type ListMessagesApiArg = void;
export type PreviewMessageApiResponse =
  /** status 200 undefined */ AnswerPreviewMessagePayload;
export type PreviewMessageApiArg = {
  previewMessageRequest: PreviewMessageRequest;
};
export type ListLetterTemplatesApiResponse =
  /** status 200 undefined */ AnswerLetterTemplatesPayload;
export type ListLetterTemplatesApiArg = void;
export type PreviewLetterApiResponse = /** status 200 undefined */ number[];
export type PreviewLetterApiArg = {
  /** The template's code. */
  code: string;
  previewLetterRequest: PreviewLetterRequest;
};
export type PreviewLetterPageApiResponse =
  /** status 200 undefined */ AnswerLetterPagePayload;
export type PreviewLetterPageApiArg = {
  /** The template's code. */
  code: string;
  previewLetterRequest: PreviewLetterRequest;
};
export type ShowLetterApiResponse =
  /** status 200 undefined */ AnswerShownLetterPayload;
export type ShowLetterApiArg = {
  /** The template's code. */
  code: string;
  previewLetterRequest: PreviewLetterRequest;
};
export type GetShownLetterApiResponse = /** status 200 undefined */ number[];
export type GetShownLetterApiArg = {
  /** What nobody guesses. */
  name: string;
};
export type CompareFormApiResponse =
  /** status 200 undefined */ AnswerCompareFormPayload;
export type CompareFormApiArg = {
  /** The form's id. */
  form: string;
};
export type GetPlainFormApiResponse =
  /** status 200 undefined */ AnswerPlainFormPayload;
export type GetPlainFormApiArg = {
  /** The form's id. */
  form: string;
};
export type ListComponentsApiResponse =
  /** status 200 undefined */ AnswerComponentsPayload;
export type ListComponentsApiArg = void;
export type GetSetupApiResponse =
  /** status 200 undefined */ AnswerSetupPayload;
export type GetSetupApiArg = void;
export type UpdateSetupApiResponse =
  /** status 200 undefined */ AnswerSetupPayload;
export type UpdateSetupApiArg = {
  updateSetupRequest: UpdateSetupRequest;
};
export type GetPlatformInfoApiResponse =
  /** status 200 undefined */ AnswerPlatformInfoPayload;
export type GetPlatformInfoApiArg = void;
export type GetPlatformCaptchaApiResponse =
  /** status 200 undefined */ AnswerPlatformCaptchaPayload;
export type GetPlatformCaptchaApiArg = void;
export type CheckSubdomainApiResponse =
  /** status 200 undefined */ AnswerSubdomainPayload;
export type CheckSubdomainApiArg = {
  /** The name before the base domain. */
  name: string;
};
export type SubscribeApiResponse =
  /** status 201 undefined */ AnswerSubscribedPayload;
export type SubscribeApiArg = {
  /** 16 to 255 visible ASCII characters */
  "Idempotency-Key": string;
  subscribeRequest: SubscribeRequest;
};
export type ConfirmSubscriptionApiResponse =
  /** status 200 undefined */ AnswerConfirmedSubscriptionPayload;
export type ConfirmSubscriptionApiArg = {
  confirmSubscriptionRequest: ConfirmSubscriptionRequest;
};
export type ListSubscriptionsApiResponse =
  /** status 200 undefined */ AnswerSubscriptionsPayload;
export type ListSubscriptionsApiArg = {
  /** One state; all when left out. */
  state?: SubscriptionState;
  /** Where the page starts: the last page's `next_cursor`. */
  cursor?: string;
  /** 50 when left out; less than 1 counts as 1, more than 500 as 500. */
  pageSize?: number;
};
export type ApproveSubscriptionApiResponse =
  /** status 200 undefined */ AnswerSubscriptionPayload;
export type ApproveSubscriptionApiArg = {
  /** The request's id */
  id: string;
  approveRequest: ApproveRequest;
};
export type RejectSubscriptionApiResponse =
  /** status 200 undefined */ AnswerSubscriptionPayload;
export type RejectSubscriptionApiArg = {
  /** The request's id */
  id: string;
  rejectRequest: RejectRequest;
};
export type OperatorSignInApiResponse =
  /** status 200 undefined */ AnswerOperatorPayload;
export type OperatorSignInApiArg = {
  operatorSignInRequest: OperatorSignInRequest;
};
export type OperatorSetUpApiResponse =
  /** status 200 undefined */ AnswerOperatorSetUpPayload;
export type OperatorSetUpApiArg = {
  operatorSetUpRequest: OperatorSetUpRequest;
};
export type OperatorMeApiResponse =
  /** status 200 undefined */ AnswerOperatorPayload;
export type OperatorMeApiArg = void;
export type OperatorSignOutApiResponse =
  /** status 200 undefined */ AnswerNothing;
export type OperatorSignOutApiArg = void;
export type ListPlatformSchoolsApiResponse =
  /** status 200 undefined */ AnswerPlatformSchoolsPayload;
export type ListPlatformSchoolsApiArg = {
  /** Words of id, name or host. */
  q?: string;
  /** One state; all when left out. */
  state?: PlatformSchoolState;
  /** Where the page starts: the last page's `next_cursor`. */
  cursor?: string;
  /** 50 when left out; less than 1 counts as 1, more than 500 as 500. */
  pageSize?: number;
};
export type GetPlatformSchoolApiResponse =
  /** status 200 undefined */ AnswerPlatformSchoolPayload;
export type GetPlatformSchoolApiArg = {
  /** The school's id */
  id: string;
};
export type SuspendPlatformSchoolApiResponse =
  /** status 200 undefined */ AnswerPlatformSchoolPayload;
export type SuspendPlatformSchoolApiArg = {
  /** The school's id */
  id: string;
};
export type ResumePlatformSchoolApiResponse =
  /** status 200 undefined */ AnswerPlatformSchoolPayload;
export type ResumePlatformSchoolApiArg = {
  /** The school's id */
  id: string;
};
export type Text = {
  /** English. */
  en: string;
  /** Arabic. */
  ar: string;
};
export type Size = {
  /** Width. */
  width: number;
  /** Height. */
  height: number;
};
export type LogoSizes = {
  /** In the header. */
  header?: Size;
  /** On the entry screens. */
  sign_in?: Size;
};
export type NameLogo = {
  /** The name. */
  lic_school_name: Text;
  /** Address of the logo, on the school's own host. */
  lic_school_logo?: string | null;
  /** The same of the one for dark grounds and for the school's main colour, where it has one. */
  lic_school_logo_dark?: string | null;
  /** Whether the logo is lost on dark grounds: it stands on a light plate there, where the school has none for them. */
  logo_on_plate: boolean;
  /** Its website. */
  lic_website_url?: string | null;
  /** Its learning platform. */
  lic_lms_url?: string | null;
  /** In which sizes the logo is shown. */
  logo_sizes: LogoSizes;
};
export type Institution = "school" | "college" | "company";
export type Contact = {
  /** Telephone, with its country code. */
  phone?: string | null;
  /** Mail address. */
  email?: string | null;
  hours?: Text | null;
};
export type ApplicationPaper = {
  /** Its name. */
  name: Text;
  /** Whether only some are asked for it, as their answers decide. */
  is_conditional: boolean;
};
export type GradeName = {
  /** Its code. */
  code: string;
  /** Its name. */
  name: Text;
};
export type RoundView = {
  /** Its school year: `2027-2028`. */
  year: string;
  /** What it costs to apply, in the smallest unit of the school's currency; null for nothing. */
  fee_minor?: number | null;
};
export type ApplicationView = {
  /** Its id. */
  form: string;
  /** About how many minutes it takes. */
  minutes: number;
  /** The papers that it has a place for, in the order in which it asks for them. */
  papers: ApplicationPaper[];
  /** What it calls the grades that the school's dates are for: those that a row names, or all where one names none. */
  grades: GradeName[];
  /** What its rounds say to families, of those that say something. */
  rounds?: RoundView[];
};
export type Slide = {
  /** Its title. */
  title: Text;
  /** Its text. */
  text: Text;
};
export type String = string;
export type SchoolDates = {
  /** First day. */
  sims_admission_start_from: String;
  /** Last day. */
  sims_admission_end: String;
  /** The academic year that it is for. */
  year: string;
  /** The grades that it is for; when empty, all that no other row of the year names. */
  grades?: string[];
};
export type Flag = "Y" | "N";
export type ConditionalScreens = {
  /** Admission without signing in. */
  without_auth?: Flag;
  /** Sign-in with a password. */
  login?: Flag;
  /** Sign-in with a code. */
  otp?: Flag;
  /** Sign-up. */
  signUp?: Flag;
};
export type AuthPage = {
  /** The first "Y" decides. */
  conditionalScreens: ConditionalScreens;
};
export type LayoutMode = "steps" | "single";
export type FormLayout = {
  /** One step at a time, or all on one page. */
  mode?: LayoutMode;
  /** Sections of the admission form, in order. */
  sections?: string[];
  /** The plugin that shapes it, when one does. */
  plugin?: string | null;
};
export type Colours = {
  /** Primary actions, focus, the active place. */
  primary: string;
  /** Accents. */
  accent: string;
};
export type PhotoView = {
  /** The larger one's address. */
  src: string;
  /** Its width in pixels. */
  width: number;
  /** Its height in pixels. */
  height: number;
  /** The address of the one for phones. */
  small: string;
  /** That one's width in pixels. */
  small_width: number;
};
export type BrandingView = {
  /** The school's colours; one that could not be read on white is darkened. */
  colours: Colours;
  photo?: PhotoView | null;
};
export type Language = "en" | "ar";
export type Digits = "latn" | "arab";
export type FormKind = "application" | "enquiry" | "job" | "other";
export type FormSummary = {
  /** Its id. */
  id: string;
  /** The path of its page on the web. */
  path: string;
  /** Its title. */
  title: Text;
  /** What it is for. */
  kind: FormKind;
  about?: Text | null;
  /** Its version. */
  version: string;
  /** Whether it can be sent today. */
  open: boolean;
  /** First day. */
  opens_on?: string | null;
  /** Last day. */
  closes_on?: string | null;
};
export type Role =
  | "platform_admin"
  | "school_admin"
  | "admissions_officer"
  | "reviewer"
  | "principal"
  | "registrar"
  | "finance"
  | "form_designer"
  | "guardian"
  | "student"
  | "cashier"
  | "pos_supervisor"
  | "uniform_approver"
  | "auditor";
export type AudienceView = {
  /** Its id. */
  id: string;
  /** Who they are. */
  name: Text;
};
export type CaptchaProvider =
  "altcha" | "turnstile" | "hcaptcha" | "recaptcha" | "off";
export type CaptchaView = {
  /** Who sets the riddle. */
  provider: CaptchaProvider;
  /** The key that pages show to the provider; empty where there is none. */
  site_key: string;
  /** Whether a stranger who sends a form shows it each time, so that its page has it ready. */
  forms: boolean;
};
export type AdmissionState = "before" | "open" | "closed";
export type AdmissionDates = {
  /** First day of the earliest row. */
  earliest_start?: string | null;
  /** Last day of the latest row. */
  latest_end?: string | null;
  /** Where today stands. */
  state: AdmissionState;
};
export type AnswerSchoolDetails = {
  /** The school's id. */
  school_id: string;
  /** `production`, `test` or `dev`. */
  mode: string;
  /** Name, logo and links. */
  schoolNameLogo: NameLogo;
  /** What kind of institution it is: pages choose their words by it. */
  kind_of_institution: Institution;
  /** How families reach it. */
  contact: Contact;
  application?: ApplicationView | null;
  /** Slides of the entry screens. */
  swiperText: Slide[];
  /** Admission dates. */
  schoolDates: SchoolDates[];
  /** The second "Y" lands visitors on sign-up. */
  homePage: Flag[];
  /** Entry screens. */
  authPage: AuthPage;
  /** How forms are laid out. */
  formLayout: FormLayout;
  /** Colours. */
  branding: BrandingView;
  /** Languages, the default one first. */
  languages: Language[];
  /** IANA time zone. */
  time_zone: string;
  /** ISO 4217 code. */
  currency: string;
  /** Digits of Arabic pages. */
  digits: Digits;
  /** The forms that it offers. */
  forms: FormSummary[];
  /** Roles that see a route. */
  routes: {
    [key: string]: Role[];
  };
  /** The school's own words for the admission states. */
  status_labels: {
    [key: string]: Text;
  };
  /** Who reads what forms keep for some of the staff. */
  audiences: AudienceView[];
  /** What proves that a person asks. */
  captcha: CaptchaView;
  /** Whether codes can be sent to a telephone. */
  sms: boolean;
  /** Where a list of other places can be fetched from. */
  connections_url?: string | null;
  /** Whether Hijri dates stand beside the others. */
  hijri: boolean;
  /** Version of the terms that families agree to. */
  terms_version: string;
  /** The school's date. */
  today: string;
  /** When admission begins and ends, over all rows of `schoolDates`. */
  admissionDates: AdmissionDates;
} & {
  /** Always true. */
  success: boolean;
  /** Empty on plain success. */
  messageId: string;
};
export type Severity = "error" | "warning";
export type Issue = {
  /** JSON pointer into the answers; empty for the whole. */
  path: string;
  /** Key of the text that says what is wrong. */
  code: string;
  /** What the text's holes are filled with. */
  params?: Record<string, unknown>;
  /** Whether it refuses the submission. */
  severity: Severity;
};
export type Problem = {
  /** Always false. */
  success: boolean;
  /** Which problem: `docs/message-ids.md`. */
  messageId: string;
  /** English sentence for a few technical refusals; never shown to families. */
  message?: string | null;
  /** What is wrong at which field. */
  errors?: Issue[];
};
export type AnswerAccessPayload = {
  /** English sentence for programmers. */
  message: string;
} & {
  /** Always true. */
  success: boolean;
  /** Empty on plain success. */
  messageId: string;
};
export type ListedSchool = {
  /** Its id. */
  id: string;
  /** Its name. */
  name: Text;
  /** Where it lives. */
  host: string;
};
export type AnswerSchoolsPayload = {
  /** By id. */
  schools: ListedSchool[];
} & {
  /** Always true. */
  success: boolean;
  /** Empty on plain success. */
  messageId: string;
};
export type BlockState = "filled" | "empty";
export type BlockIs = BlockState | string[];
export type BlockWhen = {
  /** A field of the paper, or one of its lists. */
  field: string;
  /** What it has to be. */
  is: BlockIs;
};
export type BlockColumn = {
  /** What stands over it. */
  head: string;
  /** Whether it holds figures: their decimals stand below each other, and an amount leaves its currency to the head. */
  number?: boolean;
};
export type LegalBlock =
  | {
      /** Its text. */
      text: string;
      when?: BlockWhen | null;
      kind: "heading";
    }
  | {
      /** Its text. */
      text: string;
      when?: BlockWhen | null;
      kind: "paragraph";
    }
  | {
      /** Its text. */
      text: string;
      when?: BlockWhen | null;
      kind: "note";
    }
  | {
      /** Their texts. */
      items: string[];
      /** Whether they are numbered. */
      ordered?: boolean;
      when?: BlockWhen | null;
      kind: "list";
    }
  | {
      /** Its columns. */
      columns: BlockColumn[];
      /** A list of the paper's, for each of whose entries the rows are drawn: `fees`. */
      each?: string | null;
      /** Its rows, a text for each column. */
      rows: string[][];
      /** The last row, which stands out. */
      total?: string[] | null;
      when?: BlockWhen | null;
      kind: "table";
    }
  | {
      when?: BlockWhen | null;
      kind: "break";
    }
  | {
      when?: BlockWhen | null;
      kind: "signatures";
    };
export type AnswerLegalPayload = {
  /** The terms. */
  terms?: LegalBlock[] | null;
  /** What becomes of people's data. */
  privacy?: LegalBlock[] | null;
} & {
  /** Always true. */
  success: boolean;
  /** Empty on plain success. */
  messageId: string;
};
export type CriterionKind = "consent" | "form";
export type ConsentKind =
  "photo" | "trip" | "medical" | "biometric" | "data" | "other";
export type OutlineOption = {
  /** Its value. */
  value: string | number | boolean;
  /** Its words. */
  label: string;
};
export type OutlineField = {
  /** Its name; `group.field` inside a repeated group. */
  name: string;
  /** `text`, `number`, `money`, `boolean`, `choice`, `choices`, `upload`, `uploads`, `signature`, `group`, or the
    format of the text: `date`, `email` and so on. */
  type: string;
  /** Its label. */
  label: string;
  /** Whether it has to be answered where it shows. */
  required: boolean;
  /** The answers to choose from. */
  options: OutlineOption[];
  /** Limits, in the words of the form's schema; `conditional` where it shows only under a condition. */
  rules: Record<string, unknown>;
};
export type Signer = "guardian";
export type UploadTier = "2mb" | "5mb" | "10mb" | "15mb";
export type UploadKind = "pdf" | "image";
export type CriterionUpload = {
  /** Name of its field. */
  name: string;
  /** How large it may be. */
  tier: UploadTier;
  /** What it may be. */
  kinds: UploadKind[];
};
export type Criterion = {
  /** The consent's code, or the form's id. */
  sims_criteria_code: string;
  /** What it is. */
  kind: CriterionKind;
  purpose?: ConsentKind | null;
  /** Whether a family has to give it. */
  required: boolean;
  /** Its title. */
  title: Text;
  /** Version of its words, or of the form. */
  version: string;
  /** The languages that it is in. */
  locale: Language[];
  /** What it says, fields filled. */
  blocks: LegalBlock[];
  /** What it asks. */
  fields: OutlineField[];
  /** Who signs it. */
  signers: Signer[];
  /** The files that it asks for. */
  uploads: CriterionUpload[];
};
export type AnswerCriteriaPayload = {
  /** Consents as the school orders them, then forms by their id. */
  criteria: Criterion[];
} & {
  /** Always true. */
  success: boolean;
  /** Empty on plain success. */
  messageId: string;
};
export type LetterCriterionCondition = {
  /** Its stable name. */
  code: string;
  /** What has to be. */
  text: Text;
  /** Days after the letter until which it is due. */
  days: number;
  /** Whether a document shows it. */
  evidence: boolean;
};
export type LetterCriterion = {
  /** Its code. */
  sims_criteria_code: string;
  /** `offer`, `conditional_offer`, `acceptance`. */
  kind: string;
  /** Its title. */
  title: Text;
  /** Version of its words. */
  version: string;
  /** The languages that its paper is in. */
  locale: Language[];
  /** What it says, in `lng`; what an application fills in stands as `{{field}}`. */
  blocks: Record<string, unknown>[];
  /** What its family fills in: nothing but the signature. */
  fields: OutlineField[];
  /** Who signs it, in their order: `guardian1`, `guardian2`, `student`, `school`. */
  signers: string[];
  /** The codes of the conditions that a document is sent for. */
  uploads: string[];
  /** What a conditional offer depends on. */
  conditions: LetterCriterionCondition[];
};
export type AnswerLetterCriteriaPayload = {
  /** By their codes. */
  criteria: LetterCriterion[];
} & {
  /** Always true. */
  success: boolean;
  /** Empty on plain success. */
  messageId: string;
};
export type PersonKind = "staff" | "family" | "applicant" | "till";
export type SessionUser = {
  /** Their id. */
  id: string;
  /** Address of a picture; empty for none. */
  avatar: string;
  /** Their name. */
  userName: string;
  /** Their address. */
  email: string;
  /** Their roles. */
  authority: Role[];
  /** What sort of person. */
  kind: PersonKind;
};
export type SessionTill = {
  /** Its id. */
  id: string;
  /** What staff call it. */
  code: string;
  /** Its name. */
  name: string;
};
export type SessionKind = {
  /** It decides how long the session lasts. */
  kind: PersonKind;
  till?: SessionTill | null;
};
export type AnswerSessionPayload = {
  /** Who. */
  user: SessionUser;
  /** The bearer. */
  token: string;
  /** Seconds that it is good for. */
  expires_in: number;
  /** What sort of session it is. */
  session: SessionKind;
  /** For the browser to keep over sessions, and to bring along as one of `known_browsers`: strangers who try at this account, or
    ask for its codes and links, do not stand in its way then. It opens nothing. Takes the place of what was kept for this person. */
  known_browser?: string | null;
} & {
  /** Always true. */
  success: boolean;
  /** Empty on plain success. */
  messageId: string;
};
export type AnswerNothing = object & {
  /** Always true. */
  success: boolean;
  /** Empty on plain success. */
  messageId: string;
};
export type SignOutRequest = {
  /** Its bearer; may also come in the header. */
  token?: string | null;
};
export type CheckResetLinkRequest = {
  /** The link's token. */
  token: string;
};
export type ResetPasswordRequest = {
  /** The link's token. */
  token: string;
  /** The new password. */
  password: string;
  /** What a family's person is called, where nothing that was told before came along. */
  name?: string | null;
};
export type ValidatedSchool = {
  /** Its id. */
  code: string;
  /** Its name. */
  name: Text;
  /** Whether it may be used. */
  active: boolean;
};
export type AnswerValidateSchoolIdPayload = {
  /** The school. */
  school: ValidatedSchool;
} & {
  /** Always true. */
  success: boolean;
  /** Empty on plain success. */
  messageId: string;
};
export type SessionPayload = {
  /** Who. */
  user: SessionUser;
  /** The bearer. */
  token: string;
  /** Seconds that it is good for. */
  expires_in: number;
  /** What sort of session it is. */
  session: SessionKind;
  /** For the browser to keep over sessions, and to bring along as one of `known_browsers`: strangers who try at this account, or
    ask for its codes and links, do not stand in its way then. It opens nothing. Takes the place of what was kept for this person. */
  known_browser?: string | null;
};
export type FactorPayload = {
  /** Always true. */
  mfa_required: boolean;
  /** What it is answered with. */
  challenge: string;
  /** `totp` and `recovery`. */
  methods: string[];
};
export type Proposal = {
  /** The secret in base 32, for typing. */
  secret: string;
  /** `otpauth://totp/…`. */
  uri: string;
  /** The address as a QR code: an SVG text. */
  qr: string;
};
export type SetupPayload = {
  /** Always true. */
  mfa_setup_required: boolean;
  /** What it is confirmed with. */
  challenge: string;
  /** What an authenticator is set up with. Shown once. */
  totp: Proposal;
};
export type AnswerEnteredPayload = (
  SessionPayload | FactorPayload | SetupPayload
) & {
  /** Always true. */
  success: boolean;
  /** Empty on plain success. */
  messageId: string;
};
export type LoginRequest = {
  /** The address. */
  email?: string | null;
  /** The same under the older name. */
  userName?: string | null;
  /** The password. */
  password: string;
  /** The proof that a person asks, where the page has one. */
  captcha_token?: string | null;
  /** What sign-ins in this browser gave as `known_browser`. */
  known_browsers?: string[];
};
export type AnswerFactorPassedPayload = (SessionPayload & {
  /** Shown once. */
  recovery_codes?: string[];
}) & {
  /** Always true. */
  success: boolean;
  /** Empty on plain success. */
  messageId: string;
};
export type SecondFactorRequest = {
  /** What the first proof gave. */
  challenge: string;
  /** The authenticator's code, or a recovery code. */
  code: string;
};
export type TrackRequest = {
  /** The code. */
  tracking_code: string;
  /** The proof that a person asks, where the page has one. */
  captcha_token?: string | null;
};
export type RegisterUserRequest = {
  /** Address: the name at sign-in. */
  email: string;
  /** Phone number. */
  phone: string;
  /** The password. */
  password: string;
  /** Name. */
  name: string;
  /** `en` or `ar`. */
  locale: Language;
  /** The version of the terms that they agreed to. */
  terms_version: string;
  /** The proof that a person asks. */
  captcha_token?: string | null;
};
export type AnswerVerifiedEmailPayload = ((SessionPayload | null) & {
  /** `verify_email`, `change_email`, `restore_email` or `restore_phone`. */
  purpose: string;
  /** Sets the account's password by `reset_password`: it has none, or none that counts any more. */
  set_password?: string | null;
}) & {
  /** Always true. */
  success: boolean;
  /** Empty on plain success. */
  messageId: string;
};
export type VerifyEmailRequest = {
  /** The token. */
  token: string;
};
export type LetterRequest = {
  /** The address. */
  email: string;
  /** The proof that a person asks. */
  captcha_token?: string | null;
};
export type ForgetPasswordRequest = {
  /** The address. */
  email: string;
  /** The proof that a person asks. */
  captcha_token?: string | null;
  /** What sign-ins in this browser gave as `known_browser`. */
  known_browsers?: string[];
};
export type AnswerCodeSentPayload = {
  /** What the code is answered with. */
  challenge_id: string;
  /** Seconds that it is good for. */
  expires_in: number;
  /** Seconds until another one may be asked for. */
  resend_in: number;
} & {
  /** Always true. */
  success: boolean;
  /** Empty on plain success. */
  messageId: string;
};
export type CodePurpose = "sign_in";
export type CodeRequest = {
  /** The address. */
  email?: string | null;
  /** The phone number. */
  phone?: string | null;
  /** What it is for. */
  purpose: CodePurpose;
  /** Language of the letter for who told none yet: `en` or `ar`. */
  locale?: null | Language;
  /** The proof that a person asks. */
  captcha_token?: string | null;
  /** What sign-ins in this browser gave as `known_browser`. */
  known_browsers?: string[];
};
export type ResendCodeRequest = {
  /** What asking for it gave. */
  challenge_id: string;
  /** What sign-ins in this browser gave as `known_browser`. */
  known_browsers?: string[];
};
export type VerifyCodeRequest = {
  /** What asking for it gave. */
  challenge_id: string;
  /** Six digits. */
  code: string;
  /** Name of who has no account yet. */
  name?: string | null;
};
export type Notifications = {
  /** E-mail. */
  mail: boolean;
  /** Text message. */
  sms: boolean;
};
export type SecondFactor = {
  /** Whether it is asked for at sign-in. */
  active: boolean;
  /** Whether the school asks for one from people of these roles. */
  required: boolean;
  /** Recovery codes that were not used yet. */
  recovery_codes_left: number;
};
export type Profile = {
  /** Their id. */
  id: string;
  /** Counts edits; a change names the one that it is based on. */
  version: number;
  /** `staff`, `family`, `applicant` or `till`. */
  kind: string;
  /** Name. */
  name: string;
  /** Address; empty for who has none. */
  email: string;
  /** Whether a link proved the address. */
  email_verified: boolean;
  /** E.164; empty for none. */
  phone: string;
  /** Whether it is what they sign in by: a code proved it, and another one has to be proved too (`change_phone`). */
  phone_verified: boolean;
  /** Address of the picture; empty for none. */
  avatar: string;
  /** `en` or `ar`. */
  locale: Language;
  /** Street and house. */
  address: string;
  /** City. */
  city: string;
  /** State or governorate. */
  state: string;
  /** ISO 3166-1 alpha-2; empty for none. */
  country: string;
  /** To the children. */
  relation: string;
  /** News. */
  notifications: Notifications;
  /** Second factor. */
  second_factor: SecondFactor;
  /** Whether they can sign in by password. */
  has_password: boolean;
  /** What they may do. */
  roles: Role[];
  /** ISO 8601. */
  created_at: string;
  /** ISO 8601 of the last sign-in. */
  signed_in_at?: string | null;
  /** ISO 8601 of when they asked the school to delete their data, as long as it has not answered. */
  erasure_asked_at?: string | null;
};
export type AnswerProfilePayload = {
  /** The person. */
  profile: Profile;
} & {
  /** Always true. */
  success: boolean;
  /** Empty on plain success. */
  messageId: string;
};
export type ProfileChange = {
  /** The version that it is based on. */
  version: number;
  /** Name. */
  name?: string | null;
  /** E.164; Arabic digits, spaces and dashes are fine; empty for none. Not for a number that somebody signs in by: `change_phone`. */
  phone?: string | null;
  /** `en` or `ar`. */
  locale?: null | Language;
  /** Street and house. */
  address?: string | null;
  /** City. */
  city?: string | null;
  /** State or governorate. */
  state?: string | null;
  /** ISO 3166-1 alpha-2; empty for none. */
  country?: string | null;
  /** To the children. */
  relation?: string | null;
  notifications?: Notifications | null;
};
export type AnswerAvatarPayload = {
  /** Its address; empty for none. */
  avatar: string;
} & {
  /** Always true. */
  success: boolean;
  /** Empty on plain success. */
  messageId: string;
};
export type AvatarRequest = {
  /** PNG, JPEG or WebP, up to 2 MB. */
  file: Blob;
};
export type ChangePasswordRequest = {
  /** The old one; for who has none the code of `request_step_up`. */
  current: string;
  /** The new one. */
  password: string;
};
export type ChangeEmailRequest = {
  /** The new one. */
  email: string;
  /** The password; for who has none the code of `request_step_up`. */
  current: string;
};
export type OwnSession = {
  /** Its id. */
  id: string;
  /** Whether it is the one that asks. */
  current: boolean;
  /** `staff`, `family`, `applicant` or `till`. */
  kind: string;
  /** By which proof it was opened. */
  method: string;
  /** Browser and system. */
  device: string;
  /** Network address at sign-in. */
  address: string;
  /** ISO 8601. */
  created_at: string;
  /** ISO 8601 of the last refresh. */
  seen_at: string;
  /** ISO 8601 of its absolute end. */
  expires_at: string;
};
export type AnswerSessionsPayload = {
  /** The latest first. */
  sessions: OwnSession[];
} & {
  /** Always true. */
  success: boolean;
  /** Empty on plain success. */
  messageId: string;
};
export type ConfirmSessionRequest = {
  /** The password; for who has none the code of `request_step_up`. */
  current: string;
};
export type ErasureRequest = {
  /** Words for the school. */
  reason: string;
};
export type AnswerProposalPayload = {
  /** Shown once. */
  totp: Proposal;
} & {
  /** Always true. */
  success: boolean;
  /** Empty on plain success. */
  messageId: string;
};
export type BeginSecondFactorRequest = {
  /** The password; for who has none the code of `request_step_up`. */
  current: string;
};
export type RemoveSecondFactorRequest = {
  /** The password; for who has none the code of `request_step_up`. */
  current: string;
  /** A code of the authenticator, or a recovery code. */
  code: string;
};
export type AnswerRecoveryCodesPayload = {
  /** Shown once; each counts once. */
  recovery_codes: string[];
} & {
  /** Always true. */
  success: boolean;
  /** Empty on plain success. */
  messageId: string;
};
export type FactorCodeRequest = {
  /** The code. */
  code: string;
};
export type StepUpWay = "mail" | "sms";
export type AnswerStepUpPayload = {
  /** By which way it comes. */
  by: StepUpWay;
  /** Seconds that it is good for. */
  expires_in: number;
  /** Seconds until another one may be asked for. */
  resend_in: number;
} & {
  /** Always true. */
  success: boolean;
  /** Empty on plain success. */
  messageId: string;
};
export type ChangePhoneRequest = {
  /** The new one: E.164; Arabic digits, spaces and dashes are fine. */
  phone: string;
  /** The password; for who has none the code of `request_step_up`. */
  current: string;
};
export type ConfirmPhoneRequest = {
  /** The code. */
  code: string;
};
export type ListedPerson = {
  /** Their id. */
  id: string;
  /** Counts edits; a change names the one that it is based on. */
  version: number;
  /** `staff`, `family`, `applicant` or `till`. */
  kind: string;
  /** Name. */
  name: string;
  /** Address; empty for who has none. */
  email: string;
  /** Name at a till; absent for who has none. */
  staff_code?: string | null;
  /** What they may do. */
  roles: Role[];
  /** The audiences that they are in: what forms keep for these they read. */
  audiences: string[];
  /** `invited`, `active` or `disabled`. */
  status: string;
  /** Whether a second factor is asked for at sign-in. */
  second_factor: boolean;
  /** ISO 8601 of the last invitation. */
  invited_at?: string | null;
  /** ISO 8601 of the last sign-in. */
  signed_in_at?: string | null;
  /** ISO 8601 of when they asked for their data to be deleted, as long as nobody noted that it was answered. */
  erasure_asked_at?: string | null;
  /** ISO 8601. */
  created_at: string;
  /** Whether they can sign in at a till. */
  has_pin: boolean;
  /** Whether too many wrong PINs were tried for their staff code: a new PIN lets them in again. */
  pin_locked: boolean;
};
export type AnswerPeoplePayload = {
  /** By name. */
  items: ListedPerson[];
  /** Where the next page starts; null on the last one. */
  next_cursor?: string | null;
  /** How many there are on all pages. */
  total: number;
} & {
  /** Always true. */
  success: boolean;
  /** Empty on plain success. */
  messageId: string;
};
export type AnswerPersonPayload = {
  /** Them. */
  person: ListedPerson;
} & {
  /** Always true. */
  success: boolean;
  /** Empty on plain success. */
  messageId: string;
};
export type Invitation = {
  /** Name. */
  name: string;
  /** Address; gets an invitation. */
  email?: string | null;
  /** What they may do. */
  roles: Role[];
  /** `en` or `ar`. */
  locale: Language;
  /** Name at a till. */
  staff_code?: string | null;
  /** Four to eight digits. */
  pin?: string | null;
};
export type NewStatus = "active" | "disabled";
export type PersonChange = {
  /** The version that it is based on. */
  version: number;
  /** Name. */
  name?: string | null;
  /** All roles from now on. */
  roles?: Role[] | null;
  /** All audiences from now on. */
  audiences?: string[] | null;
  status?: NewStatus | null;
  /** That their request to delete their data was answered: it waits no more. */
  erasure_answered?: boolean;
  /** Name at a till; empty for none, which takes the PIN too. */
  staff_code?: string | null;
  /** Four to eight digits. */
  pin?: string | null;
};
export type StoreType = "canteen" | "uniform";
export type AtTill = {
  /** Their id. */
  id: string;
  /** Their name. */
  name: string;
};
export type ListedTill = {
  /** Its id. */
  id: string;
  /** Counts edits; a change names the one that it is based on. */
  version: number;
  /** What staff call it. */
  code: string;
  /** Its name. */
  name: string;
  /** What is sold there. */
  store_types: StoreType[];
  /** ISO 8601 of when a device became it; absent until then. */
  enrolled_at?: string | null;
  /** What the device calls itself. */
  device_label: string;
  /** Whether it is switched off. */
  disabled: boolean;
  signed_in?: AtTill | null;
};
export type AnswerTillsPayload = {
  /** By code. */
  items: ListedTill[];
} & {
  /** Always true. */
  success: boolean;
  /** Empty on plain success. */
  messageId: string;
};
export type AnswerEnrolmentPayload = {
  /** The till. */
  till: ListedTill;
  /** Shown once; good once and for fifteen minutes. */
  enrolment_code: string;
} & {
  /** Always true. */
  success: boolean;
  /** Empty on plain success. */
  messageId: string;
};
export type NewTill = {
  /** What staff call it: letters, digits, dashes. */
  code: string;
  /** Its name. */
  name: string;
  /** What is sold there. */
  store_types: StoreType[];
};
export type AnswerTillPayload = {
  /** It. */
  till: ListedTill;
} & {
  /** Always true. */
  success: boolean;
  /** Empty on plain success. */
  messageId: string;
};
export type TillChange = {
  /** The version that it is based on. */
  version: number;
  /** Its name. */
  name?: string | null;
  /** What is sold there. */
  store_types?: StoreType[] | null;
  /** Whether it is switched off. */
  disabled?: boolean | null;
};
export type AnswerEnrolledPayload = {
  /** The till. */
  till: SessionTill;
  /** What the device holds from now on. */
  device_id: string;
} & {
  /** Always true. */
  success: boolean;
  /** Empty on plain success. */
  messageId: string;
};
export type EnrolTillRequest = {
  /** The code. */
  enrolment_code: string;
  /** What the device calls itself. */
  device_label: string;
};
export type AnswerPosSessionPayload = (SessionPayload & {
  /** What they may do there. */
  posRoles: Role[];
  /** What is sold there. */
  storeType: StoreType[];
  /** The school's currency. */
  posCurrency: string;
  till?: SessionTill | null;
}) & {
  /** Always true. */
  success: boolean;
  /** Empty on plain success. */
  messageId: string;
};
export type LoginPosRequest = {
  /** Name at a till. */
  staff_code: string;
  /** Four to eight digits. */
  pin: string;
  /** What staff call the till. */
  till_code: string;
  /** What the device holds. */
  device_id: string;
};
export type SeatedTill = {
  /** Its id. */
  id: string;
  /** What staff call it. */
  code: string;
  /** Its name. */
  name: string;
  /** What is sold there. */
  store_types: StoreType[];
};
export type AnswerTillSession = {
  /** Who. */
  person: AtTill;
  /** What they may do there. */
  roles: Role[];
  /** The till. */
  till: SeatedTill;
  /** The school's currency. */
  currency: string;
  /** ISO 8601 of the sign-in. */
  since: string;
} & {
  /** Always true. */
  success: boolean;
  /** Empty on plain success. */
  messageId: string;
};
export type AuditActor = {
  /** `user`, `anonymous` or `system`. */
  kind: string;
  /** Their id; absent for nobody and for the server. */
  id?: string | null;
  /** Their name now; empty when there is none. */
  name: string;
};
export type AuditObject = {
  /** What sort of thing: `user`, `session`, `till`, `submission`. */
  kind: string;
  /** Which. */
  id: string;
  /** Its name now, where it has one that readers of the log may see; else empty. */
  name: string;
};
export type AuditItem = {
  /** The entry's id. */
  id: string;
  /** ISO 8601. */
  at: string;
  /** Who. */
  actor: AuditActor;
  /** What: `session.open`, `user.roles`. */
  action: string;
  /** To what. */
  object: AuditObject;
  /** What changed. */
  detail: Record<string, unknown>;
  /** Finds the request in the server's log. */
  request_id: string;
  /** Network address that it came from; empty for the server itself. */
  address: string;
};
export type AnswerAuditPayload = {
  /** The latest first. */
  items: AuditItem[];
  /** Where the next page starts; null on the last one. */
  next_cursor?: string | null;
  /** What was done lately, each once; on the first page alone. */
  actions?: string[] | null;
} & {
  /** Always true. */
  success: boolean;
  /** Empty on plain success. */
  messageId: string;
};
export type ViewId = string;
export type ViewList = "inbox" | "people" | "tills" | "audit";
export type SavedView = {
  /** Names it in calls. */
  id: ViewId;
  /** Counts changes; a change names the one that it is based on. */
  version: number;
  /** The list that it is of. */
  list: ViewList;
  /** As its owner calls it. */
  name: string;
  /** What stands in the list's address: known parameters and their values. */
  query: {
    [key: string]: string;
  };
};
export type AnswerViewsPayload = {
  /** Fifty at most, by name. */
  items: SavedView[];
} & {
  /** Always true. */
  success: boolean;
  /** Empty on plain success. */
  messageId: string;
};
export type AnswerViewPayload = {
  view: SavedView;
} & {
  /** Always true. */
  success: boolean;
  /** Empty on plain success. */
  messageId: string;
};
export type AddViewRequest = {
  /** The list that it is of. */
  list: ViewList;
  /** Up to 60 characters, on one line; no other view of the list has it, whether in capitals or not. */
  name: string;
  /** What stands in the list's address: known parameters and their values, 2,000 bytes in all. */
  query: {
    [key: string]: string;
  };
};
export type UpdateViewRequest = {
  /** The version that the change is based on. */
  version: number;
  /** Another name; absent for the same. */
  name?: string | null;
  /** Another query; absent for the same. */
  query?:
    | {
        [key: string]: string;
      }
    | {
        [key: string]: string;
      };
};
export type Captcha = {
  /** Who sets the riddle. */
  provider: CaptchaProvider;
  /** The key that pages show to the provider; empty where there is none. */
  site_key: string;
  /** This server's own riddle; null for other providers. */
  challenge?: Record<string, unknown> | null;
  /** Seconds for which it can be solved. */
  expires_in: number;
};
export type AnswerCaptchaPayload = {
  /** The riddle. */
  captcha: Captcha;
} & {
  /** Always true. */
  success: boolean;
  /** Empty on plain success. */
  messageId: string;
};
export type AnswerFormsPayload = {
  /** In the order of their ids. */
  forms: FormSummary[];
} & {
  /** Always true. */
  success: boolean;
  /** Empty on plain success. */
  messageId: string;
};
export type Localised = {
  /** Its title. */
  title: string;
  /** A sentence under the title. */
  description?: string | null;
  /** `[{id, title, help?, x-audience?, fields}]`. */
  steps: { id: string; title: string; help?: string | null; fields: string[] }[];
  /** JSON Schema of the answers. */
  schema: Record<string, unknown>;
  /** How each field is shown. */
  ui: Record<string, unknown>;
  /** Which answer tells what of whom. */
  subject: Record<string, unknown>;
  /** Fields that are the family's: a form for another child begins with them. */
  family?: string[];
  /** Every text by its key: what codes of errors, labels and reasons say. */
  messages: Record<string, string>;
};
export type PluginRef = {
  /** Its id. */
  id: string;
  /** Its version. */
  version: string;
  /** SHA-256 of its component. */
  digest: string;
};
export type FormView = Localised & {
  /** Its id. */
  id: string;
  /** Its version. */
  version: string;
  /** SHA-256 of the document. */
  digest: string;
  /** Whether anything follows from answers before they are sent: what a plugin says, or totals. */
  computes: boolean;
  plugin?: PluginRef | null;
};
export type AnswerFormPayload = {
  /** The form. */
  form: FormView;
} & {
  /** Always true. */
  success: boolean;
  /** Empty on plain success. */
  messageId: string;
};
export type Kind =
  "text" | "code" | "number" | "percent" | "money" | "date" | "list" | "table";
export type Computed = {
  /** Stable name within the form. */
  key: string;
  /** Key of its label. */
  label_code: string;
  /** How to read `value`. */
  kind: Kind;
  /** The value, in the shape of `kind`. */
  value: unknown;
  /** Key of the sentence that says why. */
  reason_code?: string | null;
  /** What the reason's holes are filled with. */
  params?: Record<string, unknown>;
};
export type AnswerCheckPayload = {
  /** What is wrong. */
  errors: Issue[];
  /** What follows from the answers. */
  computed: Computed[];
  /** The form's own rules gave no answer: the school looks at it by hand. */
  plugin_failed: boolean;
} & {
  /** Always true. */
  success: boolean;
  /** Empty on plain success. */
  messageId: string;
};
export type CheckRequest = {
  /** The answers so far. */
  values: Record<string, unknown>;
  /** `en` or `ar`. */
  locale: Language;
  /** Only what concerns this step. */
  step?: string | null;
  /** An older version that a draft is pinned to. */
  form_version?: string | null;
};
export type UploadView = {
  /** The value that stands in the answers. */
  upload_id: string;
  /** The field that it was given to. */
  field: string;
  /** Its own name. */
  name: string;
  /** Its size as stored. */
  bytes: number;
  /** What it really is. */
  media_type: string;
};
export type AnswerDraftView = {
  /** Opens the draft; shown once to whoever holds it. */
  token: string;
  /** Counts saves: a save names the one that it is based on. */
  version: number;
  /** The form. */
  form: string;
  /** The form version that the draft is pinned to. */
  form_version: string;
  /** The answers. */
  values: Record<string, unknown>;
  /** The step that was open. */
  step: string;
  /** The person's language. */
  locale: Language;
  /** When it is purged. */
  expires_at: string;
  /** Its files. */
  uploads: UploadView[];
  /** The version that the school offers now. */
  latest_version?: string | null;
} & {
  /** Always true. */
  success: boolean;
  /** Empty on plain success. */
  messageId: string;
};
export type FormerRequest = {
  /** Its id, where it is the account's own, or the grant that opens it (`open_application`). */
  key: string;
};
export type CreateDraftRequest = {
  /** The answers so far. */
  values: Record<string, unknown>;
  /** `en` or `ar`. */
  locale: Language;
  /** The open step. */
  step?: string | null;
  /** Proof that a person asks: once L012 said that it is wanted. */
  captcha_token?: string | null;
  from?: FormerRequest | null;
};
export type SaveDraftRequest = {
  /** The version that this save is based on. */
  version: number;
  /** The answers so far. */
  values: Record<string, unknown>;
  /** The open step. */
  step?: string | null;
  /** `en` or `ar`. */
  locale?: null | Language;
  /** Moves the draft to this version of the form. */
  form_version?: string | null;
};
export type ChecklistItem = {
  /** Key of its text in the form's messages. */
  code: string;
  /** What the text's holes are filled with. */
  params: Record<string, unknown>;
};
export type SubmissionId = string;
export type Sent = {
  /** Always true. */
  success: boolean;
  /** Empty. */
  messageId: string;
  /** The reference to keep. */
  reference: string;
  /** What an application is called by, on its page and in mails. */
  registration_id?: string | null;
  /** When it came in. */
  submitted_at: string;
  /** What is still missing. */
  checklist: ChecklistItem[];
  /** Whose address the confirmation goes to, where one was given: `child`, `guardian`, `second_guardian`, or `contact` for who writes for
    themselves. It says nothing of how many went there. */
  confirmed_to?: string | null;
  /** Path of the family's own page of it, with the link's token; left out where nothing in the answers could prove who opens it. An
    answer that is kept names the submission; the path is filled in as it goes out. */
  my_application?: string | null;
  submission?: SubmissionId | null;
};
export type SubmitRequest = {
  /** The answers. */
  values: Record<string, unknown>;
  /** `en` or `ar`. */
  locale: Language;
  /** Token of the draft that it was. */
  draft?: string | null;
  /** Proof that a person asks: where the school says that its forms want it, or once L012 said so. */
  captcha_token?: string | null;
};
export type AnswerUploadPayload = {
  /** The file. */
  upload: UploadView;
} & {
  /** Always true. */
  success: boolean;
  /** Empty on plain success. */
  messageId: string;
};
export type UploadRequest = {
  /** The form. */
  form: string;
  /** The field: `field`, or `group.field`. */
  field: string;
  /** The draft's token. */
  draft: string;
  /** Proof that a person asks: once L012 said that it is wanted. */
  captcha_token?: string | null;
  /** The file. */
  file: Blob;
};
export type ListedView = {
  /** What the list is narrowed to by it: one for all forms that call it the same in English. */
  value: string;
  /** Its words. */
  label: Text;
};
export type Score = {
  /** Points reached. */
  points: number;
  /** Points that could be reached. */
  out_of: number;
};
export type OwnerView = {
  /** Their id. */
  id: string;
  /** Their name. */
  name: string;
};
export type Stand =
  | "new"
  | "contacted"
  | "toured"
  | "applying"
  | "lost"
  | "W/review"
  | "W/waitlist"
  | "S/to_schedule"
  | "S/scheduled"
  | "S/assessed"
  | "O/documents"
  | "O/payment"
  | "O/seat"
  | "O/other"
  | "F/unconditional"
  | "F/conditional"
  | "A/conditions_open"
  | "A/fee_due"
  | "B/consents_due"
  | "B/originals_due"
  | "C"
  | "R/school"
  | "R/declined"
  | "R/expired"
  | "R/withdrawn"
  | "R/duplicate";
export type EnquiryItem = {
  /** Its id. */
  id: string;
  /** Counts edits; a change names the one that it is based on. */
  version: number;
  /** What the family was told. */
  reference: string;
  /** What the school calls an application, and its family since; null for an enquiry. */
  registration_id?: string | null;
  /** The form. */
  form: string;
  /** The form's title. */
  form_title: Text;
  /** Who it is about; empty where an audience alone reads that. */
  person: string;
  /** The same in Arabic, where the form asks for both names and both were given. */
  person_ar?: string | null;
  /** The audience that alone reads who it is about, where the caller is not in it. */
  person_for?: string | null;
  grade?: ListedView | null;
  school_year?: ListedView | null;
  /** Who answers for them, where that is somebody else. */
  guardian?: string | null;
  score?: Score | null;
  /** Tags. */
  tags: string[];
  /** The desk. */
  route?: string | null;
  owner?: OwnerView | null;
  /** Where it stands: an enquiry in a state, an application in a status (`get_enquiry_application`). */
  state: Stand;
  /** Why it was closed (`no_place`), where it is; null also for one that was closed before reasons were asked. */
  closed_for?: string | null;
  /** `plugin_failed`, `duplicate`, `unread`. */
  flags: string[];
  /** Which sorts of values it shares with others (`email`, `phone`), where it may be a duplicate; none where the caller may not know. */
  shared: string[];
  /** When it came. */
  submitted_at: string;
  /** The family's language. */
  locale: Language;
  /** How many notes stand on it (`list_notes`). */
  notes: number;
  /** Messages of the family that wait for an answer (`list_enquiry_messages`). */
  unread: number;
};
export type StateCounts = {
  new: number;
  contacted: number;
  toured: number;
  applying: number;
  lost: number;
};
export type AnswerEnquiriesPayload = {
  /** The lines. */
  items: EnquiryItem[];
  /** Where the next page starts; null on the last. */
  next_cursor?: string | null;
  /** How many match. */
  total: number;
  /** How many of the matching enquiries stand where, whatever state is asked for. */
  counts: StateCounts;
} & {
  /** Always true. */
  success: boolean;
  /** Empty on plain success. */
  messageId: string;
};
export type AssigneeView = {
  /** Their id. */
  id: string;
  /** Their name. */
  name: string;
  /** Their address. */
  email: string;
  /** The forms of which they can look after what came in; null for all of them. */
  forms?: string[] | null;
};
export type AnswerAssigneesPayload = {
  /** By name. */
  items: AssigneeView[];
} & {
  /** Always true. */
  success: boolean;
  /** Empty on plain success. */
  messageId: string;
};
export type AnswerEnquiryChoicesPayload = {
  /** Grades that were told. */
  grade: ListedView[];
  /** School years that were told. */
  school_year: ListedView[];
  /** Whether any form but the application is for the caller: whether there is anything to read among the enquiries. */
  enquiries: boolean;
  /** Whether the application's form is. */
  applications: boolean;
} & {
  /** Always true. */
  success: boolean;
  /** Empty on plain success. */
  messageId: string;
};
export type WithheldView = {
  /** The field. */
  field: string;
  /** The audience. */
  audience: string;
};
export type CorrectionView = {
  /** The field. */
  field: string;
  /** What it is since. */
  value: string;
  /** When it was corrected. */
  corrected_at: string;
};
export type ChangedAnswerView = {
  /** The field. */
  field: string;
  /** What stood there; null where there was no answer. */
  before: unknown;
  /** When it was changed. */
  changed_at: string;
  /** Who of the staff changed it; null where the family did. */
  changed_by?: string | null;
  /** Why, in words, where staff did. */
  reason?: string | null;
};
export type Wanted = {
  /** Key of its text. */
  code: string;
  /** What the text's holes are filled with. */
  params?: Record<string, unknown>;
  /** ISO date by which it is wanted. */
  due_on?: string | null;
};
export type Explain = {
  /** Key of the sentence. */
  code: string;
  /** What its holes are filled with. */
  params?: Record<string, unknown>;
};
export type Verdict = {
  score?: Score | null;
  /** Tags. */
  tags: string[];
  /** The desk. */
  route?: string | null;
  /** What is still missing. */
  checklist: Wanted[];
  /** Why. */
  explain: Explain[];
  /** What followed from the answers. */
  computed: Computed[];
  /** Warnings that stood when it was sent. */
  errors: Issue[];
  /** Tasks that the rules opened for staff. */
  tasks?: Explain[];
};
export type PluginFailureView = {
  /** Stable code. */
  code: string;
};
export type FileView = {
  /** Its id. */
  file: string;
  /** The field that it was given to. */
  field: string;
  /** Its own name. */
  name: string;
  /** Its size. */
  bytes: number;
  /** What it really is. */
  media_type: string;
  /** When it was added, where that was after sending: no answer names it. */
  added_at?: string | null;
};
export type ActorView = {
  /** Their id. */
  id?: string | null;
  /** Their name then. */
  name: string;
};
export type EventView = {
  /** Its number. */
  seq: number;
  /** When. */
  at: string;
  /** Who. */
  actor: ActorView;
  /** The role that let them (`admissions_officer`); null for a family and for the server. */
  role?: string | null;
  /** `submitted`, `state`, `status` (of an application), `owner`, `comment`, `file`, `paper`, `message`, `task`,
    `unlocked`, `unlock_ended`, `answers` (that the family changed). */
  kind: string;
  /** From where; of `file` and `paper` the field, where everybody may read it. */
  from?: string | null;
  from_words?: Text | null;
  /** To where; of `file` its name, of `message` its subject, of `unlocked` and `answers` the fields that everybody may read. */
  to?: string | null;
  to_words?: Text | null;
  /** Why it was closed (`no_place`), where it was. */
  reason?: string | null;
  reason_words?: Text | null;
  /** In words. */
  comment?: string | null;
};
export type DuplicateView = {
  /** Its id. */
  id: string;
  /** Its reference. */
  reference: string;
  /** What the school calls it, where it is an application. */
  registration_id?: string | null;
  /** Who it is about; empty where an audience alone reads that. */
  person: string;
  /** The same in Arabic, where the form asks for both names and both were given. */
  person_ar?: string | null;
  /** Where it stands. */
  state: Stand;
  /** When it came. */
  submitted_at: string;
  /** Which sorts of values both have (`email`, `phone`, `national_id`, or another of the form's own); none where it is the person that both
    have. */
  shared: string[];
  /** Whether it is of another child of the same family. */
  is_sibling: boolean;
};
export type ContactView = {
  /** `guardian`, `second_guardian`, `contact` (who writes for themselves). */
  role: string;
  name?: string | null;
  email?: string | null;
  /** As it was written. */
  phone?: string | null;
};
export type PersonId = string;
export type FamilyId = string;
export type PersonView = {
  /** Who it is. */
  id: PersonId;
  /** `child`, `guardian`, `second_guardian`, `contact` (who writes for themselves). */
  role: string;
  /** The name as it was written first. */
  name: string;
  /** Date of birth, `YYYY-MM-DD`, where it was told. */
  birth_date?: string | null;
  family?: FamilyId | null;
  /** Other submissions of the same person. */
  others: DuplicateView[];
};
export type State = "new" | "contacted" | "toured" | "applying" | "lost";
export type Channel = "portal" | "staff";
export type Linked = {
  /** Its id. */
  id: SubmissionId;
  /** What its family was told. */
  reference: string;
  /** What the school calls it, where it is an application. */
  registration_id?: string | null;
};
export type Origin = {
  /** Who filled it in. */
  channel: Channel;
  /** Who of the staff that was. */
  filed_by?: string | null;
  enquiry?: Linked | null;
  application?: Linked | null;
  /** Since when an application is begun from it and not sent, RFC 3339, UTC. */
  begun_at?: string | null;
  /** When the family last got the link to go on with it. */
  mailed_at?: string | null;
};
export type EnquiryView = ({
  /** Its id. */
  id: string;
  /** Counts edits; a change names the one that it is based on. */
  version: number;
  /** What the family was told. */
  reference: string;
  /** What the school calls an application, and its family since; null for an enquiry. */
  registration_id?: string | null;
  /** The form. */
  form: string;
  /** The form's title. */
  form_title: Text;
  /** Who it is about; empty where an audience alone reads that. */
  person: string;
  /** The same in Arabic, where the form asks for both names and both were given. */
  person_ar?: string | null;
  /** The audience that alone reads who it is about, where the caller is not in it. */
  person_for?: string | null;
  grade?: ListedView | null;
  school_year?: ListedView | null;
  /** Who answers for them, where that is somebody else. */
  guardian?: string | null;
  score?: Score | null;
  /** Tags. */
  tags: string[];
  /** The desk. */
  route?: string | null;
  owner?: OwnerView | null;
  /** Where it stands: an enquiry in a state, an application in a status (`get_enquiry_application`). */
  state: Stand;
  /** Why it was closed (`no_place`), where it is; null also for one that was closed before reasons were asked. */
  closed_for?: string | null;
  /** `plugin_failed`, `duplicate`, `unread`. */
  flags: string[];
  /** Which sorts of values it shares with others (`email`, `phone`), where it may be a duplicate; none where the caller may not know. */
  shared: string[];
  /** When it came. */
  submitted_at: string;
  /** The family's language. */
  locale: Language;
  /** How many notes stand on it (`list_notes`). */
  notes: number;
  /** Messages of the family that wait for an answer (`list_enquiry_messages`). */
  unread: number;
} & object) & {
  /** The answers. */
  values: Record<string, unknown>;
  /** What was answered that an audience alone reads, where the caller is not in it. */
  withheld: WithheldView[];
  /** What the family corrected since, field by field. */
  corrections: CorrectionView[];
  /** What it changed since of its answers, the newest first. */
  changes: ChangedAnswerView[];
  /** Until when it may change some of its answers (`list_unlocks`): the last day, `YYYY-MM-DD`; null where it may not. */
  unlocked_until?: string | null;
  /** The form as the family saw it. */
  document: Localised;
  /** Version of the form. */
  form_version: string;
  /** SHA-256 of the form's document. */
  form_digest: string;
  plugin?: PluginRef | null;
  verdict?: Verdict | null;
  plugin_failure?: PluginFailureView | null;
  /** Its files. */
  files: FileView[];
  /** What happened to it: the newest hundred entries, in their order. */
  timeline: EventView[];
  /** Where the entries before them are (`list_enquiry_timeline`), when there are any. */
  timeline_cursor?: string | null;
  /** Others that share a value. */
  duplicates: DuplicateView[];
  /** Who can be written to or called about it, the first to be asked first. */
  contacts: ContactView[];
  /** Whom it is about, and who answers for them. */
  persons: PersonView[];
  /** Where it can go; none for an application, of which `get_enquiry_application` tells. */
  next_states: State[];
  origin?: Origin | null;
};
export type AnswerEnquiryPayload = {
  /** The submission. */
  enquiry: EnquiryView;
} & {
  /** Always true. */
  success: boolean;
  /** Empty on plain success. */
  messageId: string;
};
export type CloseReason =
  | "another_school"
  | "no_place"
  | "not_accepted"
  | "withdrawn"
  | "no_answer"
  | "duplicate"
  | "other";
export type UpdateEnquiryRequest = {
  /** The version that it is based on. */
  version: number;
  state?: State | null;
  /** Who looks after it: a person's id, or null for nobody. */
  owner?: string | null;
  reason?: CloseReason | null;
  /** Words for colleagues. */
  comment?: string | null;
};
export type AnswerTimelinePayload = {
  /** A hundred entries at most, in their order. */
  items: EventView[];
  /** Where the entries before them are, when there are any. */
  next_cursor?: string | null;
} & {
  /** Always true. */
  success: boolean;
  /** Empty on plain success. */
  messageId: string;
};
export type AnswerShownFilePayload = {
  /** To whoever has it, for five minutes, while the session that asked is alive and sees the file. */
  address: string;
} & {
  /** Always true. */
  success: boolean;
  /** Empty on plain success. */
  messageId: string;
};
export type BulkState = "waiting" | "running" | "done" | "failed" | "cancelled";
export type ExportView = {
  /** Its id. */
  id: string;
  /** Where it stands. */
  state: BulkState;
  /** What it will be called, or is. */
  name: string;
  /** Lines that are to be in it. */
  total: number;
  /** Lines that are done. */
  done: number;
  /** Its size, once it is ready. */
  bytes?: number | null;
  /** Message id of why there is none. */
  fault?: string | null;
  /** When it was asked for. */
  created_at: string;
  /** Until when it is kept, once it is ready. */
  expires_at?: string | null;
};
export type AnswerExportsPayload = {
  /** The newest first. */
  items: ExportView[];
} & {
  /** Always true. */
  success: boolean;
  /** Empty on plain success. */
  messageId: string;
};
export type AnswerExportPayload = {
  /** The file. */
  export: ExportView;
} & {
  /** Always true. */
  success: boolean;
  /** Empty on plain success. */
  messageId: string;
};
export type Format = "csv" | "xlsx";
export type ExportRequest = {
  /** What sort of file. */
  format: Format;
  lng?: Language | null;
  /** Beginnings of words in reference, person, guardian, e-mail and phone. */
  q?: string | null;
  /** States of enquiries or statuses of applications, separated by commas. */
  state?: string | null;
  /** A form. */
  form?: string | null;
  /** `me`, `none` or a person's id. */
  owner?: string | null;
  /** A tag. */
  tag?: string | null;
  /** A grade, as `list_enquiry_choices` gives its value. */
  grade?: string | null;
  /** A school year, likewise. */
  year?: string | null;
  /** A round of applications. */
  round?: string | null;
  /** What a grade's places are divided by, as `list_enquiries` takes it. */
  part?: string | null;
  /** Only applications whose offer is out and has that last day, or one before: `YYYY-MM-DD`. */
  offer_ends_by?: string | null;
  /** How the conditions of an offer that stands do, as `list_enquiries` takes it. */
  conditions?: ("open" | "submitted" | "met") | null;
  /** How financial documents do; A002 for who does not look after fees. */
  financial?: ("requested" | "submitted" | "verified") | null;
  /** How documents stand, as `list_enquiries` takes it. */
  documents?: ("missing" | "complete" | "refused" | "to_check") | null;
  /** Part of the guardian's name. */
  guardian?: string | null;
  /** Who sent it: the family itself, or somebody of the staff for them. */
  channel?: ("portal" | "staff") | null;
  /** What needs somebody to look at it. */
  flag?: ("plugin_failed" | "duplicate" | "unread") | null;
  /** Newest first when left out. */
  sort?:
    | (
        | "-submitted_at"
        | "submitted_at"
        | "-score"
        | "score"
        | "person"
        | "-person"
      )
    | null;
  /** Columns, with commas between, as `export_enquiries` takes them; all when left out. */
  columns?: string | null;
};
export type WaitlistBand = "first_5" | "first_10" | "first_25" | "further_back";
export type WaitlistPlace = {
  band?: WaitlistBand | null;
  /** The first is 1; null where the school tells it about. */
  number?: number | null;
  /** How many wait. */
  of?: number | null;
};
export type WaitingKind = "signature" | "financial" | "condition";
export type Waiting = {
  kind: WaitingKind;
  /** What the letter is called, or what the condition says. */
  text: Text;
  /** The last day, `YYYY-MM-DD`. */
  until: string;
  /** The letter, by which `open_own_letter` leads to it; null of a condition. */
  reference?: string | null;
};
export type Application = {
  /** Its id, by which its family opens it (`get_application`). */
  id: SubmissionId;
  /** Its reference. */
  reference: string;
  /** What its family calls it by, where it is an application. */
  registration_id?: string | null;
  /** The form. */
  form: string;
  /** The form's title. */
  form_title: Text;
  /** Where it stands. */
  state: string;
  status?: Text | null;
  grade?: Text | null;
  /** The school year that it is for, where it is an application. */
  year?: string | null;
  waitlist?: WaitlistPlace | null;
  /** When it came in. */
  submitted_at: string;
  /** What the school still waits for. */
  missing: Text[];
  /** Conditions of the offer, signatures and financial documents that it waits for, what is due first first; left out where there are none. */
  waiting?: Waiting[];
};
export type Child = {
  person_id?: PersonId | null;
  /** The name as it was written first. */
  name: string;
  /** The name in Arabic as it was written last, where a form asks for both. */
  name_ar?: string | null;
  /** Date of birth, `YYYY-MM-DD`, where it was told. */
  birth_date?: string | null;
  /** What was sent, the newest first. */
  applications: Application[];
};
export type Proof = "birth_date" | "phone";
export type Adoptable = {
  /** Its id. */
  id: SubmissionId;
  /** The form's title. */
  form_title: Text;
  /** What whoever sent it is asked for (`adopt_application`). */
  asks: Proof;
  /** When it came in. */
  submitted_at: string;
};
export type KeptDraft = {
  /** Opens the draft. */
  token: string;
  /** The form. */
  form: string;
  /** The form's title. */
  form_title: Text;
  /** Whom it is for, as far as it says. */
  person?: string | null;
  /** The step that was open. */
  step: string;
  /** Last change. */
  updated_at: string;
  /** When it is purged. */
  expires_at: string;
  /** Path of the form's page. */
  address: string;
};
export type DueKind =
  | "offer"
  | "letter"
  | "signature"
  | "financial"
  | "open_answers"
  | "refused"
  | "draft_expires"
  | "form_closes"
  | "missing"
  | "condition";
export type Due = {
  /** What. */
  kind: DueKind;
  /** The form. */
  form: string;
  /** The form's title. */
  form_title: Text;
  /** Whom it is for, as far as it says. */
  person?: string | null;
  /** The same in Arabic, where what was sent says it. */
  person_ar?: string | null;
  /** Of what was sent: an application's registration number, else the reference. */
  reference?: string | null;
  application?: SubmissionId | null;
  /** The last day, where there is one. */
  on?: string | null;
  text?: Text | null;
};
export type AnswerHome = {
  /** By child. */
  children: Child[];
  /** Sent without an account, with the address that this account has proved; the newest first. */
  adoptable: Adoptable[];
  /** Begun and not sent, the last touched first. */
  drafts: KeptDraft[];
  /** What the family is waited for, offers first: what has a day within the next fortnight, and whatever of it the school asked for. */
  due: Due[];
  /** What can be sent today. */
  offered: FormSummary[];
} & {
  /** Always true. */
  success: boolean;
  /** Empty on plain success. */
  messageId: string;
};
export type KeepDraftRequest = {
  /** The draft's token. */
  token: string;
};
export type AdoptApplicationRequest = {
  /** What `asks` names, as it was answered or corrected since. */
  proof: string;
};
export type ApplicationDraft = {
  /** Opens the draft. */
  token: string;
  /** The form. */
  form: string;
  /** Path of the form's page. */
  address: string;
};
export type AnswerRegisteredApplicantPayload = (SessionPayload & {
  /** Finds the application again; shown once. */
  tracking_code: string;
  /** The school's form, begun with what was told. */
  draft: ApplicationDraft;
}) & {
  /** Always true. */
  success: boolean;
  /** Empty on plain success. */
  messageId: string;
};
export type ApplicantChild = {
  /** Name. */
  name: string;
  /** Date of birth, `YYYY-MM-DD`. */
  dob: string;
  /** Grade. */
  grade: string;
};
export type ApplicantGuardian = {
  /** Name. */
  name: string;
  /** Address to write to. */
  email: string;
  /** Phone number, E.164. */
  phone: string;
};
export type RegisterApplicantRequest = {
  /** Who is applied for. */
  child: ApplicantChild;
  /** Who applies. */
  guardian: ApplicantGuardian;
  /** `en` or `ar`. */
  locale: Language;
  /** Proof that a person asks. */
  captcha_token?: string | null;
};
export type AnswerOpenedApplicationPayload = {
  asks?: Proof | null;
  /** Opens what was sent, for an hour; its id where the caller's account owns it. */
  application?: string | null;
} & {
  /** Always true. */
  success: boolean;
  /** Empty on plain success. */
  messageId: string;
};
export type OpenApplicationRequest = {
  /** The link's token. */
  token: string;
  /** What the link asks for, as a person writes it; left out to be told what that is. */
  proof?: string | null;
};
export type ApplicationLinkRequest = {
  /** The reference, as a person writes it. */
  reference: string;
  /** The address that the school writes to. */
  email: string;
  /** The proof that a person asks. */
  captcha_token?: string | null;
};
export type OfferTold = {
  grade?: Text | null;
  /** The school year: `2027-2028`. */
  year: string;
  /** Its last day, `YYYY-MM-DD`. */
  until: string;
  /** Whether it has conditions. */
  is_conditional: boolean;
};
export type OwnLetterState = "coming" | "waits" | "others" | "signed";
export type OwnLetter = {
  reference: string;
  title: Text;
  state: OwnLetterState;
  /** Its last day, `YYYY-MM-DD`. */
  until: string;
};
export type Appointment = {
  /** RFC 3339, UTC. */
  at: string;
  place?: string | null;
};
export type ConditionTold = {
  text: Text;
  /** `YYYY-MM-DD`: its last day. */
  due_on: string;
  /** `open`, `submitted`, `met`, `failed`, `waived`. */
  state: string;
  /** The paper that its document is, as `papers` has it; null where nothing is sent for it. */
  field?: string | null;
};
export type PaperState =
  | "missing"
  | "scanning"
  | "infected"
  | "received"
  | "accepted"
  | "expired"
  | "refused"
  | "waived";
export type RefusalReason =
  "unreadable" | "wrong_paper" | "expired" | "incomplete" | "other";
export type PaperFileTold = {
  /** What stands for it in the answers. */
  file: string;
  /** The question that it answers. */
  field: string;
  /** The family's own name of it. */
  name: string;
  bytes: number;
  media_type: string;
  /** RFC 3339, UTC. */
  given_at: string;
} & {
  /** `received`, `accepted`, `refused`. */
  state: PaperState;
  reason?: RefusalReason | null;
  /** The same in the school's words; may be empty. */
  comment: string;
  /** Whether the family may look at it (`show_application_file`): it gave it, and it is known to be harmless. */
  opens: boolean;
  /** Whether the family may take it back (`take_back_application_file`): nobody of the school said anything of it yet. */
  takes_back: boolean;
};
export type PaperTold = {
  /** Where a file of it goes: the question's field, or `wanted:<code>` for what no question takes; null for what no file answers. */
  field?: string | null;
  title: Text;
  /** Whether the form or its rules ask for it. */
  wanted: boolean;
  /** The day by which it is wanted, `YYYY-MM-DD`. */
  due_on?: string | null;
  state: PaperState;
  /** Bytes of the largest file. */
  limit: number;
  /** `pdf`, `image`. */
  kinds: string[];
  /** What came for it, the oldest first. */
  files: PaperFileTold[];
};
export type MessageTold = {
  id: string;
  /** `family`, `school`. */
  from: string;
  text: string;
  /** RFC 3339, UTC. */
  sent_at: string;
  /** When the other side had it before them; RFC 3339, UTC. */
  read_at?: string | null;
};
export type ContactDetail = {
  /** The question that it answers. */
  field: string;
  /** `email`, `phone`. */
  kind: string;
  /** Whose it is: `child`, `guardian`, or `contact` for who writes for themselves. */
  whose: string;
  title: Text;
  /** As it is now. */
  value: string;
  /** As it was sent. */
  sent: string;
  /** When it was corrected, RFC 3339, UTC; null for what is as it was sent. */
  corrected_at?: string | null;
};
export type ToldKind =
  | "submitted"
  | "state"
  | "withdrawn"
  | "returned"
  | "file"
  | "taken_back"
  | "brought_back"
  | "contact";
export type Told = {
  kind: ToldKind;
  /** RFC 3339, UTC. */
  at: string;
  state?: Stand | null;
  words?: Text | null;
  /** What was added, or what a detail is since. */
  text?: string | null;
  /** Of a file: the question that it answers, or the place that it went to (`wanted:<code>`). */
  field?: string | null;
};
export type GivenFile = {
  /** What stands for it in the answers. */
  file: string;
  /** The question that it answers. */
  field: string;
  /** The family's own name of it. */
  name: string;
  bytes: number;
  media_type: string;
  /** RFC 3339, UTC. */
  given_at: string;
};
export type MyApplication = {
  reference: string;
  form: string;
  /** What the form is for, as those who filled it in are told. */
  kind: FormKind;
  form_title: Text;
  /** Whom it is for, by the name in the language that is asked for, where the form asks for both. */
  person: string;
  state: Stand;
  status?: Text | null;
  /** What the school calls the application. */
  registration_id?: string | null;
  grade?: Text | null;
  /** The school year that it is for, where it is an application. */
  year?: string | null;
  /** Until when an offer is open: its last day, `YYYY-MM-DD`. */
  offer_until?: string | null;
  offer?: OfferTold | null;
  letter?: OwnLetter | null;
  /** When the family accepted that in writing (`accepts_offer`), RFC 3339, UTC; null otherwise. */
  accepted_at?: string | null;
  appointment?: Appointment | null;
  /** What the offer that stands depends on; left out where it depends on nothing. */
  conditions?: ConditionTold[];
  /** Conditions, signatures and financial documents that the school waits for, what is due first first; left out where there are none. */
  waiting?: Waiting[];
  waitlist?: WaitlistPlace | null;
  /** Until when the school lets the family change some of its answers: the last day, `YYYY-MM-DD`; null where it does not. */
  unlocked_until?: string | null;
  /** Since when it stands there, RFC 3339, UTC. */
  since: string;
  submitted_at: string;
  /** Whether the family itself withdrew it. */
  withdrawn: boolean;
  /** Whether it can be withdrawn. */
  may_withdraw: boolean;
  /** Whether that can be taken back: on the same day, while the school has done nothing since. */
  may_return: boolean;
  /** What the school wants, by the day on which it is due, and every other question that takes files, in the form's order. */
  papers: PaperTold[];
  /** What was written, the oldest first. */
  messages: MessageTold[];
  /** How the family is reached. */
  contact: ContactDetail[];
  /** What became of it, the oldest first. */
  history: Told[];
  /** The answers as they were sent. */
  values: Record<string, unknown>;
  /** What followed from them when they were sent. */
  computed: Computed[];
  /** The form as it was answered. */
  document: Localised;
  /** All files. */
  files: GivenFile[];
};
export type AnswerMyApplicationPayload = {
  application: MyApplication;
} & {
  /** Always true. */
  success: boolean;
  /** Empty on plain success. */
  messageId: string;
};
export type AddApplicationFileRequest = {
  /** The question's field. */
  field: string;
  /** The file. */
  file: Blob;
};
export type CorrectContactRequest = {
  /** A value for each field that is another now. */
  values: Record<string, unknown>;
  /** `en` or `ar`: of the answer. */
  locale: Language;
};
export type AskAboutApplicationRequest = {
  /** Up to 4,000 characters, of several lines. */
  text: string;
  /** Whether by it the family accepts the offer that is out. */
  accepts_offer?: boolean;
  /** `en` or `ar`: of the answer. */
  locale: Language;
};
export type DeclineReason = "another_school" | "moved_away" | "fees" | "other";
export type WithdrawApplicationRequest = {
  /** `en` or `ar`: of the answer. */
  locale: Language;
  reason_code?: DeclineReason | null;
  /** What the family says besides, for the school. */
  reason_text?: string | null;
};
export type ApplicationLanguageRequest = {
  /** `en` or `ar`. */
  locale: Language;
};
export type FamilyFile = {
  /** Its id, for `reuse_file`. */
  file: string;
  /** The family's own name of it. */
  name: string;
  bytes: number;
  media_type: string;
  /** RFC 3339, UTC. */
  given_at: string;
  /** The paper that it was given as. */
  label: Text;
  /** Whom it was given for. */
  of: Text;
  /** What it was given with. */
  reference: string;
  /** Whether it is the family's, or of the same child: another child's own is not right for this one without a look. */
  of_family: boolean;
};
export type AnswerFamilyFilesPayload = {
  /** Sixty at most, those of the newest application first. */
  items: FamilyFile[];
} & {
  /** Always true. */
  success: boolean;
  /** Empty on plain success. */
  messageId: string;
};
export type ReuseFileRequest = {
  /** The id of one that is the account's own. */
  application: string;
  /** As its `papers` name it. */
  field: string;
  /** One of `list_family_files`. */
  from_file: string;
  /** `en` or `ar`: of the answer. */
  locale: Language;
};
export type AnswerOwnFilePayload = {
  /** To whoever has it, for five minutes, while what opened the application opens it. */
  address: string;
} & {
  /** Always true. */
  success: boolean;
  /** Empty on plain success. */
  messageId: string;
};
export type NoteMark = "recommend" | "reservations" | "against";
export type NoteAuthor = {
  id: string;
  name: string;
};
export type NoteView = {
  id: string;
  /** Counts changes; one names the version that it is based on. */
  version: number;
  text: string;
  mark?: NoteMark | null;
  author: NoteAuthor;
  /** RFC 3339, UTC. */
  created_at: string;
  /** RFC 3339, UTC; as `created_at` where it was never changed. */
  updated_at: string;
  /** Whether the caller may say it otherwise: its author alone. */
  may_change: boolean;
  /** Whether the caller may take it away: its author, or an administrator. */
  may_remove: boolean;
};
export type AnswerNotesPayload = {
  /** Twenty at most, the oldest first. */
  items: NoteView[];
} & {
  /** Always true. */
  success: boolean;
  /** Empty on plain success. */
  messageId: string;
};
export type AnswerNotePayload = {
  note: NoteView;
} & {
  /** Always true. */
  success: boolean;
  /** Empty on plain success. */
  messageId: string;
};
export type AddNoteRequest = {
  /** Up to 2,000 characters, of several lines. */
  text: string;
  mark?: NoteMark | null;
};
export type UpdateNoteRequest = {
  /** The version that the change is based on. */
  version: number;
  /** Up to 2,000 characters, of several lines. */
  text: string;
  mark?: NoteMark | null;
};
export type PaperFileView = {
  /** Its id (`download_enquiry_file`). */
  file: string;
  name: string;
  bytes: number;
  media_type: string;
  /** `scanning`, `infected`, `received`, `accepted`, `expired`, `refused`. Nobody is given one that is `scanning` or `infected`. */
  state: PaperState;
  reason?: RefusalReason | null;
  /** In words, for the family. */
  comment: string;
  /** Who said it. */
  reviewer?: string | null;
  /** RFC 3339, UTC. */
  reviewed_at?: string | null;
  /** Its last day, `YYYY-MM-DD`. */
  expires_on?: string | null;
};
export type WaiverView = {
  /** In words, for colleagues. */
  reason: string;
  /** Who said it. */
  by: string;
  /** RFC 3339, UTC. */
  at: string;
};
export type PaperView = {
  /** Where a file of it goes: the field that takes it, or `wanted:<code>` for what the form's rules want and no field takes; null for what
    no file answers. */
  field?: string | null;
  label: Text;
  /** Whether the form or its rules ask for it. */
  wanted: boolean;
  /** By when, `YYYY-MM-DD`. */
  due_on?: string | null;
  /** The first of these that one of its files is: `received`, `scanning`, `accepted`, `expired`, `refused`, `infected`; `missing` without
    files. `waived` where it would be missing or another were wanted, and the school does without. */
  state: PaperState;
  files: PaperFileView[];
  waiver?: WaiverView | null;
};
export type RemovedFileView = {
  /** Its id (`restore_student_item`). */
  file: string;
  /** The paper that it was of. */
  field: string;
  label: Text;
  name: string;
  /** In words, for colleagues; empty where another file took its place, or its family took it back. */
  reason: string;
  /** The file that took its place. */
  replaced_by?: string | null;
  /** Who of the staff removed it; null where its family took it back. */
  removed_by?: string | null;
  /** RFC 3339, UTC. */
  removed_at: string;
  /** Until when it can be brought back, RFC 3339, UTC. */
  until: string;
};
export type AnswerPapersPayload = {
  /** In the form's order. */
  items: PaperView[];
  /** Files that were removed and can be brought back, the newest first; none for who may not change papers. */
  removed: RemovedFileView[];
  /** How many are missing besides that others alone read. */
  withheld_missing: number;
} & {
  /** Always true. */
  success: boolean;
  /** Empty on plain success. */
  messageId: string;
};
export type ReviewPaperRequest = {
  /** `accepted`, `refused`; `received` takes back what was said. */
  state: PaperState;
  reason?: RefusalReason | null;
  /** In words, for the family: up to 500 characters, wanted with `other`. */
  comment?: string;
  /** Its last day, `YYYY-MM-DD`, as it stands on the paper: only of what is accepted, today or later. */
  expires_on?: string | null;
};
export type WaivePaperRequest = {
  /** The paper's `field`. */
  field: string;
  /** Why, for colleagues: up to 300 characters. */
  reason?: string;
  /** `false` wants it after all; `true` when left out. */
  is_waived?: boolean | null;
};
export type AnswerEnquiryFilePayload = {
  /** Its id, for `add_student_item`. */
  file: string;
  /** The paper that it is of. */
  field: string;
  name: string;
  bytes: number;
  media_type: string;
} & {
  /** Always true. */
  success: boolean;
  /** Empty on plain success. */
  messageId: string;
};
export type AddEnquiryFileRequest = {
  /** The paper's `field`. */
  field: string;
  /** The file. */
  file: Blob;
};
export type StudentItemKind =
  "document" | "photo" | "guardian" | "sibling" | "note";
export type PapersPayload = {
  /** In the form's order. */
  items: PaperView[];
  /** Files that were removed and can be brought back, the newest first; none for who may not change papers. */
  removed: RemovedFileView[];
  /** How many are missing besides that others alone read. */
  withheld_missing: number;
};
export type AnswerStudentItemPayload = {
  item: StudentItemKind;
  /** The file's or the note's id; of a guardian and of siblings the names of what was changed, with commas between. */
  doc_id: string;
  papers?: PapersPayload | null;
} & {
  /** Always true. */
  success: boolean;
  /** Empty on plain success. */
  messageId: string;
};
export type StudentItemData = {
  /** Of a note: up to 2,000 characters, of several lines. */
  text?: string | null;
  /** Of a guardian and of siblings: as `update_student` takes them. */
  changes?: Record<string, unknown> | null;
  /** The submission's, that the changes are based on. */
  version?: number | null;
  /** Why they are made, in words. */
  reason?: string | null;
};
export type AddStudentItemRequest = {
  /** The submission. */
  admission_id: string;
  item: StudentItemKind;
  /** The file whose place it takes. */
  doc_id?: string | null;
  /** Of a document: the `field` of the paper that it is. */
  doc_name?: string | null;
  /** Of a document or a photo: a file of the submission (`add_enquiry_file`, or what the family sent). */
  upload_id?: string | null;
  data?: StudentItemData | null;
};
export type RemoveStudentItemRequest = {
  /** The submission. */
  admission_id: string;
  item: StudentItemKind;
  /** The file's or the note's id. */
  doc_id: string;
  /** Why, for colleagues: up to 300 characters; of a document. */
  reason?: string;
};
export type RestoreStudentItemRequest = {
  /** The submission. */
  admission_id: string;
  /** The file's id. */
  doc_id: string;
};
export type EnquiryMessageView = {
  id: string;
  /** `family`, `school`. */
  from: string;
  /** Who of the school wrote it; null for the family. */
  author?: string | null;
  text: string;
  /** Whether it went to the family's address too. */
  mailed: boolean;
  /** Whether by it the family accepts the offer that was out then. */
  accepts_offer: boolean;
  /** RFC 3339, UTC. */
  sent_at: string;
  /** When the other side had it before them; of the family's, when the school answered it or said that it needs no answer. RFC 3339, UTC. */
  read_at?: string | null;
};
export type ReplyView = {
  /** `ask_papers`, `ask_call`, `invite_visit`. */
  name: string;
  subject: string;
  text: string;
};
export type AnswerEnquiryMessagesPayload = {
  /** The oldest first. */
  items: EnquiryMessageView[];
  /** Where mail goes; null where the form asks for no address. */
  to?: string | null;
  /** The family's language. */
  language: string;
  /** In that language; `ask_papers` only where papers are missing. */
  replies: ReplyView[];
} & {
  /** Always true. */
  success: boolean;
  /** Empty on plain success. */
  messageId: string;
};
export type AnswerEnquiryMessagePayload = {
  message: EnquiryMessageView;
} & {
  /** Always true. */
  success: boolean;
  /** Empty on plain success. */
  messageId: string;
};
export type SendEnquiryMessageRequest = {
  /** What its mail is called, one line; "About your application" in the family's language where it is left out. */
  subject?: string | null;
  /** Up to 4,000 characters, of several lines. */
  text: string;
};
export type AnswerEnquiryMessagePreview = {
  subject: string;
  html: string;
} & {
  /** Always true. */
  success: boolean;
  /** Empty on plain success. */
  messageId: string;
};
export type TaskEnquiry = {
  id: string;
  /** What the school calls it: an application by its registration id. */
  reference: string;
  /** Whom it is about. */
  person: string;
  /** The same in Arabic, where the form asks for both names and both were given. */
  person_ar?: string | null;
};
export type TaskPerson = {
  id: string;
  name: string;
};
export type TaskView = {
  id: string;
  /** Counts changes; one names the version that it is based on. */
  version: number;
  /** The submission that it is about. */
  enquiry: TaskEnquiry;
  /** What is to be done. */
  text: Text;
  /** Whether the form's rules ask for it: its words stay. */
  by_rules: boolean;
  assigned_to?: TaskPerson | null;
  /** By when, `YYYY-MM-DD`. */
  due_on?: string | null;
  /** Who asks; null where the rules do, or the server itself. */
  author?: string | null;
  /** RFC 3339, UTC. */
  done_at?: string | null;
  done_by?: string | null;
  /** RFC 3339, UTC. */
  created_at: string;
};
export type TaskCounts = {
  /** Assigned to who asks, or kept for a right of theirs while nobody has taken it. */
  mine: number;
  /** Of these, by a day that is over. */
  overdue: number;
  /** That nobody has taken. */
  unassigned: number;
};
export type AnswerTasksPayload = {
  /** By their day; those without a day come last. */
  items: TaskView[];
  /** Where the next page starts; null on the last. */
  next_cursor?: string | null;
  /** Of all that who asks may see. */
  counts: TaskCounts;
} & {
  /** Always true. */
  success: boolean;
  /** Empty on plain success. */
  messageId: string;
};
export type AnswerEnquiryTasksPayload = {
  /** The open ones by their day, then what was done last. */
  items: TaskView[];
} & {
  /** Always true. */
  success: boolean;
  /** Empty on plain success. */
  messageId: string;
};
export type AnswerTaskPayload = {
  task: TaskView;
} & {
  /** Always true. */
  success: boolean;
  /** Empty on plain success. */
  messageId: string;
};
export type AddTaskRequest = {
  /** One line, up to 300 characters. */
  text: string;
  /** Who is to do it (`list_assignees`); nobody yet where it is left out. */
  assigned_to?: string | null;
  /** By when, `YYYY-MM-DD`; no day where it is left out. */
  due_on?: string;
};
export type UpdateTaskRequest = {
  /** The version that the change is based on. */
  version: number;
  /** One line; not of what a form's rules or the server itself ask for. */
  text?: string | null;
  /** Who is to do it; null for nobody. */
  assigned_to?: string | null;
  /** By when, `YYYY-MM-DD`; empty for no day. */
  due_on?: string | null;
  /** Whether it is done. */
  done?: boolean | null;
};
export type StudentOwner = {
  id: string;
  name: string;
};
export type Standing =
  | "W/review"
  | "W/waitlist"
  | "S/to_schedule"
  | "S/scheduled"
  | "S/assessed"
  | "O/documents"
  | "O/payment"
  | "O/seat"
  | "O/other"
  | "F/unconditional"
  | "F/conditional"
  | "A/conditions_open"
  | "A/fee_due"
  | "B/consents_due"
  | "B/originals_due"
  | "C"
  | "R/school"
  | "R/declined"
  | "R/expired"
  | "R/withdrawn"
  | "R/duplicate";
export type StudentDecision = {
  to: Standing;
  /** When anybody outside hears of it, RFC 3339, UTC. */
  publish_at: string;
};
export type StudentItem = {
  /** The submission's id, under which everything of it is found. */
  id: string;
  /** Counts edits; a change names the one that it is based on. */
  version: number;
  /** What the school calls it. */
  registration_id: string;
  /** Whom it is for; empty where an audience alone reads that. */
  student_name: string;
  /** The same in Arabic, where the form asks for both names and both were given. */
  student_name_ar?: string | null;
  /** One of the eight: `W`. */
  sims_admission_status: string;
  /** What refines it: `review`; empty where nothing does. */
  sub_status: string;
  grade?: Text | null;
  academic_year?: Text | null;
  /** Whose places it competes for. */
  bucket: string;
  /** The round that it is of. */
  round: string;
  /** When it came, RFC 3339, UTC. */
  submitted_at: string;
  assigned_to?: StudentOwner | null;
  /** How many documents are missing. */
  missing_docs: number;
  /** The day by which something is due: the last one of an offer, or the one on which somebody looks at it again. `YYYY-MM-DD`. An appointment stands for itself. */
  due_at?: string | null;
  /** Since when it stands where it stands, without the time that it was on hold. RFC 3339, UTC. */
  status_since: string;
  decided?: StudentDecision | null;
  appointment?: Appointment | null;
  recommendation?: NoteMark | null;
};
export type StatusCounts = {
  /** Rejected. */
  R: number;
  /** Offer out. */
  F: number;
  /** Confirmed. */
  C: number;
  /** Shortlisted. */
  S: number;
  /** Waiting. */
  W: number;
  /** On hold. */
  O: number;
  /** Accepted. */
  A: number;
  /** Booked. */
  B: number;
};
export type AnswerStudentsPayload = {
  students: StudentItem[];
  /** How many of all that match stand where, whatever status is asked for. */
  counts: StatusCounts;
  /** How many match. */
  total: number;
  /** Where the next page starts; null on the last. */
  next_cursor?: string | null;
} & {
  /** Always true. */
  success: boolean;
  /** Empty on plain success. */
  messageId: string;
};
export type StudentListRequest = {
  /** A school year as `list_enquiry_choices` gives its value, or a round. */
  academic_year?: string | null;
  /** A round. */
  round?: string | null;
  /** What a grade's places are divided by, a campus or a stream: a part of their names after the grade. */
  part?: string | null;
  /** Only offers that are out and whose last day is that one, or one before: `YYYY-MM-DD`. */
  offer_ends_by?: string | null;
  /** Statuses: `W`, `S`. */
  status?: string[];
  /** What refines them: `review`, `waitlist`. */
  sub_status?: string[];
  /** Grades as `list_enquiry_choices` gives their values, or buckets of places. */
  grade?: string[];
  /** Beginnings of words in registration id, admission number, reference, name, guardian, e-mail and phone; a name in Arabic letters also as it sounds in Latin
    ones, and an identity number that all staff read. */
  q?: string | null;
  /** `me`, `none` or a person's id. */
  assigned_to?: string | null;
  /** Only those of which somebody else proposed what waits for the caller's approval: A002 for who approves nothing. */
  to_approve?: boolean;
  /** Only what is on hold and whose `review_by` has come. */
  review_due?: boolean;
  /** Only those of which something is decided that is told later: A002 for who may not know of it. */
  decided_later?: boolean;
  /** How the conditions of an offer that stands do: one is `open`, something was `submitted` for one that is, or all are `met`. */
  conditions?: ("open" | "submitted" | "met") | null;
  /** How the financial documents do that a family was asked for: `requested` (one at least is the family's to send), `submitted` (one at least
    waits for the school), `verified` (all are): A002 for who does not look after fees. */
  financial?: ("requested" | "submitted" | "verified") | null;
  /** How documents stand of what is not over, as far as the caller reads that: one at least is `missing`, none is (`complete`), one at least was
    `refused` and no other came, or a file came that nobody has looked at (`to_check`). */
  documents?: ("missing" | "complete" | "refused" | "to_check") | null;
  /** Who sent it: the family itself (`portal`) or somebody of the staff for them (`staff`). */
  channel?: Channel[];
  /** Newest first when left out. */
  sort?:
    | (
        | "-submitted_at"
        | "submitted_at"
        | "student_name"
        | "due_at"
        | "status_since"
        | "-missing_docs"
      )
    | null;
  /** Where the page starts: the last page's `next_cursor`. */
  cursor?: string | null;
  /** 50 when left out; less than 1 counts as 1, more than 500 as 500. */
  page_size?: number | null;
};
export type OfferedReason = {
  code: string;
  /** As staff read it. */
  text: Text;
  /** The statuses to which it can lead: `R`; all when empty. */
  statuses: string[];
};
export type Asked =
  | "review_by"
  | "appointment"
  | "offer"
  | "approval"
  | "letter"
  | "discounts"
  | "conditions";
export type AllowedMove = {
  to: Standing;
  /** Whether a reason has to be said. */
  needs_reason: boolean;
  asks: Asked[];
};
export type BucketSeats = {
  /** Places; null for no limit. */
  places?: number | null;
  /** Children who have one already, those who were enrolled among them. */
  on_roll: number;
  /** Booked seats. */
  booked: number;
  /** Seats of accepted offers, also of those that are on hold. */
  accepted: number;
  /** Offers that are out. */
  offered: number;
  /** Places that are left, less than none where the school offered beyond them; null for no limit. */
  free?: number | null;
  /** Offers that may be out beyond the places. */
  over_offer: number;
  /** Applications that wait for a seat. */
  waitlist: number;
};
export type AnswersPlaceView = {
  round: string;
  /** Whose places the answers say. */
  bucket: string;
  /** What these are called; with the school year where that is another too. */
  name: Text;
  /** What the place that it has is called. */
  was: Text;
  seats?: BucketSeats | null;
  /** Whether the caller may move the place, or keep it. */
  may_settle: boolean;
};
export type DecisionView = {
  /** Where it leads. */
  to: Standing;
  /** When it is told, RFC 3339, UTC. */
  publish_at: string;
  /** Whose decision it is. */
  by: string;
  /** Since when, RFC 3339, UTC. */
  decided_at: string;
  /** Why, by the name of the reason. */
  reason_code?: string | null;
  reason_words?: Text | null;
  /** Why, in the words of whoever decided it, for colleagues. */
  reason_text?: string | null;
  /** Whose places an offer takes its seat of. */
  bucket: string;
  /** What these are called. */
  bucket_name: Text;
  /** Whether the family is written to then. */
  notify: boolean;
  /** Whether it came back with a backup: its moment does not tell it, for it may have been withdrawn since. */
  is_held: boolean;
  /** Whether the caller may withdraw it: whoever took it, and who could take it today. */
  may_withdraw: boolean;
  /** Whether the caller may release one that is held. */
  may_release: boolean;
};
export type ReturnedView = {
  by: string;
  /** RFC 3339, UTC. */
  at: string;
  /** Why, in words, for colleagues. */
  reason_text: string;
};
export type ProposalView = {
  /** An approval names it. */
  id: string;
  /** Where it leads. */
  to: Standing;
  /** When it is to be told, RFC 3339, UTC; null for at once. */
  publish_at?: string | null;
  /** Who proposed it. */
  by: string;
  /** When, RFC 3339, UTC. */
  proposed_at: string;
  /** Why, by the name of the reason. */
  reason_code?: string | null;
  reason_words?: Text | null;
  /** Why, in the words of whoever proposed it, for colleagues. */
  reason_text?: string | null;
  /** Whose places an offer would take its seat of. */
  bucket: string;
  /** What these are called. */
  bucket_name: Text;
  /** Whether the family is to be written to. */
  notify: boolean;
  returned?: ReturnedView | null;
  /** Whether the caller made it. */
  is_own: boolean;
  /** Whether the caller may approve it. */
  may_approve: boolean;
  /** Whether the caller may send it back, or take it back where it is their own. */
  may_return: boolean;
};
export type ProposalEntry = {
  /** `proposed`, `approved`, `returned`, `withdrawn`; `ended` where the application went somewhere else. */
  action: string;
  /** RFC 3339, UTC. */
  at: string;
  /** Who did it; empty for the server. */
  by: string;
  to?: Standing | null;
  /** Why, in words, for colleagues. */
  reason_text?: string | null;
};
export type Acceptance = {
  /** When it was written, RFC 3339, UTC. */
  at: string;
  /** What was written; null for who does not read what families write. */
  text?: string | null;
};
export type AnswerApplicationPayload = {
  /** What the school calls it. */
  registration_id: string;
  /** What the school calls the child, once it is enrolled: `ABQ-2027-0001`. */
  admission_number?: string | null;
  /** One of the eight: `W`. */
  status: string;
  /** What refines it: `review`; empty where nothing does. */
  sub_status: string;
  /** Since when, RFC 3339, UTC. */
  since: string;
  /** The round that it is of. */
  round: string;
  /** The academic year of the round. */
  year: string;
  /** Whose places it competes for. */
  bucket: string;
  /** What these are called. */
  bucket_name: Text;
  /** The moment at which an offer's seat is free again, RFC 3339, UTC. */
  hold_until?: string | null;
  /** The last day of an offer, `YYYY-MM-DD`. */
  offer_until?: string | null;
  held_from?: Standing | null;
  /** When somebody looks at it again, `YYYY-MM-DD`. On hold from A it keeps its seat to the end of that day. */
  review_by?: string | null;
  /** Whether that day went by and its seat is kept no longer: to continue it needs one that is free. */
  seat_ended: boolean;
  /** For how many days after the one on which it is made an offer is open, in its round. */
  offer_days: number;
  /** Why it stands there, by the name of the reason. */
  reason?: string | null;
  reason_words?: Text | null;
  /** Reasons that may be said of the ways in `allowed`: the school's own, or the product's where it has none. */
  reasons: OfferedReason[];
  /** Where the caller may send it. */
  allowed: AllowedMove[];
  /** Conditions of its offer that are neither met nor waived. */
  open_conditions: number;
  seats?: BucketSeats | null;
  answers_place?: AnswersPlaceView | null;
  decision?: DecisionView | null;
  proposal?: ProposalView | null;
  /** What became of its proposals, the newest last; empty for everybody else. */
  proposals: ProposalEntry[];
  acceptance?: Acceptance | null;
  appointment?: Appointment | null;
  /** In the answer to a move of which the family is told: whether a mail went out. It does not where its form asks for no address, or as many were
    sent as may be; null elsewhere. */
  family_told?: boolean | null;
  /** Counts edits. */
  version: number;
} & {
  /** Always true. */
  success: boolean;
  /** Empty on plain success. */
  messageId: string;
};
export type NewAppointment = {
  /** RFC 3339; of a day between today and a year from now. */
  at: string;
  /** Where; left out where it is said otherwise. */
  place?: string | null;
};
export type UpdateStudentRequest = {
  /** The version that it is based on. */
  version: number;
  transition?: {
    /** The status, and what refines it. */
    to: Standing;
    /** Why, by the name of the reason, one of the `reasons` that are offered: `documents_missing`. */
    reason_code?: string | null;
    /** The same in words, for colleagues. */
    reason_text?: string | null;
    /** When somebody looks again at what is put on hold, `YYYY-MM-DD`. */
    review_by?: string | null;
    /** Whose places it competes for from now on; left out, the same. */
    bucket?: string | null;
    /** Whether the family is written to. */
    notify?: boolean;
    /** When anybody outside hears of it, RFC 3339: of an offer, or that the school said no. Between a minute and 180 days ahead; left out, at once. */
    publish_at?: string | null;
    /** That a child which is enrolled is another one than the student with its name and birth date, of whom A012 told: `reason_text` says why. */
    override?: boolean;
    appointment?: NewAppointment | null;
  } | null;
  /** Other answers by field, of those in `choices` of `list_changeable_answers` and what shows by them; null takes an answer away. */
  changes?: Record<string, unknown> | null;
  /** Why answers are changed, in words, for colleagues: has to be said. */
  reason?: string;
};
export type ApproveProposalRequest = {
  /** The proposal's id. */
  proposal: string;
};
export type ReturnProposalRequest = {
  /** The proposal's id. */
  proposal: string;
  /** Why, in words, for colleagues; may be left out of one's own. */
  reason_text?: string | null;
};
export type MoveExample = {
  id: string;
  /** What the school calls it. */
  registration_id: string;
  /** Whom it is for; empty where an audience alone reads that. */
  student_name: string;
  /** The same in Arabic, where the form asks for both names and both were given. */
  student_name_ar?: string | null;
};
export type RefusedMoves = {
  /** The message id with which each would be refused. */
  message_id: string;
  /** The guard that says no. */
  guard?: string | null;
  /** How many. */
  count: number;
  /** Five of them at most. */
  examples: MoveExample[];
};
export type SeatsWanted = {
  round: string;
  bucket: string;
  /** What the bucket is called. */
  name: Text;
  /** Places that are left, with those that may be offered beyond. */
  free: number;
  /** Applications that would take one. */
  asked: number;
};
export type AnswerMovesPreviewPayload = {
  total: number;
  will_move: number;
  /** Those of them that are only proposed, for another account to approve. */
  will_propose: number;
  /** Families that would be written to, by the addresses that the caller sees; whose offer is withdrawn always is. */
  notified: number;
  /** Offers that families have and that would be withdrawn. */
  withdrawn: number;
  /** Those that would move past conditions of their offer that are open. */
  open_conditions: number;
  /** Why the others stay, the most frequent first. */
  refused: RefusedMoves[];
  over_seats: SeatsWanted[];
} & {
  /** Always true. */
  success: boolean;
  /** Empty on plain success. */
  messageId: string;
};
export type MovesRequest = {
  /** The status, and what refines it. */
  to: Standing;
  /** Why, by the name of the reason. */
  reason_code?: string | null;
  /** The same in words, for colleagues. */
  reason_text?: string | null;
  /** When somebody looks again at what is put on hold, `YYYY-MM-DD`. */
  review_by?: string | null;
  /** Whether the families are written to. */
  notify?: boolean;
  /** When anybody outside hears of it, RFC 3339: of offers, or that the school said no. Between a minute and 180 days ahead; left out, at once. */
  publish_at?: string | null;
  /** The language of the file of results; English when left out. */
  lng?: ("en" | "ar") | null;
  /** These applications, in this order; left out where `filter` says which. */
  ids?: SubmissionId[] | null;
  filter?: StudentListRequest | null;
};
export type BulkMoves = {
  id: string;
  /** Where the job stands. */
  state: BulkState;
  to?: Standing | null;
  /** When it is told, RFC 3339, UTC; null for at once. */
  publish_at?: string | null;
  /** Whether what was proposed is approved. */
  approves: boolean;
  /** Applications. */
  total: number;
  /** Those that have a result. */
  done: number;
  moved: number;
  /** Those that are decided and told later. */
  decided: number;
  /** Those that are proposed, for another account to approve. */
  proposed: number;
  /** Those whose decision or proposal was withdrawn. */
  withdrawn: number;
  refused: number;
  /** Those that were moved, and sent back since. */
  undone: number;
  /** Message id of why it ended before its end. */
  fault?: string | null;
  /** When it was asked for, RFC 3339, UTC. */
  created_at: string;
  /** Until when its results are kept, once it has ended. */
  expires_at?: string | null;
  /** Whether some can be sent back by the caller. */
  can_undo: boolean;
  /** The moves that it undoes. */
  undo_of?: string | null;
  /** What whoever asked for it is called. */
  by: string;
  /** Whether that is the caller. */
  own: boolean;
};
export type MoveWay = {
  to: Standing;
  /** Whether a reason has to be said, wherever they stand. */
  needs_reason: boolean;
  /** Where they stand of which a way leads there. */
  from: Standing[];
};
export type AnswerAllMovesPayload = {
  /** The newest first. */
  items: BulkMoves[];
  ways: MoveWay[];
  /** Reasons that may be said of these ways. */
  reasons: OfferedReason[];
} & {
  /** Always true. */
  success: boolean;
  /** Empty on plain success. */
  messageId: string;
};
export type AnswerMovesPayload = {
  moves: BulkMoves;
} & {
  /** Always true. */
  success: boolean;
  /** Empty on plain success. */
  messageId: string;
};
export type MoveOutcome =
  "moved" | "decided" | "proposed" | "withdrawn" | "refused" | "undone";
export type MoveResult = {
  /** The submission's id. */
  id: string;
  /** What the school calls it; empty for what the caller does not see. */
  registration_id: string;
  /** Whom it is for; empty where an audience alone reads that. */
  student_name: string;
  /** The same in Arabic, where the form asks for both names and both were given. */
  student_name_ar?: string | null;
  from?: Standing | null;
  to?: Standing | null;
  outcome: MoveOutcome;
  /** Why it was refused. */
  message_id?: string | null;
  /** The guard that said no. */
  guard?: string | null;
};
export type AnswerMoveResultsPayload = {
  /** In the order in which they were asked for. */
  items: MoveResult[];
  next_cursor?: string | null;
} & {
  /** Always true. */
  success: boolean;
  /** Empty on plain success. */
  messageId: string;
};
export type UndoMovesRequest = {
  /** Why, by the name of the reason. */
  reason_code?: string | null;
  /** The same in words, for colleagues. */
  reason_text?: string | null;
  /** When somebody looks again at what is on hold again, `YYYY-MM-DD`. */
  review_by?: string | null;
  /** Whether the families are written to. */
  notify?: boolean;
  /** The language of the file of results; English when left out. */
  lng?: ("en" | "ar") | null;
};
export type ApproveProposalsRequest = {
  /** The language of the file of results; English when left out. */
  lng?: ("en" | "ar") | null;
  /** What is proposed of these applications, in this order; left out where `filter` says which. */
  ids?: SubmissionId[] | null;
  filter?: StudentListRequest | null;
};
export type AnswerMoveMailPreview = {
  subject: string;
  html: string;
  /** The family's language: `en`, `ar`. */
  locale: Language;
} & {
  /** Always true. */
  success: boolean;
  /** Empty on plain success. */
  messageId: string;
};
export type MoveMailRequest = {
  /** The status, and what refines it. */
  to: Standing;
  /** Whose place would be offered; left out, of the one that it competes for. */
  bucket?: string | null;
  /** When it would be told, RFC 3339; left out, at once. */
  publish_at?: string | null;
  appointment?: NewAppointment | null;
};
export type PlaceChoice = "move" | "keep";
export type SettlePlaceRequest = {
  /** The version that it is based on. */
  version: number;
  /** `move` to where the answers say, or `keep`. */
  choice: PlaceChoice;
};
export type WaitlistRule = "sibling" | "staff_child" | "date" | "score";
export type Because = {
  rule: WaitlistRule;
  /** `Y` where the child has a brother or sister here, or a parent who works here; the score as a percentage; the day on which it came,
    `YYYY-MM-DD`. Null where the rule does nothing for it. */
  value?: string | null;
  /** Whether somebody has yet to confirm it in the records. Of a parent who works here that counts for nothing until then, unless the round says
    otherwise: the value is null. */
  unconfirmed: boolean;
};
export type WaitlistItem = {
  /** The first is 1. */
  rank: number;
  /** The submission's id, under which everything of it is found. */
  id: string;
  /** What the school calls it. */
  registration_id: string;
  /** Whom it is for; empty where an audience alone reads that. */
  student_name: string;
  /** The same in Arabic, where its form asks for both names; else empty. */
  student_name_ar: string;
  /** When it came, RFC 3339, UTC. */
  submitted_at: string;
  owner?: StudentOwner | null;
  /** Why it stands there: what each of `rules` says of it, in their order. */
  because: Because[];
};
export type AnswerWaitlistPayload = {
  items: WaitlistItem[];
  /** What orders it, the strongest first; of those that are the same in all of them, the one that came first is further ahead. */
  rules: WaitlistRule[];
  /** How many wait; of more than 2,000 those that came first are counted. */
  total: number;
  /** Places that are left, less than none where the school offered beyond them; null for no limit. */
  free?: number | null;
  /** Where the next page starts; null on the last. */
  next_cursor?: string | null;
} & {
  /** Always true. */
  success: boolean;
  /** Empty on plain success. */
  messageId: string;
};
export type PlaceBand = "available" | "few" | "waitlist" | "none";
export type GradePlaces = {
  /** As the school's round calls it: `kg1`, `g1/cambridge`. */
  bucket: string;
  /** The grade, as the form's question and `schoolDates` call it. */
  grade: string;
  stream?: Text | null;
  /** What that is called. */
  name: Text;
  /** About how many are left. */
  band: PlaceBand;
};
export type YearPlaces = {
  /** `2027-2028`. */
  year: string;
  /** In the order of the form. */
  grades: GradePlaces[];
};
export type AnswerPlacesPayload = {
  /** The years for which families can apply today, of those whose rounds say how many places there are. */
  years: YearPlaces[];
} & {
  /** Always true. */
  success: boolean;
  /** Empty on plain success. */
  messageId: string;
};
export type ApplicationStep =
  "applied" | "shortlisted" | "offered" | "accepted" | "booked" | "enrolled";
export type FunnelStep = {
  step: ApplicationStep;
  reached: number;
};
export type WaitingStatus = {
  /** One of the six that something follows: `W`. */
  status: string;
  /** How many stand there. */
  n: number;
  /** Days of the school's for which the one in the middle has stood there; null where none does. */
  median_days?: number | null;
  /** Days of the one that has stood there longest. */
  oldest_days?: number | null;
  /** Days in which the school wants it done (`targets` of its settings); null where it does not say. */
  target_days?: number | null;
  /** How many have stood there for more days than that; null where it does not say. */
  over_target?: number | null;
};
export type AnswerOverviewPayload = {
  /** How many ever reached each step, in the order of the steps: also those that are elsewhere since. */
  funnel: FunnelStep[];
  /** How long those that are not over have stood where they stand, for each of the six statuses that something follows. */
  waiting: WaitingStatus[];
  /** Whether the clocks are held since the school's data came back from a backup: no offer ends, nobody is reminded and no place is offered by
    itself until `resume_clocks`. */
  clocks_held: boolean;
} & {
  /** Always true. */
  success: boolean;
  /** Empty on plain success. */
  messageId: string;
};
export type SeatsLine = {
  /** Places; null for no limit. */
  places?: number | null;
  /** Children who have one already, those who were enrolled among them. */
  on_roll: number;
  /** Booked seats. */
  booked: number;
  /** Seats of accepted offers, also of those that are on hold. */
  accepted: number;
  /** Offers that are out. */
  offered: number;
  /** Places that are left, less than none where the school offered beyond them; null for no limit. */
  free?: number | null;
  /** Offers that may be out beyond the places. */
  over_offer: number;
  /** Applications that wait for a seat. */
  waitlist: number;
} & {
  /** As the round calls it: `kg1`, `g1/cambridge`. */
  bucket: string;
  /** What it is called. */
  name: Text;
  /** How many of its applications stand where. */
  counts: StatusCounts;
};
export type RoundSeats = {
  id: string;
  /** The academic year that it is for. */
  year: string;
  /** Whether families may apply today. */
  open: boolean;
  /** Whether its buckets are not told here, as there are too many: they are when it is asked for by its id. */
  is_cut?: boolean;
  buckets: SeatsLine[];
};
export type AnswerSeatsPayload = {
  rounds: RoundSeats[];
} & {
  /** Always true. */
  success: boolean;
  /** Empty on plain success. */
  messageId: string;
};
export type StudentPhoto = {
  /** The file's id (`show_enquiry_file`). */
  file: string;
};
export type StudentFileOwner = {
  id: string;
  name: string;
};
export type StudentHead = {
  /** The submission's id, under which everything of it is found. */
  id: string;
  /** Counts edits. */
  version: number;
  /** What the school calls the application: `ABQ27-00001`. */
  registration_id: string;
  /** What the school calls a child who is enrolled: `ABQ-2027-0001`; null before. */
  admission_number?: string | null;
  /** Empty where an audience alone reads that. */
  student_name: string;
  /** The same in Arabic, where the form asks for both names and both were given. */
  student_name_ar?: string | null;
  photo?: StudentPhoto | null;
  /** One of the eight: `W`. */
  sims_admission_status: string;
  /** What refines it: `review`; empty where nothing does. */
  sub_status: string;
  assigned_to?: StudentFileOwner | null;
  /** The child's birth date, `YYYY-MM-DD`; null where none was told, or an audience alone reads it. */
  birth_date?: string | null;
  /** The day by which something is due: the last one of an offer, or the one on which somebody looks at it again. `YYYY-MM-DD`. */
  due_at?: string | null;
  next_action?: Standing | null;
};
export type Section =
  | "summary"
  | "personal"
  | "guardians"
  | "academic"
  | "documents"
  | "timeline"
  | "medical"
  | "consents"
  | "notes";
export type StudentField = {
  field: string;
  label: Text;
  /** As it is stored; of an identity number its end. Null where nothing of it is shown. */
  value: unknown;
  display?: Text | null;
  /** Whether not all of it is shown. */
  masked: boolean;
};
export type StudentFields = {
  version: number;
  /** In the form's order. */
  fields: StudentField[];
};
export type StudentDocumentFile = {
  /** Its id (`show_enquiry_file`). */
  file: string;
  name: string;
  bytes: number;
  media_type: string;
  state: PaperState;
  reason?: RefusalReason | null;
  /** Its last day, `YYYY-MM-DD`, where who accepted it said one. */
  expires_on?: string | null;
};
export type StudentDocument = {
  /** The place of its files (`list_papers`); null for what no file answers. */
  field?: string | null;
  label: Text;
  /** Whether the form or its rules ask for it. */
  wanted: boolean;
  /** By when, `YYYY-MM-DD`. */
  due_on?: string | null;
  state: PaperState;
  files: StudentDocumentFile[];
};
export type StudentDocuments = {
  version: number;
  items: StudentDocument[];
};
export type StudentEventActor = {
  id?: string | null;
  name: string;
};
export type StudentEvent = {
  seq: number;
  /** RFC 3339, UTC. */
  at: string;
  actor: StudentEventActor;
  /** The role that let them. */
  role?: string | null;
  /** What happened: `status`, `enrolled` (`to` is the admission number). */
  kind: string;
  from?: string | null;
  from_words?: Text | null;
  to?: string | null;
  to_words?: Text | null;
  reason?: string | null;
  reason_words?: Text | null;
  comment?: string | null;
};
export type StudentTimeline = {
  version: number;
  /** The newest hundred, in their order. */
  items: StudentEvent[];
};
export type StudentNote = {
  id: string;
  text: string;
  /** Empty where the family wrote it. */
  author: string;
  /** RFC 3339, UTC. */
  at: string;
  visible_to_family: boolean;
};
export type StudentNotes = {
  version: number;
  /** The newest first. */
  items: StudentNote[];
};
export type StudentSections = {
  summary?: StudentFields | null;
  personal?: StudentFields | null;
  guardians?: StudentFields | null;
  academic?: StudentFields | null;
  documents?: StudentDocuments | null;
  timeline?: StudentTimeline | null;
  medical?: StudentFields | null;
  consents?: StudentFields | null;
  notes?: StudentNotes | null;
};
export type AnswerStudentFilePayload = {
  student: StudentHead;
  /** The sections that the caller may read. */
  allowed: Section[];
  sections: StudentSections;
} & {
  /** Always true. */
  success: boolean;
  /** Empty on plain success. */
  messageId: string;
};
export type StudentFileRequest = {
  /** Its sections; all that the caller may read where none is named. */
  sections?: Section[];
  /** Why what is medical is to be shown: 5 to 300 characters. Left out, it stays masked. */
  reason?: string | null;
};
export type FoundStudent = {
  /** The submission's id. */
  student_id: string;
  registration_id: string;
  /** Null before the child is enrolled. */
  admission_number?: string | null;
  /** Empty where an audience alone reads that. */
  student_name: string;
  student_name_ar?: string | null;
  /** One of the eight: `W`. */
  sims_admission_status: string;
  sub_status: string;
  grade?: Text | null;
  academic_year?: Text | null;
  assigned_to?: StudentFileOwner | null;
};
export type AnswerFoundStudentPayload = {
  student: FoundStudent;
} & {
  /** Always true. */
  success: boolean;
  /** Empty on plain success. */
  messageId: string;
};
export type FindStudentRequest = {
  /** `ABQ27-00001` or `ABQ-2027-0001`, in any case, with other blanks and signs between, in any digits. */
  enroll_number: string;
};
export type AudienceUnread = {
  /** Submissions of forms that keep something for it. */
  enquiries: number;
  /** Open tasks. */
  tasks: number;
};
export type AudienceMembers = {
  id: string;
  /** Accounts in it that can sign in and whose roles read enquiries. */
  members: number;
  unread?: AudienceUnread | null;
};
export type AnswerAudienceMembersPayload = {
  /** By their ids. */
  items: AudienceMembers[];
} & {
  /** Always true. */
  success: boolean;
  /** Empty on plain success. */
  messageId: string;
};
export type UnlockedField = {
  /** Its name in the form's document. */
  field: string;
  label: Text;
};
export type UnlockView = {
  id: string;
  /** In the form's order; without those that the caller does not read. */
  fields: UnlockedField[];
  /** Whether there are fields that the caller does not read. */
  hides: boolean;
  /** The last day, `YYYY-MM-DD`. */
  until: string;
  /** What the family is told; empty where the caller does not read all of its fields. */
  message: string;
  /** Whether its link went out by mail. */
  link_sent: boolean;
  /** Whether the family can change them now. */
  open: boolean;
  /** Who opened it. */
  created_by: string;
  /** RFC 3339, UTC. */
  created_at: string;
  /** When it was closed, RFC 3339, UTC. */
  closed_at?: string | null;
  /** `sent`: the family sent its answers; `replaced` by another; `withdrawn` by the office; `over` with the submission itself. Null where nothing closed it, though its time may
    be over. */
  closed_why?: string | null;
};
export type UnlockChoice = {
  /** Its name in the form's document. */
  field: string;
  label: Text;
  /** The step that it stands in. */
  step: Text;
  /** Whether the grade, or whose places an application competes for, may follow it. */
  moves_place: boolean;
};
export type AnswerUnlocksPayload = {
  /** The newest first; only the first can be open. */
  items: UnlockView[];
  /** What the caller may open, in the form's order; nothing for who may not. */
  choices: UnlockChoice[];
} & {
  /** Always true. */
  success: boolean;
  /** Empty on plain success. */
  messageId: string;
};
export type AnswerUnlockPayload = {
  unlock: UnlockView;
} & {
  /** Always true. */
  success: boolean;
  /** Empty on plain success. */
  messageId: string;
};
export type UnlockFieldsRequest = {
  /** The submission's, that it is based on. */
  version: number;
  /** Names of fields, of those in `choices`. */
  fields: string[];
  /** For the family: up to 1,000 characters, of several lines. */
  message?: string;
  /** For how many days, today not counted; 7 when left out. */
  days?: number | null;
  /** Whether the family gets a link by mail. */
  notify?: boolean;
};
export type AnswerChangeablePayload = {
  /** The submission's, that a change is based on. */
  version: number;
  /** What the caller may change, in the form's order. */
  choices: UnlockChoice[];
  /** The fields that were named, and those that show by their answers. */
  fields: string[];
  document?: Localised | null;
  /** What stands there, as it was corrected since it was sent; without numbers of which nobody is shown all. */
  values: Record<string, unknown>;
} & {
  /** Always true. */
  success: boolean;
  /** Empty on plain success. */
  messageId: string;
};
export type AnswerOpenedUnlockedPayload = {
  asks?: Proof | null;
  /** Opens what may be changed, for an hour. */
  grant?: string | null;
} & {
  /** Always true. */
  success: boolean;
  /** Empty on plain success. */
  messageId: string;
};
export type OpenUnlockedRequest = {
  /** The link's token. */
  token: string;
  /** What the link asks for, as a person writes it; left out to be told what that is. */
  proof?: string | null;
};
export type Unlocked = {
  reference: string;
  /** What the school calls the application. */
  registration_id?: string | null;
  form_title: Text;
  /** Whom it is for, by the name in the language that is asked for, where the form asks for both. */
  person: string;
  /** What the school says about it; may be empty. */
  message: string;
  /** The last day, `YYYY-MM-DD`. */
  until: string;
  /** The fields that may be changed: those that were opened, and those that show by their answers. */
  fields: string[];
  /** The form of these fields alone. */
  document: Localised;
  /** What stands there, as it was corrected since it was sent. */
  values: Record<string, unknown>;
  /** Counts changes of what is shown here; whoever sends names the one that it is based on. */
  version: number;
};
export type AnswerUnlockedPayload = {
  application: Unlocked;
} & {
  /** Always true. */
  success: boolean;
  /** Empty on plain success. */
  messageId: string;
};
export type ViewUnlockedRequest = {
  /** What `open_unlocked` gave. */
  grant?: string | null;
  /** What opens the page of the application: as `{application}` of `get_application`. */
  key?: string | null;
  /** `en` or `ar`; `en` when left out. */
  lng?: string | null;
};
export type AnswerSentUnlockedPayload = {
  /** An application's registration number, else the reference. */
  number: string;
  /** RFC 3339, UTC. */
  sent_at: string;
  /** What the questions are called that were open, in the form's order. */
  answers: Text[];
  /** Whether a letter (`answers_received`) confirms it to where the school writes. */
  mailed: boolean;
} & {
  /** Always true. */
  success: boolean;
  /** Empty on plain success. */
  messageId: string;
};
export type SendUnlockedRequest = {
  /** What `open_unlocked` gave. */
  grant?: string | null;
  /** What opens the page of the application: as `{application}` of `get_application`. */
  key?: string | null;
  /** As `view_unlocked` told it. */
  version: number;
  /** The answers to all fields that are open; one that is left out has none any more. */
  values: Record<string, unknown>;
  /** `en` or `ar`. */
  locale: Language;
};
export type BegunApplication = {
  /** Opens the draft; null where it was mailed to the family or is kept in its account: it goes on with it alone. */
  token?: string | null;
  /** The form. */
  form: string;
  /** When it was begun, RFC 3339, UTC. */
  begun_at: string;
  /** When the family last got the link. */
  mailed_at?: string | null;
};
export type AnswerConvertedPayload = {
  draft: BegunApplication;
  /** Whether the family was written to now; false also where as many messages reached its address as may. */
  mailed: boolean;
} & {
  /** Always true. */
  success: boolean;
  /** Empty on plain success. */
  messageId: string;
};
export type ConvertEnquiryRequest = {
  /** Whether the family is written to, with the link to go on with it. */
  send?: boolean;
};
export type Languages = "en" | "ar" | "both";
export type LetterChild = {
  first_name: string;
  /** In Arabic, where the form asks for both names. */
  first_name_ar?: string | null;
  grade?: Text | null;
};
export type LetterProof = "birth_date" | "phone" | "code";
export type LetterReached = {
  /** `mail` or `sms`. */
  by: string;
  /** `h…@example.org`, `…5678`. */
  hint: string;
  /** Whether it is where whoever applied is written to, and the signer is somebody else. */
  shared: boolean;
};
export type LetterSigner = {
  place: number;
  /** `guardian1`, `guardian2`, `student`, `school`. */
  role: string;
  name: string;
  /** `waiting` for others, `invited`, `signed`, `declined`; `sealed` for the school, whose seal is its signature. */
  state: string;
  is_you: boolean;
  /** RFC 3339, UTC. */
  answered_at?: string | null;
};
export type AnswerOfferLetterPayload = {
  school: Text;
  kind: string;
  reference: string;
  /** `offered`, `accepted`, `declined`; `issued` of one that its holder only reads. */
  status: string;
  languages: Languages;
  title: Text;
  child: LetterChild;
  /** RFC 3339, UTC: the midnight after its last day. */
  expires_at: string;
  /** What whoever reads it is asked first. */
  second_proof: LetterProof;
  code_to?: LetterReached | null;
  /** Whether it was asked with a grant that is good; null and empty is without one what follows. */
  proved: boolean;
  subject?: Text | null;
  facts: Record<string, unknown>[];
  /** The filled text, as it is hashed and printed. */
  body?: Record<string, unknown> | null;
  signers: LetterSigner[];
  text_sha256?: string | null;
  /** Of the PDF that is agreed to. */
  document_sha256?: string | null;
  /** Whether there is a PDF that all have signed. */
  is_signed: boolean;
} & {
  /** Always true. */
  success: boolean;
  /** Empty on plain success. */
  messageId: string;
};
export type AnswerLetterGrantPayload = {
  grant: string;
} & {
  /** Always true. */
  success: boolean;
  /** Empty on plain success. */
  messageId: string;
};
export type ProveLetterRequest = {
  /** The link's token. */
  token: string;
  /** The code of the letter's template; left out, whichever it is. */
  sims_criteria_code?: string | null;
  /** As a person writes it. */
  proof: string;
};
export type AnswerAnsweredLetterPayload = {
  /** `offered` while others have to sign, `accepted`, `declined`. */
  status: string;
  signers: LetterSigner[];
  /** Opens the acceptance that follows an offer which all have signed; left out where none does. */
  acceptanceLetterToken?: string | null;
  /** What opens it to whoever answered, as long as their grant of the offer; left out where they are asked again. */
  acceptance_grant?: string | null;
  /** The page of that acceptance. */
  next_url?: string | null;
} & {
  /** Always true. */
  success: boolean;
  /** Empty on plain success. */
  messageId: string;
};
export type LetterDecision = "accept" | "decline";
export type OfferLetterValues = {
  decision: LetterDecision;
  decline_reason?: DeclineReason | null;
  /** In the family's own words. */
  decline_text?: string | null;
};
export type LetterSignature = {
  /** May be empty where strokes are drawn. */
  typed_name: string;
  /** Lists of points on paper of 600 by 200: `[[[x, y], …], …]`; none where the name is typed alone. */
  strokes?: number[][][] | null;
  /** `text_sha256` of what was shown. */
  agreed_text_hash: string;
  /** `document_sha256` of what was shown. */
  document_hash: string;
};
export type OfferLetterFormData = {
  /** What `prove_letter` gave. */
  grant: string;
  /** `en` or `ar`: in which it was read. */
  locale: Language;
  /** One, where the letter is accepted. */
  signatures?: LetterSignature[];
};
export type AnswerOfferLetterRequest = {
  values: OfferLetterValues;
  formData: OfferLetterFormData;
};
export type OfferLetterPdfRequest = {
  /** The link's token. */
  token: string;
  /** The code of the letter's template; left out, whichever it is. */
  sims_criteria_code?: string | null;
  /** What `prove_letter` gave. */
  grant: string;
  /** Whether it has to be the one that all have signed. */
  final?: boolean;
};
export type KnownSignatures = {
  done: number;
  of: number;
  /** The day of the last one. */
  last_on?: string | null;
};
export type KnownFile = {
  /** `offered` or `signed`. */
  kind: string;
  sha256: string;
  /** RFC 3339, UTC. */
  sealed_at: string;
};
export type KnownCertificate = {
  sha256: string;
  /** RFC 3339, UTC. */
  not_after: string;
};
export type AnswerKnownLetterPayload = {
  school: Text;
  kind: string;
  reference: string;
  /** `YYYY-MM-DD`. */
  issued_on: string;
  /** `offered`, `accepted`, `declined`, `withdrawn`, `expired`, `replaced`; `issued` of one that nobody has to answer, `erased` once its time is over. */
  state: string;
  /** `YYYY-MM-DD`: the last day of one that is open. */
  until?: string | null;
  signatures: KnownSignatures;
  files: KnownFile[];
  certificate: KnownCertificate;
} & {
  /** Always true. */
  success: boolean;
  /** Empty on plain success. */
  messageId: string;
};
export type Seal = {
  sha256: string;
  pem: string;
  /** RFC 3339, UTC. */
  not_after: string;
};
export type AnswerSealsPayload = {
  /** The newest first. */
  seals: Seal[];
} & {
  /** Always true. */
  success: boolean;
  /** Empty on plain success. */
  messageId: string;
};
export type EnquiryLetterSigner = {
  place: number;
  /** `guardian1`, `guardian2`, `student`, `school`; `reader` who opens what nobody of the family signs. */
  role: string;
  name: string;
  /** As for `get_offer_letter`. */
  state: string;
  link_to?: LetterReached | null;
  /** RFC 3339, UTC: when they opened it first. */
  opened_at?: string | null;
  /** RFC 3339, UTC. */
  answered_at?: string | null;
};
export type LetterPost = {
  /** `YYYY-MM-DD`. */
  posted_on: string;
  note: string;
};
export type AcceptancePayment = {
  /** `YYYY-MM-DD`. */
  due_on: string;
  /** In the currency's smallest unit. */
  amount_minor: number;
};
export type AcceptancePlan = {
  code: string;
  title: Text;
  payments: AcceptancePayment[];
  /** In the currency's smallest unit. */
  total_minor: number;
};
export type AcceptanceTerms = {
  plan?: AcceptancePlan | null;
  deposit?: AcceptancePayment | null;
  /** ISO 4217. */
  currency: string;
};
export type EnquiryLetter = {
  id: string;
  kind: string;
  reference: string;
  title: Text;
  /** `choosing` (an acceptance whose family has to choose how it pays), `draft`, `released`, `signed`, `declined`, `expired`, `withdrawn`,
    `replaced` (its family chose otherwise). */
  state: string;
  /** `YYYY-MM-DD`. */
  issued_on: string;
  /** RFC 3339, UTC. */
  expires_at: string;
  /** RFC 3339, UTC: when it was answered, or came to its end. */
  closed_at?: string | null;
  /** Why it was withdrawn: `accepted_by_staff`, whose move to A ended the letter; null of every other. */
  closed_why?: string | null;
  signers: EnquiryLetterSigner[];
  files: KnownFile[];
  /** When it was posted on paper. */
  posts: LetterPost[];
  /** The hash that its record ends with; null before it went out. */
  record?: string | null;
  terms?: AcceptanceTerms | null;
};
export type AnswerEnquiryLettersPayload = {
  /** The newest first. */
  items: EnquiryLetter[];
} & {
  /** Always true. */
  success: boolean;
  /** Empty on plain success. */
  messageId: string;
};
export type AnswerEnquiryLetterPayload = {
  letter: EnquiryLetter;
} & {
  /** Always true. */
  success: boolean;
  /** Empty on plain success. */
  messageId: string;
};
export type IssueLetterRequest = {
  /** Of its template. */
  code: string;
  language?: Languages | null;
  /** For how many days it can be opened; left out, 90. */
  days?: number | null;
  /** What financial documents are to cover, in the school's currency. */
  amount?: string | null;
};
export type OfferLetterPayload = {
  school: Text;
  kind: string;
  reference: string;
  /** `offered`, `accepted`, `declined`; `issued` of one that its holder only reads. */
  status: string;
  languages: Languages;
  title: Text;
  child: LetterChild;
  /** RFC 3339, UTC: the midnight after its last day. */
  expires_at: string;
  /** What whoever reads it is asked first. */
  second_proof: LetterProof;
  code_to?: LetterReached | null;
  /** Whether it was asked with a grant that is good; null and empty is without one what follows. */
  proved: boolean;
  subject?: Text | null;
  facts: Record<string, unknown>[];
  /** The filled text, as it is hashed and printed. */
  body?: Record<string, unknown> | null;
  signers: LetterSigner[];
  text_sha256?: string | null;
  /** Of the PDF that is agreed to. */
  document_sha256?: string | null;
  /** Whether there is a PDF that all have signed. */
  is_signed: boolean;
};
export type AnswerAcceptanceLetterPayload = (OfferLetterPayload & {
  /** What can be chosen; empty where nothing can, or can no more. */
  plans: AcceptancePlan[];
  plan?: AcceptancePlan | null;
  /** The code of the plan that the application named, where it is one of `plans` and none is chosen. */
  preferred_plan?: string | null;
  deposit?: AcceptancePayment | null;
  /** ISO 4217; of all amounts. */
  currency: string;
  /** How often the family can still choose. */
  choices_left: number;
}) & {
  /** Always true. */
  success: boolean;
  /** Empty on plain success. */
  messageId: string;
};
export type AnswerAnsweredAcceptancePayload = {
  /** `choosing`, `preparing`, `offered`, `accepted`, `declined`. */
  status: string;
  signers: LetterSigner[];
} & {
  /** Always true. */
  success: boolean;
  /** Empty on plain success. */
  messageId: string;
};
export type AcceptanceLetterValues = {
  /** Of the way to pay. */
  plan_code?: string | null;
  decision?: LetterDecision | null;
  decline_reason?: DeclineReason | null;
  /** The same in the family's words. */
  decline_text?: string | null;
};
export type AnswerAcceptanceLetterRequest = {
  values: AcceptanceLetterValues;
  formData: OfferLetterFormData;
};
export type BulkLetterChild = {
  id: string;
  /** Whom it is for; empty where an audience alone reads that. */
  student_name: string;
  /** The same in Arabic, where the form asks for both names and both were given. */
  student_name_ar?: string | null;
};
export type UnsentLetters = {
  /** The message id with which each would be refused. */
  message_id: string;
  /** What says no: `has_one`, `too_many`, `unprovable`, `unfilled`, `too_long`. */
  guard?: string | null;
  /** Of `unfilled` the field that nothing fills. */
  detail?: string | null;
  /** How many. */
  count: number;
  /** Five of them at most. */
  examples: BulkLetterChild[];
};
export type AnswerBulkLettersPreviewPayload = {
  total: number;
  will_send: number;
  /** Those of them that are closed. */
  closed: number;
  /** Those of them without an address for mail: their letters are for the post. */
  unmailed: number;
  /** Five of those that get one at most: `preview_enquiry_letter` draws theirs. */
  samples: BulkLetterChild[];
  /** Why the others get none, the most frequent first. */
  refused: UnsentLetters[];
} & {
  /** Always true. */
  success: boolean;
  /** Empty on plain success. */
  messageId: string;
};
export type BulkLettersRequest = {
  /** Of its template. */
  code: string;
  language?: Languages | null;
  /** For how many days it can be opened; left out, 90. */
  days?: number | null;
  /** These applications, in this order; left out where `filter` says which. */
  ids?: SubmissionId[] | null;
  filter?: StudentListRequest | null;
};
export type BulkLettersAction = "issue" | "withdraw" | "post";
export type BulkLetters = {
  id: string;
  /** Where the job stands. */
  state: BulkState;
  action: BulkLettersAction;
  /** The template; null where letters that another job made are withdrawn or posted. */
  code?: string | null;
  title?: Text | null;
  /** The job whose letters these are; null for one that makes its own. */
  of?: string | null;
  /** Applications. */
  total: number;
  /** Those that have a result. */
  done: number;
  /** Letters that were made, and not withdrawn since by a job. */
  issued: number;
  /** Those of them that are drawn and out. */
  sent: number;
  /** Those of them that somebody has opened. */
  opened: number;
  /** Those of them that are over: withdrawn alone, or impossible to draw. */
  ended: number;
  withdrawn: number;
  posted: number;
  refused: number;
  /** Parts of a hundred applications that hold a letter to be printed, from 0. */
  parts: number[];
  can_withdraw: boolean;
  can_post: boolean;
  /** Message id of why it ended before its end. */
  fault?: string | null;
  /** When it was asked for, RFC 3339, UTC. */
  created_at: string;
  /** Until when its results are kept, once it has ended. */
  expires_at?: string | null;
};
export type AnswerAllBulkLettersPayload = {
  /** The newest first. */
  items: BulkLetters[];
} & {
  /** Always true. */
  success: boolean;
  /** Empty on plain success. */
  messageId: string;
};
export type AnswerBulkLettersPayload = {
  letters: BulkLetters;
} & {
  /** Always true. */
  success: boolean;
  /** Empty on plain success. */
  messageId: string;
};
export type BulkLetterOutcome = "issued" | "withdrawn" | "posted" | "refused";
export type BulkLetterResult = {
  /** The submission's id. */
  id: string;
  /** What the school calls it; empty for what the caller does not see. */
  registration_id: string;
  /** Whom it is for; empty where an audience alone reads that. */
  student_name: string;
  /** The same in Arabic, where the form asks for both names and both were given. */
  student_name_ar?: string | null;
  outcome: BulkLetterOutcome;
  /** The letter's reference; null without one. */
  reference?: string | null;
  /** Where the letter stands now; null without one. */
  letter_state?: string | null;
  opened: boolean;
  /** Why it was refused. */
  message_id?: string | null;
  /** What said no. */
  guard?: string | null;
  /** Of `unfilled` the field that nothing fills. */
  detail?: string | null;
};
export type AnswerBulkLetterResultsPayload = {
  /** In the order in which they were asked for. */
  items: BulkLetterResult[];
  next_cursor?: string | null;
} & {
  /** Always true. */
  success: boolean;
  /** Empty on plain success. */
  messageId: string;
};
export type WithdrawBulkLettersRequest = {
  reason: string;
};
export type PostBulkLettersRequest = {
  /** `YYYY-MM-DD`. */
  posted_on: string;
  /** By whom, or with which number. */
  note?: string;
};
export type SendableLetter = {
  code: string;
  /** `plain`, `consent`, `financial_request`. */
  kind: string;
  title: Text;
  languages: Languages;
};
export type AnswerSendableLettersPayload = {
  items: SendableLetter[];
} & {
  /** Always true. */
  success: boolean;
  /** Empty on plain success. */
  messageId: string;
};
export type SendLetterAgainRequest = {
  /** Of whoever signs or reads it, as the list of letters tells it. */
  place: number;
};
export type PostLetterRequest = {
  /** `YYYY-MM-DD`. */
  posted_on: string;
  /** By whom, or with which number. */
  note?: string;
};
export type PostNewestLetterRequest = {
  /** Of its template. */
  code: string;
  /** `YYYY-MM-DD`. */
  posted_on: string;
  /** By whom, or with which number. */
  note?: string;
};
export type BulkJobId = string;
export type PrintLettersRequest = {
  /** Of applications; left out where `bulk` says which. */
  ids?: SubmissionId[] | null;
  /** Of a template, beside `ids`. */
  code?: string | null;
  bulk?: BulkJobId | null;
  /** Which hundred of its applications, from 0. */
  part?: number | null;
};
export type WithdrawLetterRequest = {
  reason: string;
};
export type AnswerLetterCodePayload = {
  to: LetterReached;
  /** Seconds that it is good for. */
  expires_in: number;
  /** Seconds until another one may be asked for. */
  resend_in: number;
} & {
  /** Always true. */
  success: boolean;
  /** Empty on plain success. */
  messageId: string;
};
export type SendLetterCodeRequest = {
  /** The link's token. */
  token: string;
  /** The code of the letter's template; left out, whichever it is. */
  sims_criteria_code?: string | null;
};
export type AnswerOwnLetterPayload = {
  /** Of its page, with a token that is good for an hour. */
  path: string;
} & {
  /** Always true. */
  success: boolean;
  /** Empty on plain success. */
  messageId: string;
};
export type LetterConditionFile = {
  id: string;
  name: string;
  /** Whether the school added it: the family neither opens it nor takes it back. */
  of_school: boolean;
};
export type LetterCondition = {
  code: string;
  text: Text;
  /** `YYYY-MM-DD`: its last day. */
  due_on: string;
  /** `open`, `submitted`, `met`, `failed`, `waived`. */
  state: string;
  /** Whether a file can be sent for it. */
  takes_files: boolean;
  /** What was sent for it, the oldest first. */
  files: LetterConditionFile[];
};
export type AnswerLetterConditionsPayload = {
  conditions: LetterCondition[];
} & {
  /** Always true. */
  success: boolean;
  /** Empty on plain success. */
  messageId: string;
};
export type LetterConditionsRequest = {
  /** The link's token. */
  token: string;
  /** What `prove_letter` gave. */
  grant: string;
};
export type AddConditionFileRequest = {
  /** The link's token. */
  token: string;
  /** What `prove_letter` gave. */
  grant: string;
  /** The condition's. */
  code: string;
  file: Blob;
};
export type LetterFileRequest = {
  /** The link's token. */
  token: string;
  /** What `prove_letter` gave. */
  grant: string;
  /** The condition's or the document's. */
  code: string;
  /** The file's id. */
  file: string;
};
export type ConditionFile = {
  /** Its id, as the list of documents has it. */
  id: string;
  name: string;
  /** RFC 3339, UTC. */
  given_at: string;
};
export type EnquiryCondition = {
  code: string;
  text: Text;
  /** `YYYY-MM-DD`: its last day. */
  due_on: string;
  /** `open`, `submitted`, `met`, `failed`, `waived`. */
  state: string;
  /** The question that its documents answer; null where nothing is sent for it. */
  field?: string | null;
  /** What was sent for it, the oldest first. */
  files: ConditionFile[];
  /** Whether the caller reads what is sent for it, without which nothing but `waived` can be said of it. */
  may_judge: boolean;
  /** Why it failed or was waived. */
  reason?: string | null;
  /** RFC 3339, UTC: when somebody said what became of it. */
  decided_at?: string | null;
};
export type AnswerEnquiryConditionsPayload = {
  /** Of the offer; null where it has none, and then there are no conditions. */
  letter?: string | null;
  items: EnquiryCondition[];
} & {
  /** Always true. */
  success: boolean;
  /** Empty on plain success. */
  messageId: string;
};
export type ConditionDecision = "met" | "failed" | "waived" | "open";
export type DecideConditionRequest = {
  state: ConditionDecision;
  /** Needed where it fails or is waived. */
  reason?: string;
  /** `YYYY-MM-DD`: the new last day of one that is open again. */
  due_on?: string | null;
};
export type ConsentStand =
  "accepted" | "refused" | "withdrawn" | "asked" | "never" | "older";
export type ConsentAnswer = {
  id: string;
  version: string;
  /** `accepted`, `refused`. */
  choice: string;
  signer: string;
  /** RFC 3339, UTC. */
  signed_at: string;
  /** RFC 3339, UTC. */
  withdrawn_at?: string | null;
  withdrawn_by?: string | null;
  withdrawn_reason?: string | null;
  /** The letter that was signed. */
  letter_id: string;
  reference: string;
};
export type EnquiryConsent = {
  code: string;
  title: Text;
  required: boolean;
  /** Of its words now; empty where the school has it no more. */
  version: string;
  state: ConsentStand;
  /** The newest first. */
  history: ConsentAnswer[];
};
export type AnswerEnquiryConsentsPayload = {
  items: EnquiryConsent[];
} & {
  /** Always true. */
  success: boolean;
  /** Empty on plain success. */
  messageId: string;
};
export type AskForConsentsRequest = {
  /** Of their templates, each once. */
  codes: string[];
  /** For how many days it can be answered; left out, 14. */
  days?: number | null;
  language?: Languages | null;
};
export type ConsentChild = {
  name: string;
  name_ar: string;
};
export type FamilyConsent = {
  id: string;
  child: ConsentChild;
  code: string;
  title: Text;
  version: string;
  /** `accepted`, `refused`. */
  choice: string;
  /** Whether the school needs it. */
  required: boolean;
  /** RFC 3339, UTC. */
  signed_at: string;
  /** RFC 3339, UTC. */
  withdrawn_at?: string | null;
  reference: string;
};
export type AnswerFamilyConsentsPayload = {
  /** The newest first. */
  items: FamilyConsent[];
} & {
  /** Always true. */
  success: boolean;
  /** Empty on plain success. */
  messageId: string;
};
export type AnswerFamilyConsentPayload = {
  consent: FamilyConsent;
} & {
  /** Always true. */
  success: boolean;
  /** Empty on plain success. */
  messageId: string;
};
export type WithdrawConsentRequest = {
  /** May be empty. */
  reason?: string;
};
export type ConsentColumn = {
  code: string;
  title: Text;
  required: boolean;
};
export type ConsentCell = {
  code: string;
  state: ConsentStand;
  /** RFC 3339, UTC: since when. */
  at?: string | null;
};
export type ConsentLine = {
  /** Of its application. */
  id: string;
  registration_id: string;
  student_name: string;
  student_name_ar: string;
  grade: Text;
  round: string;
  /** In the order of the columns. */
  cells: ConsentCell[];
};
export type AnswerConsentsPayload = {
  columns: ConsentColumn[];
  items: ConsentLine[];
  /** Where it continues; a page may have fewer than were asked for, and yet continue. */
  next_cursor?: string | null;
} & {
  /** Always true. */
  success: boolean;
  /** Empty on plain success. */
  messageId: string;
};
export type FinancialState =
  "requested" | "submitted" | "returned" | "verified";
export type FinancialCheque = {
  /** `YYYY-MM-DD`. */
  date?: string;
  /** In the school's currency, with its decimals at most. */
  amount?: string;
  bank?: string;
  number?: string;
};
export type FinancialAnswer = {
  /** In the school's currency, with its decimals at most. */
  amount?: string;
  iban?: string;
  cheques?: FinancialCheque[];
};
export type FinancialFile = {
  /** Its id, as the list of documents has it. */
  id: string;
  name: string;
  /** RFC 3339, UTC. */
  given_at: string;
};
export type FinancialItem = {
  code: string;
  /** `salary`, `sponsor`, `guarantee`, `cheques`. */
  kind: string;
  label: Text;
  asks_amount: boolean;
  asks_iban: boolean;
  state: FinancialState;
  /** Whether it can be sent. */
  is_open: boolean;
  /** Why it is to come once more. */
  reason?: string | null;
  /** What was said beside it last. */
  answer: FinancialAnswer;
  /** The oldest first. */
  files: FinancialFile[];
};
export type AnswerFinancialItemsPayload = {
  items: FinancialItem[];
} & {
  /** Always true. */
  success: boolean;
  /** Empty on plain success. */
  messageId: string;
};
export type AddFinancialFileRequest = {
  /** The link's token. */
  token: string;
  /** What `prove_letter` gave. */
  grant: string;
  /** The document's. */
  code: string;
  file: Blob;
};
export type EnquiryFinancialItem = {
  code: string;
  /** `salary`, `sponsor`, `guarantee`, `cheques`. */
  kind: string;
  label: Text;
  state: FinancialState;
  /** What is declared, in the currency's smallest unit; null where nothing is. */
  amount_minor?: number | null;
  /** The account with its country and its last four alone. */
  iban?: string | null;
  cheques: FinancialCheque[];
  files: FinancialFile[];
  /** Why it was returned. */
  reason?: string | null;
  decided_by?: string | null;
  /** RFC 3339, UTC. */
  decided_at?: string | null;
};
export type FinancialRequest = {
  letter_id: string;
  reference: string;
  /** As for a letter. */
  state: string;
  /** RFC 3339, UTC. */
  expires_at: string;
  items: EnquiryFinancialItem[];
};
export type AnswerFinancialRequestPayload = {
  /** ISO 4217; of all amounts. */
  currency: string;
  request?: FinancialRequest | null;
} & {
  /** Always true. */
  success: boolean;
  /** Empty on plain success. */
  messageId: string;
};
export type FinancialDecision = "verified" | "returned";
export type DecideFinancialRequest = {
  state: FinancialDecision;
  /** Needed where it is returned. */
  reason?: string;
};
export type AnswerIbanPayload = {
  iban: string;
} & {
  /** Always true. */
  success: boolean;
  /** Empty on plain success. */
  messageId: string;
};
export type ReadIbanRequest = {
  reason: string;
};
export type AskedConsent = {
  code: string;
  title: Text;
  /** Whether the school needs it before the child is enrolled. */
  required: boolean;
  /** The filled text, as it is hashed and printed. */
  body: Record<string, unknown>;
};
export type ConsentChoice = "accepted" | "refused";
export type AnswerFormValuesPayload = (OfferLetterPayload & {
  /** Of what is asked. */
  form_version: string;
  /** Consents that are asked for; empty without a grant. */
  consents: AskedConsent[];
  /** What is chosen of them so far, or was signed, by code. */
  values: {
    [key: string]: ConsentChoice;
  };
  /** Financial documents that are asked for; empty without a grant. */
  items: FinancialItem[];
}) & {
  /** Always true. */
  success: boolean;
  /** Empty on plain success. */
  messageId: string;
};
export type AnswerPutFormValuesPayload = {
  /** `draft`, `submitted`; of financial documents `draft` too while others can still be sent. */
  status: string;
} & {
  /** Always true. */
  success: boolean;
  /** Empty on plain success. */
  messageId: string;
};
export type FormValuesAction = "save" | "submit";
export type FormValuesFormData = {
  /** Of what was shown. */
  form_version: string;
  /** `en` or `ar`: in which it was read. */
  locale: Language;
  /** `save` keeps a draft, `submit` sends it with a signature. */
  action: FormValuesAction;
  /** What `prove_letter` gave. */
  grant: string;
  /** One, where it is sent. */
  signatures?: LetterSignature[];
};
export type PutFormValuesRequest = {
  /** By code what is chosen of a consent (`accepted`, `refused`), or said beside a financial document (`{amount?, iban?, cheques?: [{date, amount, bank,
    number}]}`). */
  values: Record<string, unknown>;
  formData: FormValuesFormData;
};
export type Editor = {
  /** The person's id; empty for the operators. */
  id: string;
  /** The name as it was then. */
  name: string;
};
export type DraftEdit = {
  /** Path of the file in the bundle. */
  file: string;
  /** JSON pointer into the file. */
  pointer: string;
  /** The value; null takes a key away. */
  value?: unknown;
  /** The place is given back to the base. */
  reset?: boolean;
  /** The draft's version when this place was last changed. */
  version: number;
  /** Who changed it last. */
  by: Editor;
  /** When. */
  at: string;
};
export type SettingsDraft = {
  /** Counts changes. */
  version: number;
  /** In the order of files and places. */
  edits: DraftEdit[];
};
export type PublishedSettings = {
  /** Its number. */
  seq: number;
  /** When it went live. */
  at: string;
  by?: Editor | null;
  /** Why. */
  note: string;
};
export type ScheduleState = "waiting" | "failed";
export type Diagnostic = {
  /** Path of the file in the bundle. */
  file: string;
  /** Line, from 1. */
  line: number;
  /** Column in characters, from 1. */
  column: number;
  /** JSON pointer to the value, where there is one. */
  pointer: string;
  /** Stable name of the kind of problem. */
  code: string;
  /** What is wrong, in one English sentence. */
  message: string;
  /** What to do about it. */
  hint?: string | null;
  /** Errors keep the settings from being published, warnings do not. */
  severity: Severity;
};
export type SettingsSchedule = {
  /** Its id. */
  id: string;
  /** Its moment. */
  at: string;
  /** Why. */
  note: string;
  /** Who set it. */
  by: Editor;
  /** How many places it changes. */
  edits: number;
  /** Whether it waits or failed. */
  state: ScheduleState;
  /** What was wrong. */
  problems: Diagnostic[];
};
export type AnswerSettingsPayload = {
  /** What is not published yet. */
  draft: SettingsDraft;
  published?: PublishedSettings | null;
  /** What the operators keep for themselves: pointers of `school.yaml`, files, folders that end in `/`. */
  locked: string[];
  /** Publications that wait for their day, or failed on it. */
  schedules: SettingsSchedule[];
  /** What is wrong with the bundle as the draft has it. */
  problems: Diagnostic[];
} & {
  /** Always true. */
  success: boolean;
  /** Empty on plain success. */
  messageId: string;
};
export type SettingFile = {
  /** Path in the bundle. */
  file: string;
  /** The operators' bundle has it. */
  in_base: boolean;
  /** The school's published changes touch it. */
  changed: boolean;
  /** The draft touches it. */
  drafted: boolean;
};
export type AnswerSettingFilesPayload = {
  /** By path. */
  items: SettingFile[];
} & {
  /** Always true. */
  success: boolean;
  /** Empty on plain success. */
  messageId: string;
};
export type AnswerSettingFilePayload = {
  /** Path in the bundle. */
  file: string;
  /** As the operators have it. */
  base: unknown;
  /** As it is live. */
  published: unknown;
  /** As the draft has it. */
  draft: unknown;
} & {
  /** Always true. */
  success: boolean;
  /** Empty on plain success. */
  messageId: string;
};
export type AnswerDraftSettingsPayload = {
  /** It. */
  draft: SettingsDraft;
  /** What is wrong with the bundle as the draft has it. */
  problems: Diagnostic[];
} & {
  /** Always true. */
  success: boolean;
  /** Empty on plain success. */
  messageId: string;
};
export type SettingsRefusal = {
  /** Always false. */
  success: boolean;
  /** Which problem: `docs/message-ids.md`. */
  messageId: string;
  /** What is wrong with which edit: `/edits/<n>`. */
  errors?: Issue[] | null;
  /** What is wrong with the bundle as it would be. */
  problems?: Diagnostic[] | null;
  /** What somebody else changed meanwhile. */
  theirs?: DraftEdit[] | null;
};
export type SettingsEdit = {
  /** Path of the file in the bundle. */
  file: string;
  /** JSON pointer into the file; empty for all of it. */
  pointer: string;
  /** The value; null takes a key away. Left out where the place is given back. */
  value?: unknown;
  /** Gives the place back to the base. */
  reset?: boolean;
};
export type SaveDraftSettingsRequest = {
  /** The draft's version that they are based on. */
  version: number;
  /** All of them, or none. */
  edits: SettingsEdit[];
};
export type DraftVersionRequest = {
  /** The draft's version. */
  version: number;
};
export type SettingsChange = {
  /** Path of the file in the bundle. */
  file: string;
  /** JSON pointer into the file. */
  pointer: string;
  /** The value before; null where there was none. */
  from: unknown;
  /** The value after; null where there is none. */
  to: unknown;
};
export type AnswerCheckSettingsPayload = {
  /** What is wrong. */
  problems: Diagnostic[];
  /** What changes, value by value. */
  changes: SettingsChange[];
  /** The same as a unified diff of YAML. */
  diff: string;
} & {
  /** Always true. */
  success: boolean;
  /** Empty on plain success. */
  messageId: string;
};
export type SettingBlob = {
  /** Its digest: an edit's value is `{"$blob": <this>}`. */
  sha256: string;
  /** Its size. */
  bytes: number;
  /** Its type. */
  media_type: string;
  /** A picture's width in pixels. */
  width?: number | null;
  /** A picture's height in pixels. */
  height?: number | null;
};
export type AnswerSettingBlobPayload = {
  /** It. */
  blob: SettingBlob;
  plugin?: PluginRef | null;
} & {
  /** Always true. */
  success: boolean;
  /** Empty on plain success. */
  messageId: string;
};
export type SettingBlobRequest = {
  /** `logo`, `photo`, `picture` or `plugin`. */
  kind: string;
  /** The file. */
  file: Blob;
};
export type RevisionKind = "published" | "scheduled" | "restored" | "files";
export type SettingsRevision = {
  /** Its number, from 1. */
  seq: number;
  /** When it went live. */
  at: string;
  /** What brought it about. */
  kind: RevisionKind;
  by?: Editor | null;
  /** Why. */
  note: string;
  /** How many values differ from the revision before. */
  changes: number;
};
export type AnswerPublishSettingsPayload = {
  revision?: SettingsRevision | null;
  schedule?: SettingsSchedule | null;
} & {
  /** Always true. */
  success: boolean;
  /** Empty on plain success. */
  messageId: string;
};
export type PublishSettingsRequest = {
  /** The draft's version that was looked at. */
  version: number;
  /** Why. */
  note: string;
  /** A moment in the future (ISO 8601); now when left out. */
  at?: string | null;
};
export type AnswerRevisionsPayload = {
  /** The newest first. */
  items: SettingsRevision[];
  /** Where the next page begins. */
  next_cursor?: string | null;
} & {
  /** Always true. */
  success: boolean;
  /** Empty on plain success. */
  messageId: string;
};
export type AnswerComparePayload = {
  /** Value by value. */
  changes: SettingsChange[];
  /** The same as a unified diff of YAML. */
  diff: string;
} & {
  /** Always true. */
  success: boolean;
  /** Empty on plain success. */
  messageId: string;
};
export type AnswerPreviewPayload = {
  /** What opens it: `?preview=` of a page, `x-preview` of a call. */
  token: string;
  /** Seconds that it is good for, if the session lives as long. */
  expires_in: number;
} & {
  /** Always true. */
  success: boolean;
  /** Empty on plain success. */
  messageId: string;
};
export type BothTexts = {
  /** English. */
  en?: string | null;
  /** Arabic. */
  ar?: string | null;
};
export type FoundText = {
  /** Its namespace; `form-<id>` for a form's own words. */
  ns: string;
  /** Its key, dotted. */
  key: string;
  /** Its place in `locales/{en,ar}/<ns>.json`. */
  pointer: string;
  /** As the draft says it in English. */
  en?: string | null;
  /** As the draft says it in Arabic. */
  ar?: string | null;
  /** The school's own words. */
  own: BothTexts;
  /** The words that everybody gets. */
  standard: BothTexts;
};
export type AnswerTextsPayload = {
  /** By namespace and key. */
  items: FoundText[];
  /** Where the next page begins. */
  next_cursor?: string | null;
  /** All namespaces. */
  namespaces: string[];
} & {
  /** Always true. */
  success: boolean;
  /** Empty on plain success. */
  messageId: string;
};
export type MessageChannel = "mail" | "sms";
export type MessageField = {
  /** Its name. */
  name: string;
  /** Without it nobody can use the message: the text has to name it. */
  needed: boolean;
};
export type MessageText = {
  /** The way. */
  channel: MessageChannel;
  /** The language. */
  locale: Language;
  /** The file that an edit names. */
  file: string;
  /** The words that every school gets. */
  standard: string;
  /** The school's own, as the draft has them; null where it has none. */
  own?: string | null;
};
export type MessageItem = {
  /** Its name. */
  name: string;
  /** The ways by which it goes. */
  channels: MessageChannel[];
  /** What its texts may name. */
  fields: MessageField[];
  /** Its texts. */
  texts: MessageText[];
};
export type AnswerMessagesPayload = {
  /** All of them. */
  items: MessageItem[];
} & {
  /** Always true. */
  success: boolean;
  /** Empty on plain success. */
  messageId: string;
};
export type PreviewedMessage = {
  /** Subject; empty for SMS. */
  subject: string;
  /** Plain text. */
  text: string;
  /** HTML as it would be sent; empty for SMS. */
  html: string;
};
export type AnswerPreviewMessagePayload = {
  /** It. */
  message: PreviewedMessage;
} & {
  /** Always true. */
  success: boolean;
  /** Empty on plain success. */
  messageId: string;
};
export type PreviewMessageRequest = {
  /** The message's name. */
  name: string;
  /** The way. */
  channel: MessageChannel;
  /** The language. */
  locale: Language;
  /** The text; a mail's first line is its subject. */
  text: string;
};
export type LetterKind =
  | "offer"
  | "conditional_offer"
  | "acceptance"
  | "financial_request"
  | "consent"
  | "plain";
export type LetterItem = {
  /** Its stable name, which families' addresses call `sims_criteria_code`. */
  code: string;
  /** The file that an edit names. */
  file: string;
  /** What the letter is for. */
  kind: LetterKind;
  /** What lists call it. */
  title: Text;
  /** What its paper is written in. */
  languages: Languages;
  /** Which wording it is: letters that went out name theirs. */
  version: string;
};
export type BlockFieldKind =
  "text" | "date" | "money" | "phone" | "number" | "words" | "list";
export type LetterEntryField = {
  /** Its name. */
  name: string;
  /** What it holds. */
  kind: BlockFieldKind;
  /** What it is called. */
  label: Text;
  /** What it reads like in the first entry of a letter that goes to nobody. */
  sample: Text;
};
export type LetterField = {
  /** Its name. */
  name: string;
  /** What it holds. */
  kind: BlockFieldKind;
  /** What it is called. */
  label: Text;
  /** What it reads like in a letter that goes to nobody; empty for a list. */
  sample: Text;
  /** The codes that a condition can ask for, in that letter; others there are as well. */
  code?: string | null;
  /** The fields of each of its entries, where it is a list. */
  entries: LetterEntryField[];
};
export type LetterKindFields = {
  /** The kind. */
  kind: LetterKind;
  /** Its fields, as the editor lists them. */
  fields: LetterField[];
};
export type AnswerLetterTemplatesPayload = {
  /** Those of the draft that are whole, by their codes. */
  items: LetterItem[];
  /** What letters of each kind may name. */
  kinds: LetterKindFields[];
} & {
  /** Always true. */
  success: boolean;
  /** Empty on plain success. */
  messageId: string;
};
export type PreviewLetterRequest = {
  /** What it is to be written in. */
  language: Languages;
};
export type LetterPageSigner = {
  /** As whom: `guardian1`, `guardian2`, `student`, `school`. */
  role: string;
  /** A name. */
  name: string;
};
export type LetterPage = {
  /** What lists call it. */
  title: Text;
  /** The line over its text. */
  subject: Text;
  /** What it is written in. */
  languages: Languages;
  /** The lines above its text: label, value, and a day in the other calendar, in each language. */
  facts: Record<string, unknown>[];
  /** Its filled text: blocks in one language, or of both beside one another. */
  body: unknown;
  /** Who signs it, in their order. */
  signers: LetterPageSigner[];
};
export type AnswerLetterPagePayload = {
  /** It. */
  page: LetterPage;
} & {
  /** Always true. */
  success: boolean;
  /** Empty on plain success. */
  messageId: string;
};
export type AnswerShownLetterPayload = {
  /** The address. */
  address: string;
} & {
  /** Always true. */
  success: boolean;
  /** Empty on plain success. */
  messageId: string;
};
export type FormOutcome = {
  /** What is wrong with them. */
  errors: Issue[];
  /** What follows from them. */
  computed: Computed[];
  verdict?: Verdict | null;
  /** Why the rules gave no answer. */
  failure?: string | null;
};
export type ComparedSample = {
  /** Its name. */
  name: string;
  live?: FormOutcome | null;
  draft?: FormOutcome | null;
  /** Whether the two differ. */
  differs: boolean;
};
export type AnswerCompareFormPayload = {
  /** In the order of the document. */
  samples: ComparedSample[];
} & {
  /** Always true. */
  success: boolean;
  /** Empty on plain success. */
  messageId: string;
};
export type AnswerPlainFormPayload = {
  /** Its document. */
  document: Record<string, unknown>;
} & {
  /** Always true. */
  success: boolean;
  /** Empty on plain success. */
  messageId: string;
};
export type ComponentRights = {
  /** Rule tables. */
  tables: string[];
  /** Kinds of "is this known here" questions. */
  known: string[];
  /** Effects. */
  effects: string[];
};
export type EarlierComponent = {
  /** Its digest: an edit that names it goes back to it. */
  digest: string;
  /** Its version. */
  version: string;
  /** The last revision that had it. */
  seq: number;
};
export type ComponentDay = {
  /** The school's date. */
  day: string;
  /** How often it was asked. */
  calls: number;
  /** How often it gave no answer. */
  failures: number;
  /** What all of it burned. */
  fuel: number;
  /** What all of it took. */
  millis: number;
};
export type Component = {
  /** Its name in the bundle. */
  name: string;
  /** Its file. */
  file: string;
  plugin?: PluginRef | null;
  published?: PluginRef | null;
  /** The forms behind which it stands. */
  forms: string[];
  /** What it asks for. */
  asks: ComponentRights;
  /** What the school lets it do. */
  grants: ComponentRights;
  /** Earlier ones that are still kept, the newest first. */
  earlier: EarlierComponent[];
  /** The last 28 days that have calls, the newest first. */
  days: ComponentDay[];
};
export type AnswerComponentsPayload = {
  /** By name. */
  items: Component[];
} & {
  /** Always true. */
  success: boolean;
  /** Empty on plain success. */
  messageId: string;
};
export type SetupStep =
  "logo" | "colours" | "dates" | "entry" | "form" | "colleague" | "publish";
export type Setup = {
  /** The administrator is done with it. */
  finished: boolean;
  /** What the administrator leaves out. */
  skipped: SetupStep[];
  /** What is done. */
  done: SetupStep[];
};
export type AnswerSetupPayload = {
  /** It. */
  setup: Setup;
} & {
  /** Always true. */
  success: boolean;
  /** Empty on plain success. */
  messageId: string;
};
export type UpdateSetupRequest = {
  /** The steps that are left out, all of them. */
  skipped?: SetupStep[] | null;
  /** Whether the administrator is done with it. */
  finished?: boolean | null;
};
export type PlanInterval = "month" | "year";
export type PlanLimits = {
  /** Students. */
  students?: number | null;
  /** Forms. */
  forms?: number | null;
};
export type Plan = {
  /** Its code. */
  code: string;
  /** Its name. */
  name: Text;
  /** Minor units of the currency. */
  price_minor: number;
  /** ISO 4217 code. */
  currency: string;
  /** How often it is paid for. */
  interval: PlanInterval;
  /** What it goes up to. */
  limits: PlanLimits;
};
export type AnswerPlatformInfoPayload = {
  /** The plans. */
  plans: Plan[];
  /** ISO 3166-1 alpha-2 codes. */
  countries: string[];
  /** Who sets the riddle that `subscribe` wants solved. */
  captcha_provider: CaptchaProvider;
  /** The key that pages show to the provider; null where there is none. */
  captcha_site_key?: string | null;
  /** The terms that a request agrees to. */
  terms_version: string;
  /** Schools live at `<subdomain>.<base_domain>`. */
  base_domain: string;
} & {
  /** Always true. */
  success: boolean;
  /** Empty on plain success. */
  messageId: string;
};
export type PlatformCaptcha = {
  /** Who sets the riddle. */
  provider: CaptchaProvider;
  /** Empty: the riddle is this server's own. */
  site_key: string;
  /** This server's own riddle. */
  challenge?: Record<string, unknown> | null;
  /** Seconds for which it can be solved. */
  expires_in: number;
};
export type AnswerPlatformCaptchaPayload = {
  /** The riddle. */
  captcha: PlatformCaptcha;
} & {
  /** Always true. */
  success: boolean;
  /** Empty on plain success. */
  messageId: string;
};
export type SubdomainReason = "taken" | "reserved" | "malformed";
export type Subdomain = {
  /** The name, in its plain form. */
  name: string;
  /** Whether it can be had. */
  free: boolean;
  reason?: SubdomainReason | null;
  /** Names like it that can be had. */
  suggestions: string[];
};
export type AnswerSubdomainPayload = {
  /** What is known of it. */
  subdomain: Subdomain;
} & {
  /** Always true. */
  success: boolean;
  /** Empty on plain success. */
  messageId: string;
};
export type SubscriptionState =
  "pending_email" | "pending_review" | "provisioning" | "active" | "rejected";
export type AnswerSubscribedPayload = {
  /** Its id. */
  subscription_id: string;
  /** `pending_email`. */
  state: SubscriptionState;
} & {
  /** Always true. */
  success: boolean;
  /** Empty on plain success. */
  messageId: string;
};
export type SubscriptionContact = {
  /** Name. */
  name: string;
  /** Address; the first administrator's too. */
  email: string;
  /** E.164. */
  phone: string;
};
export type SubscribeRequest = {
  /** The school's name in English. */
  school_name: string;
  /** The school's name in Arabic. */
  school_name_ar: string;
  /** The name before the base domain. */
  subdomain: string;
  /** ISO 3166-1 alpha-2 code. */
  country: string;
  /** A plan's code. */
  plan_code: string;
  /** How many students, about. */
  students_estimate: number;
  /** Whom to write to. */
  contact: SubscriptionContact;
  /** The terms that were agreed to. */
  terms_version: string;
  /** `en` or `ar`: the language of letters. */
  locale: Language;
};
export type ConfirmedSubscription = {
  /** The school's name in English. */
  school_name: string;
  /** The name before the base domain. */
  subdomain: string;
  /** `pending_review`. */
  state: SubscriptionState;
};
export type AnswerConfirmedSubscriptionPayload = {
  /** What was confirmed. */
  subscription: ConfirmedSubscription;
} & {
  /** Always true. */
  success: boolean;
  /** Empty on plain success. */
  messageId: string;
};
export type ConfirmSubscriptionRequest = {
  /** The link's token. */
  token: string;
};
export type SubscriptionDecision = {
  /** ISO 8601. */
  at: string;
  /** Name of the operator. */
  by: string;
  /** Why it was rejected. */
  reason?: string | null;
};
export type Subscription = {
  /** Its id. */
  id: string;
  /** Counts changes; a decision names the one that it is based on. */
  version: number;
  /** Where it stands. */
  state: SubscriptionState;
  /** The school's name in English. */
  school_name: string;
  /** The school's name in Arabic. */
  school_name_ar: string;
  /** The name before the base domain. */
  subdomain: string;
  /** ISO 3166-1 alpha-2 code. */
  country: string;
  /** A plan's code. */
  plan_code: string;
  /** How many students, about. */
  students_estimate: number;
  /** Whom to write to. */
  contact: SubscriptionContact;
  /** `en` or `ar`. */
  locale: Language;
  /** ISO 8601. */
  created_at: string;
  /** ISO 8601 of the address's confirmation. */
  confirmed_at?: string | null;
  decided?: SubscriptionDecision | null;
  /** Why the making stands still, if it does. */
  problem?: string | null;
};
export type AnswerSubscriptionsPayload = {
  /** The newest first. */
  items: Subscription[];
  /** Where the next page starts; null on the last one. */
  next_cursor?: string | null;
  /** How many there are, by state. */
  counts: {
    [key: string]: number;
  };
} & {
  /** Always true. */
  success: boolean;
  /** Empty on plain success. */
  messageId: string;
};
export type AnswerSubscriptionPayload = {
  /** The request. */
  subscription: Subscription;
} & {
  /** Always true. */
  success: boolean;
  /** Empty on plain success. */
  messageId: string;
};
export type ApproveRequest = {
  /** The version that it is based on. */
  version: number;
};
export type RejectRequest = {
  /** The version that it is based on. */
  version: number;
  /** Why: who asked reads it. */
  reason: string;
};
export type Operator = {
  /** Their id. */
  id: string;
  /** Their name. */
  name: string;
  /** Their address. */
  email: string;
};
export type AnswerOperatorPayload = {
  /** Who. */
  operator: Operator;
} & {
  /** Always true. */
  success: boolean;
  /** Empty on plain success. */
  messageId: string;
};
export type OperatorSignInRequest = {
  /** Address. */
  email: string;
  /** Password. */
  password: string;
  /** Six digits, or a recovery code. */
  code: string;
};
export type OperatorEnrolment = {
  /** The secret in base 32, for typing. */
  secret: string;
  /** `otpauth://totp/…`. */
  uri: string;
  /** The address as a QR code: an SVG text. */
  qr_svg: string;
};
export type AnswerOperatorSetUpPayload = {
  enrolment?: OperatorEnrolment | null;
  operator?: Operator | null;
  /** Codes for who lost the authenticator; shown once. */
  recovery_codes?: string[] | null;
} & {
  /** Always true. */
  success: boolean;
  /** Empty on plain success. */
  messageId: string;
};
export type OperatorSetUpRequest = {
  /** The link's token. */
  token: string;
  /** The new password. */
  password?: string | null;
  /** A code of the authenticator. */
  code?: string | null;
};
export type PlatformSchoolState = "active" | "suspended" | "broken" | "stale";
export type PlatformOutbox = {
  /** Jobs that wait. */
  waiting: number;
  /** Jobs that were given up. */
  failed: number;
};
export type PlatformBytes = {
  /** Its SQLite file; null on PostgreSQL, where schools share their tables. */
  database?: number | null;
  /** Uploads, pictures and what it published. */
  files: number;
};
export type PlatformSchool = {
  /** Its id. */
  id: string;
  /** Its name; the id where the bundle cannot be read. */
  name: Text;
  /** Where it lives. */
  host: string;
  /** The same as a browser opens it: scheme, host and port. */
  origin: string;
  /** Whether it is served. */
  state: PlatformSchoolState;
  /** What is wrong with its bundle, counted. */
  problems: number;
  /** The newest published revision; 0 without one. */
  revision: number;
  /** Submissions of the last 28 days that a component failed on. */
  plugin_failures: number;
  /** Its outbox. */
  outbox: PlatformOutbox;
  /** Its share of the disk. */
  bytes: PlatformBytes;
};
export type PlatformTotals = {
  /** All. */
  schools: number;
  /** Served and well. */
  active: number;
  /** Switched off. */
  suspended: number;
  /** Not served. */
  broken: number;
  /** Served with something broken. */
  stale: number;
};
export type AnswerPlatformSchoolsPayload = {
  /** By id. */
  items: PlatformSchool[];
  /** Where the next page starts; null on the last one. */
  next_cursor?: string | null;
  /** How many there are, whatever the page is narrowed to. */
  totals: PlatformTotals;
} & {
  /** Always true. */
  success: boolean;
  /** Empty on plain success. */
  messageId: string;
};
export type PlatformDiagnostic = {
  /** Path of the file, from the folder of all schools. */
  file: string;
  /** Line, from 1. */
  line: number;
  /** Column, from 1. */
  column: number;
  /** JSON pointer, where there is one. */
  pointer: string;
  /** Stable name of the kind of problem. */
  code: string;
  /** What is wrong, in English. */
  message: string;
  /** What to do about it. */
  hint?: string | null;
  /** Whether it stands in what the school has published over the file, and so in no line of it. */
  published: boolean;
  /** `error` or `warning`. */
  severity: string;
};
export type PlatformEditor = {
  /** Their id. */
  id: string;
  /** Their name, as it was then. */
  name: string;
};
export type PlatformRevision = {
  /** Its number. */
  seq: number;
  /** ISO 8601. */
  at: string;
  /** `published`, `scheduled`, `restored` or `files`. */
  kind: string;
  by?: PlatformEditor | null;
  /** Why. */
  note: string;
  /** How many values differ from the one before. */
  changes: number;
};
export type FailedJob = {
  /** Its kind. */
  kind: string;
  /** ISO 8601: when it was given up, or is tried next. */
  at: string;
  /** Tries so far. */
  attempts: number;
  /** What went wrong the last time. */
  problem: string;
};
export type PlatformSchoolDetail = PlatformSchool & {
  /** What is wrong with its bundle. */
  diagnostics: PlatformDiagnostic[];
  /** The last ten revisions. */
  revisions: PlatformRevision[];
  /** Jobs that failed, the newest first. */
  failed: FailedJob[];
};
export type AnswerPlatformSchoolPayload = {
  /** The school. */
  school: PlatformSchoolDetail;
} & {
  /** Always true. */
  success: boolean;
  /** Empty on plain success. */
  messageId: string;
};
