import { baseApi as api } from "./baseApi";
import type {
  GetSchoolDetailsApiResponse,
  GetSchoolDetailsApiArg,
  CheckAccessApiResponse,
  CheckAccessApiArg,
  ListSchoolsApiResponse,
  ListSchoolsApiArg,
  GetLegalApiResponse,
  GetLegalApiArg,
  ListCriteriaApiResponse,
  ListCriteriaApiArg,
  SignOutApiResponse,
  SignOutApiArg,
  CheckResetLinkApiResponse,
  CheckResetLinkApiArg,
  ResetPasswordApiResponse,
  ResetPasswordApiArg,
  LoginApiResponse,
  LoginApiArg,
  VerifySecondFactorApiResponse,
  VerifySecondFactorApiArg,
  TrackApplicationApiResponse,
  TrackApplicationApiArg,
  RegisterUserApiResponse,
  RegisterUserApiArg,
  VerifyEmailApiResponse,
  VerifyEmailApiArg,
  ResendVerifyEmailApiResponse,
  ResendVerifyEmailApiArg,
  ForgetPasswordApiResponse,
  ForgetPasswordApiArg,
  RequestCodeApiResponse,
  RequestCodeApiArg,
  ResendCodeApiResponse,
  ResendCodeApiArg,
  VerifyCodeApiResponse,
  VerifyCodeApiArg,
  GetProfileApiResponse,
  GetProfileApiArg,
  UpdateProfileApiResponse,
  UpdateProfileApiArg,
  PutAvatarApiResponse,
  PutAvatarApiArg,
  DeleteAvatarApiResponse,
  DeleteAvatarApiArg,
  ChangePasswordApiResponse,
  ChangePasswordApiArg,
  ChangeEmailApiResponse,
  ChangeEmailApiArg,
  ListSessionsApiResponse,
  ListSessionsApiArg,
  EndSessionApiResponse,
  EndSessionApiArg,
  EndOtherSessionsApiResponse,
  EndOtherSessionsApiArg,
  ConfirmSessionApiResponse,
  ConfirmSessionApiArg,
  RequestErasureApiResponse,
  RequestErasureApiArg,
  BeginSecondFactorApiResponse,
  BeginSecondFactorApiArg,
  RemoveSecondFactorApiResponse,
  RemoveSecondFactorApiArg,
  ConfirmSecondFactorApiResponse,
  ConfirmSecondFactorApiArg,
  RenewRecoveryCodesApiResponse,
  RenewRecoveryCodesApiArg,
  RequestStepUpApiResponse,
  RequestStepUpApiArg,
  ChangePhoneApiResponse,
  ChangePhoneApiArg,
  ResendPhoneCodeApiResponse,
  ResendPhoneCodeApiArg,
  ConfirmPhoneApiResponse,
  ConfirmPhoneApiArg,
  ListPeopleApiResponse,
  ListPeopleApiArg,
  InvitePersonApiResponse,
  InvitePersonApiArg,
  UpdatePersonApiResponse,
  UpdatePersonApiArg,
  InviteAgainApiResponse,
  InviteAgainApiArg,
  SignPersonOutApiResponse,
  SignPersonOutApiArg,
  ResetSecondFactorApiResponse,
  ResetSecondFactorApiArg,
  EnrolTillApiResponse,
  EnrolTillApiArg,
  LoginPosApiResponse,
  LoginPosApiArg,
  GetTillSessionApiResponse,
  GetTillSessionApiArg,
  ListViewsApiResponse,
  ListViewsApiArg,
  AddViewApiResponse,
  AddViewApiArg,
  RemoveViewApiResponse,
  RemoveViewApiArg,
  UpdateViewApiResponse,
  UpdateViewApiArg,
  GetCaptchaApiResponse,
  GetCaptchaApiArg,
  ListFormsApiResponse,
  ListFormsApiArg,
  GetFormApiResponse,
  GetFormApiArg,
  CheckFormApiResponse,
  CheckFormApiArg,
  CreateDraftApiResponse,
  CreateDraftApiArg,
  GetDraftApiResponse,
  GetDraftApiArg,
  SaveDraftApiResponse,
  SaveDraftApiArg,
  SubmitFormApiResponse,
  SubmitFormApiArg,
  ListEnquiriesApiResponse,
  ListEnquiriesApiArg,
  ListAssigneesApiResponse,
  ListAssigneesApiArg,
  ListEnquiryChoicesApiResponse,
  ListEnquiryChoicesApiArg,
  GetEnquiryApiResponse,
  GetEnquiryApiArg,
  UpdateEnquiryApiResponse,
  UpdateEnquiryApiArg,
  ListEnquiryTimelineApiResponse,
  ListEnquiryTimelineApiArg,
  ShowEnquiryFileApiResponse,
  ShowEnquiryFileApiArg,
  ListEnquiryExportsApiResponse,
  ListEnquiryExportsApiArg,
  RequestEnquiryExportApiResponse,
  RequestEnquiryExportApiArg,
  RemoveEnquiryExportApiResponse,
  RemoveEnquiryExportApiArg,
  CancelEnquiryExportApiResponse,
  CancelEnquiryExportApiArg,
  RegisterApplicantApiResponse,
  RegisterApplicantApiArg,
  OpenApplicationApiResponse,
  OpenApplicationApiArg,
  SendApplicationLinkApiResponse,
  SendApplicationLinkApiArg,
  GetApplicationApiResponse,
  GetApplicationApiArg,
  AddApplicationFileApiResponse,
  AddApplicationFileApiArg,
  CorrectApplicationContactApiResponse,
  CorrectApplicationContactApiArg,
  AskAboutApplicationApiResponse,
  AskAboutApplicationApiArg,
  ReadApplicationMessagesApiResponse,
  ReadApplicationMessagesApiArg,
  WithdrawApplicationApiResponse,
  WithdrawApplicationApiArg,
  ReturnApplicationApiResponse,
  ReturnApplicationApiArg,
  ShowApplicationFileApiResponse,
  ShowApplicationFileApiArg,
  TakeBackApplicationFileApiResponse,
  TakeBackApplicationFileApiArg,
  BringBackApplicationFileApiResponse,
  BringBackApplicationFileApiArg,
  ListNotesApiResponse,
  ListNotesApiArg,
  AddNoteApiResponse,
  AddNoteApiArg,
  RemoveNoteApiResponse,
  RemoveNoteApiArg,
  UpdateNoteApiResponse,
  UpdateNoteApiArg,
  ListPapersApiResponse,
  ListPapersApiArg,
  ReviewPaperApiResponse,
  ReviewPaperApiArg,
  WaivePaperApiResponse,
  WaivePaperApiArg,
  AddEnquiryFileApiResponse,
  AddEnquiryFileApiArg,
  AddStudentItemApiResponse,
  AddStudentItemApiArg,
  RemoveStudentItemApiResponse,
  RemoveStudentItemApiArg,
  RestoreStudentItemApiResponse,
  RestoreStudentItemApiArg,
  ListEnquiryMessagesApiResponse,
  ListEnquiryMessagesApiArg,
  SendEnquiryMessageApiResponse,
  SendEnquiryMessageApiArg,
  PreviewEnquiryMessageApiResponse,
  PreviewEnquiryMessageApiArg,
  ReadEnquiryMessagesApiResponse,
  ReadEnquiryMessagesApiArg,
  UnreadEnquiryMessagesApiResponse,
  UnreadEnquiryMessagesApiArg,
  AskForPapersApiResponse,
  AskForPapersApiArg,
  ListTasksApiResponse,
  ListTasksApiArg,
  ListEnquiryTasksApiResponse,
  ListEnquiryTasksApiArg,
  AddTaskApiResponse,
  AddTaskApiArg,
  UpdateTaskApiResponse,
  UpdateTaskApiArg,
  ListStudentsApiResponse,
  ListStudentsApiArg,
  UpdateStudentApiResponse,
  UpdateStudentApiArg,
  GetEnquiryApplicationApiResponse,
  GetEnquiryApplicationApiArg,
  WithdrawDecisionApiResponse,
  WithdrawDecisionApiArg,
  ReleaseDecisionApiResponse,
  ReleaseDecisionApiArg,
  ApproveProposalApiResponse,
  ApproveProposalApiArg,
  ReturnProposalApiResponse,
  ReturnProposalApiArg,
  PreviewMoveMailApiResponse,
  PreviewMoveMailApiArg,
  ResumeClocksApiResponse,
  ResumeClocksApiArg,
  SettlePlaceApiResponse,
  SettlePlaceApiArg,
  ListWaitlistApiResponse,
  ListWaitlistApiArg,
  ListPlacesApiResponse,
  ListPlacesApiArg,
  GetOverviewApiResponse,
  GetOverviewApiArg,
  ListSeatsApiResponse,
  ListSeatsApiArg,
  GetStudentApiResponse,
  GetStudentApiArg,
  ListAudiencesApiResponse,
  ListAudiencesApiArg,
  ListUnlocksApiResponse,
  ListUnlocksApiArg,
  UnlockFieldsApiResponse,
  UnlockFieldsApiArg,
  EndUnlockApiResponse,
  EndUnlockApiArg,
  ListChangeableAnswersApiResponse,
  ListChangeableAnswersApiArg,
  OpenUnlockedApiResponse,
  OpenUnlockedApiArg,
  ViewUnlockedApiResponse,
  ViewUnlockedApiArg,
  SendUnlockedApiResponse,
  SendUnlockedApiArg,
  ConvertEnquiryApiResponse,
  ConvertEnquiryApiArg,
  OpenOwnLetterApiResponse,
  OpenOwnLetterApiArg,
  GetSetupApiResponse,
  GetSetupApiArg,
  UpdateSetupApiResponse,
  UpdateSetupApiArg,
} from "./generatedTypes";
export type * from "./generatedTypes";
const injectedRtkApi = api.injectEndpoints({
  endpoints: (build) => ({
    getSchoolDetails: build.query<
      GetSchoolDetailsApiResponse,
      GetSchoolDetailsApiArg
    >({
      query: () => ({ url: `/api/v1/oa/common/school-details` }),
    }),
    checkAccess: build.query<CheckAccessApiResponse, CheckAccessApiArg>({
      query: () => ({ url: `/api/v1/oa/common/access-check` }),
    }),
    listSchools: build.query<ListSchoolsApiResponse, ListSchoolsApiArg>({
      query: () => ({ url: `/api/v1/oa/common/schools` }),
    }),
    getLegal: build.query<GetLegalApiResponse, GetLegalApiArg>({
      query: (queryArg) => ({
        url: `/api/v1/oa/common/legal`,
        params: {
          lng: queryArg.lng,
        },
      }),
    }),
    listCriteria: build.query<ListCriteriaApiResponse, ListCriteriaApiArg>({
      query: (queryArg) => ({
        url: `/api/v1/oa/public/criteria`,
        params: {
          kind: queryArg.kind,
          lng: queryArg.lng,
        },
      }),
    }),
    signOut: build.mutation<SignOutApiResponse, SignOutApiArg>({
      query: (queryArg) => ({
        url: `/api/v1/oa/auth/sign-out`,
        method: "POST",
        body: queryArg.body,
      }),
    }),
    checkResetLink: build.mutation<
      CheckResetLinkApiResponse,
      CheckResetLinkApiArg
    >({
      query: (queryArg) => ({
        url: `/api/v1/oa/auth/check-reset-link`,
        method: "POST",
        body: queryArg.checkResetLinkRequest,
      }),
    }),
    resetPassword: build.mutation<
      ResetPasswordApiResponse,
      ResetPasswordApiArg
    >({
      query: (queryArg) => ({
        url: `/api/v1/oa/auth/reset-password`,
        method: "POST",
        body: queryArg.resetPasswordRequest,
      }),
    }),
    login: build.mutation<LoginApiResponse, LoginApiArg>({
      query: (queryArg) => ({
        url: `/api/v1/oa/auth/login`,
        method: "POST",
        body: queryArg.loginRequest,
      }),
    }),
    verifySecondFactor: build.mutation<
      VerifySecondFactorApiResponse,
      VerifySecondFactorApiArg
    >({
      query: (queryArg) => ({
        url: `/api/v1/oa/auth/second-factor`,
        method: "POST",
        body: queryArg.secondFactorRequest,
      }),
    }),
    trackApplication: build.mutation<
      TrackApplicationApiResponse,
      TrackApplicationApiArg
    >({
      query: (queryArg) => ({
        url: `/api/v1/oa/auth/track`,
        method: "POST",
        body: queryArg.trackRequest,
      }),
    }),
    registerUser: build.mutation<RegisterUserApiResponse, RegisterUserApiArg>({
      query: (queryArg) => ({
        url: `/api/v1/oa/auth/register_user`,
        method: "POST",
        body: queryArg.registerUserRequest,
      }),
    }),
    verifyEmail: build.mutation<VerifyEmailApiResponse, VerifyEmailApiArg>({
      query: (queryArg) => ({
        url: `/api/v1/oa/auth/verify-email`,
        method: "POST",
        body: queryArg.verifyEmailRequest,
      }),
    }),
    resendVerifyEmail: build.mutation<
      ResendVerifyEmailApiResponse,
      ResendVerifyEmailApiArg
    >({
      query: (queryArg) => ({
        url: `/api/v1/oa/auth/resend-verify-email`,
        method: "POST",
        body: queryArg.letterRequest,
      }),
    }),
    forgetPassword: build.mutation<
      ForgetPasswordApiResponse,
      ForgetPasswordApiArg
    >({
      query: (queryArg) => ({
        url: `/api/v1/oa/auth/forget-password`,
        method: "POST",
        body: queryArg.forgetPasswordRequest,
      }),
    }),
    requestCode: build.mutation<RequestCodeApiResponse, RequestCodeApiArg>({
      query: (queryArg) => ({
        url: `/api/v1/oa/auth/auth-otp`,
        method: "POST",
        body: queryArg.codeRequest,
      }),
    }),
    resendCode: build.mutation<ResendCodeApiResponse, ResendCodeApiArg>({
      query: (queryArg) => ({
        url: `/api/v1/oa/auth/resend-auth-otp`,
        method: "POST",
        body: queryArg.resendCodeRequest,
      }),
    }),
    verifyCode: build.mutation<VerifyCodeApiResponse, VerifyCodeApiArg>({
      query: (queryArg) => ({
        url: `/api/v1/oa/auth/verify-auth-otp`,
        method: "POST",
        body: queryArg.verifyCodeRequest,
      }),
    }),
    getProfile: build.query<GetProfileApiResponse, GetProfileApiArg>({
      query: () => ({ url: `/api/v1/oa/profile` }),
    }),
    updateProfile: build.mutation<
      UpdateProfileApiResponse,
      UpdateProfileApiArg
    >({
      query: (queryArg) => ({
        url: `/api/v1/oa/profile`,
        method: "PATCH",
        body: queryArg.profileChange,
      }),
    }),
    putAvatar: build.mutation<PutAvatarApiResponse, PutAvatarApiArg>({
      query: (queryArg) => ({
        url: `/api/v1/oa/profile/avatar`,
        method: "PUT",
        body: queryArg.avatarRequest,
      }),
    }),
    deleteAvatar: build.mutation<DeleteAvatarApiResponse, DeleteAvatarApiArg>({
      query: () => ({ url: `/api/v1/oa/profile/avatar`, method: "DELETE" }),
    }),
    changePassword: build.mutation<
      ChangePasswordApiResponse,
      ChangePasswordApiArg
    >({
      query: (queryArg) => ({
        url: `/api/v1/oa/profile/password`,
        method: "POST",
        body: queryArg.changePasswordRequest,
      }),
    }),
    changeEmail: build.mutation<ChangeEmailApiResponse, ChangeEmailApiArg>({
      query: (queryArg) => ({
        url: `/api/v1/oa/profile/email`,
        method: "POST",
        body: queryArg.changeEmailRequest,
      }),
    }),
    listSessions: build.query<ListSessionsApiResponse, ListSessionsApiArg>({
      query: () => ({ url: `/api/v1/oa/profile/sessions` }),
    }),
    endSession: build.mutation<EndSessionApiResponse, EndSessionApiArg>({
      query: (queryArg) => ({
        url: `/api/v1/oa/profile/sessions/${encodeURIComponent(String(queryArg.id))}`,
        method: "DELETE",
      }),
    }),
    endOtherSessions: build.mutation<
      EndOtherSessionsApiResponse,
      EndOtherSessionsApiArg
    >({
      query: () => ({
        url: `/api/v1/oa/profile/sessions/end-others`,
        method: "POST",
      }),
    }),
    confirmSession: build.mutation<
      ConfirmSessionApiResponse,
      ConfirmSessionApiArg
    >({
      query: (queryArg) => ({
        url: `/api/v1/oa/profile/sessions/confirm`,
        method: "POST",
        body: queryArg.confirmSessionRequest,
      }),
    }),
    requestErasure: build.mutation<
      RequestErasureApiResponse,
      RequestErasureApiArg
    >({
      query: (queryArg) => ({
        url: `/api/v1/oa/profile/erasure`,
        method: "POST",
        body: queryArg.erasureRequest,
      }),
    }),
    beginSecondFactor: build.mutation<
      BeginSecondFactorApiResponse,
      BeginSecondFactorApiArg
    >({
      query: (queryArg) => ({
        url: `/api/v1/oa/profile/second-factor`,
        method: "POST",
        body: queryArg.beginSecondFactorRequest,
      }),
    }),
    removeSecondFactor: build.mutation<
      RemoveSecondFactorApiResponse,
      RemoveSecondFactorApiArg
    >({
      query: (queryArg) => ({
        url: `/api/v1/oa/profile/second-factor`,
        method: "DELETE",
        body: queryArg.removeSecondFactorRequest,
      }),
    }),
    confirmSecondFactor: build.mutation<
      ConfirmSecondFactorApiResponse,
      ConfirmSecondFactorApiArg
    >({
      query: (queryArg) => ({
        url: `/api/v1/oa/profile/second-factor/confirm`,
        method: "POST",
        body: queryArg.factorCodeRequest,
      }),
    }),
    renewRecoveryCodes: build.mutation<
      RenewRecoveryCodesApiResponse,
      RenewRecoveryCodesApiArg
    >({
      query: (queryArg) => ({
        url: `/api/v1/oa/profile/second-factor/recovery-codes`,
        method: "POST",
        body: queryArg.factorCodeRequest,
      }),
    }),
    requestStepUp: build.mutation<
      RequestStepUpApiResponse,
      RequestStepUpApiArg
    >({
      query: () => ({ url: `/api/v1/oa/profile/step-up`, method: "POST" }),
    }),
    changePhone: build.mutation<ChangePhoneApiResponse, ChangePhoneApiArg>({
      query: (queryArg) => ({
        url: `/api/v1/oa/profile/phone`,
        method: "POST",
        body: queryArg.changePhoneRequest,
      }),
    }),
    resendPhoneCode: build.mutation<
      ResendPhoneCodeApiResponse,
      ResendPhoneCodeApiArg
    >({
      query: () => ({ url: `/api/v1/oa/profile/phone/resend`, method: "POST" }),
    }),
    confirmPhone: build.mutation<ConfirmPhoneApiResponse, ConfirmPhoneApiArg>({
      query: (queryArg) => ({
        url: `/api/v1/oa/profile/phone/confirm`,
        method: "POST",
        body: queryArg.confirmPhoneRequest,
      }),
    }),
    listPeople: build.query<ListPeopleApiResponse, ListPeopleApiArg>({
      query: (queryArg) => ({
        url: `/api/v1/oa/people`,
        params: {
          q: queryArg.q,
          role: queryArg.role,
          status: queryArg.status,
          kind: queryArg.kind,
          audience: queryArg.audience,
          erasure_asked: queryArg.erasureAsked,
          cursor: queryArg.cursor,
          page_size: queryArg.pageSize,
        },
      }),
    }),
    invitePerson: build.mutation<InvitePersonApiResponse, InvitePersonApiArg>({
      query: (queryArg) => ({
        url: `/api/v1/oa/people`,
        method: "POST",
        body: queryArg.invitation,
      }),
    }),
    updatePerson: build.mutation<UpdatePersonApiResponse, UpdatePersonApiArg>({
      query: (queryArg) => ({
        url: `/api/v1/oa/people/${encodeURIComponent(String(queryArg.id))}`,
        method: "PATCH",
        body: queryArg.personChange,
      }),
    }),
    inviteAgain: build.mutation<InviteAgainApiResponse, InviteAgainApiArg>({
      query: (queryArg) => ({
        url: `/api/v1/oa/people/${encodeURIComponent(String(queryArg.id))}/invitation`,
        method: "POST",
      }),
    }),
    signPersonOut: build.mutation<
      SignPersonOutApiResponse,
      SignPersonOutApiArg
    >({
      query: (queryArg) => ({
        url: `/api/v1/oa/people/${encodeURIComponent(String(queryArg.id))}/sign-out`,
        method: "POST",
      }),
    }),
    resetSecondFactor: build.mutation<
      ResetSecondFactorApiResponse,
      ResetSecondFactorApiArg
    >({
      query: (queryArg) => ({
        url: `/api/v1/oa/people/${encodeURIComponent(String(queryArg.id))}/second-factor-reset`,
        method: "POST",
      }),
    }),
    enrolTill: build.mutation<EnrolTillApiResponse, EnrolTillApiArg>({
      query: (queryArg) => ({
        url: `/api/v1/oa/auth/enrol-till`,
        method: "POST",
        body: queryArg.enrolTillRequest,
      }),
    }),
    loginPos: build.mutation<LoginPosApiResponse, LoginPosApiArg>({
      query: (queryArg) => ({
        url: `/api/v1/oa/auth/login-pos`,
        method: "POST",
        body: queryArg.loginPosRequest,
      }),
    }),
    getTillSession: build.query<
      GetTillSessionApiResponse,
      GetTillSessionApiArg
    >({
      query: () => ({ url: `/api/v1/oa/pos/me` }),
    }),
    listViews: build.query<ListViewsApiResponse, ListViewsApiArg>({
      query: () => ({ url: `/api/v1/oa/views` }),
    }),
    addView: build.mutation<AddViewApiResponse, AddViewApiArg>({
      query: (queryArg) => ({
        url: `/api/v1/oa/views`,
        method: "POST",
        body: queryArg.addViewRequest,
      }),
    }),
    removeView: build.mutation<RemoveViewApiResponse, RemoveViewApiArg>({
      query: (queryArg) => ({
        url: `/api/v1/oa/views/${encodeURIComponent(String(queryArg.id))}`,
        method: "DELETE",
      }),
    }),
    updateView: build.mutation<UpdateViewApiResponse, UpdateViewApiArg>({
      query: (queryArg) => ({
        url: `/api/v1/oa/views/${encodeURIComponent(String(queryArg.id))}`,
        method: "PATCH",
        body: queryArg.updateViewRequest,
      }),
    }),
    getCaptcha: build.query<GetCaptchaApiResponse, GetCaptchaApiArg>({
      query: () => ({ url: `/api/v1/oa/auth/captcha` }),
    }),
    listForms: build.query<ListFormsApiResponse, ListFormsApiArg>({
      query: () => ({ url: `/api/v1/oa/public/forms` }),
    }),
    getForm: build.query<GetFormApiResponse, GetFormApiArg>({
      query: (queryArg) => ({
        url: `/api/v1/oa/public/forms/${encodeURIComponent(String(queryArg.form))}`,
        params: {
          lng: queryArg.lng,
          version: queryArg.version,
        },
      }),
    }),
    checkForm: build.mutation<CheckFormApiResponse, CheckFormApiArg>({
      query: (queryArg) => ({
        url: `/api/v1/oa/public/forms/${encodeURIComponent(String(queryArg.form))}/check`,
        method: "POST",
        body: queryArg.checkRequest,
      }),
    }),
    createDraft: build.mutation<CreateDraftApiResponse, CreateDraftApiArg>({
      query: (queryArg) => ({
        url: `/api/v1/oa/public/forms/${encodeURIComponent(String(queryArg.form))}/drafts`,
        method: "POST",
        body: queryArg.createDraftRequest,
      }),
    }),
    getDraft: build.query<GetDraftApiResponse, GetDraftApiArg>({
      query: (queryArg) => ({
        url: `/api/v1/oa/public/forms/drafts/${encodeURIComponent(String(queryArg.token))}`,
      }),
    }),
    saveDraft: build.mutation<SaveDraftApiResponse, SaveDraftApiArg>({
      query: (queryArg) => ({
        url: `/api/v1/oa/public/forms/drafts/${encodeURIComponent(String(queryArg.token))}`,
        method: "PUT",
        body: queryArg.saveDraftRequest,
      }),
    }),
    submitForm: build.mutation<SubmitFormApiResponse, SubmitFormApiArg>({
      query: (queryArg) => ({
        url: `/api/v1/oa/public/forms/${encodeURIComponent(String(queryArg.form))}/submissions`,
        method: "POST",
        body: queryArg.submitRequest,
        headers: {
          "Idempotency-Key": queryArg["Idempotency-Key"],
        },
      }),
    }),
    listEnquiries: build.query<ListEnquiriesApiResponse, ListEnquiriesApiArg>({
      query: (queryArg) => ({
        url: `/api/v1/oa/enquiries`,
        params: {
          page_size: queryArg.pageSize,
          cursor: queryArg.cursor,
          q: queryArg.q,
          state: queryArg.state,
          form: queryArg.form,
          owner: queryArg.owner,
          tag: queryArg.tag,
          grade: queryArg.grade,
          year: queryArg.year,
          round: queryArg.round,
          part: queryArg.part,
          offer_ends_by: queryArg.offerEndsBy,
          conditions: queryArg.conditions,
          financial: queryArg.financial,
          documents: queryArg.documents,
          guardian: queryArg.guardian,
          channel: queryArg.channel,
          flag: queryArg.flag,
          sort: queryArg.sort,
          format: queryArg.format,
          lng: queryArg.lng,
          columns: queryArg.columns,
        },
      }),
    }),
    listAssignees: build.query<ListAssigneesApiResponse, ListAssigneesApiArg>({
      query: () => ({ url: `/api/v1/oa/enquiries/assignees` }),
    }),
    listEnquiryChoices: build.query<
      ListEnquiryChoicesApiResponse,
      ListEnquiryChoicesApiArg
    >({
      query: () => ({ url: `/api/v1/oa/enquiries/choices` }),
    }),
    getEnquiry: build.query<GetEnquiryApiResponse, GetEnquiryApiArg>({
      query: (queryArg) => ({
        url: `/api/v1/oa/enquiries/${encodeURIComponent(String(queryArg.id))}`,
        params: {
          lng: queryArg.lng,
        },
      }),
    }),
    updateEnquiry: build.mutation<
      UpdateEnquiryApiResponse,
      UpdateEnquiryApiArg
    >({
      query: (queryArg) => ({
        url: `/api/v1/oa/enquiries/${encodeURIComponent(String(queryArg.id))}`,
        method: "PATCH",
        body: queryArg.updateEnquiryRequest,
        params: {
          lng: queryArg.lng,
        },
      }),
    }),
    listEnquiryTimeline: build.query<
      ListEnquiryTimelineApiResponse,
      ListEnquiryTimelineApiArg
    >({
      query: (queryArg) => ({
        url: `/api/v1/oa/enquiries/${encodeURIComponent(String(queryArg.id))}/timeline`,
        params: {
          cursor: queryArg.cursor,
        },
      }),
    }),
    showEnquiryFile: build.mutation<
      ShowEnquiryFileApiResponse,
      ShowEnquiryFileApiArg
    >({
      query: (queryArg) => ({
        url: `/api/v1/oa/enquiries/${encodeURIComponent(String(queryArg.id))}/files/${encodeURIComponent(String(queryArg.file))}/show`,
        method: "POST",
      }),
    }),
    listEnquiryExports: build.query<
      ListEnquiryExportsApiResponse,
      ListEnquiryExportsApiArg
    >({
      query: () => ({ url: `/api/v1/oa/enquiries/exports` }),
    }),
    requestEnquiryExport: build.mutation<
      RequestEnquiryExportApiResponse,
      RequestEnquiryExportApiArg
    >({
      query: (queryArg) => ({
        url: `/api/v1/oa/enquiries/exports`,
        method: "POST",
        body: queryArg.exportRequest,
      }),
    }),
    removeEnquiryExport: build.mutation<
      RemoveEnquiryExportApiResponse,
      RemoveEnquiryExportApiArg
    >({
      query: (queryArg) => ({
        url: `/api/v1/oa/enquiries/exports/${encodeURIComponent(String(queryArg.id))}`,
        method: "DELETE",
      }),
    }),
    cancelEnquiryExport: build.mutation<
      CancelEnquiryExportApiResponse,
      CancelEnquiryExportApiArg
    >({
      query: (queryArg) => ({
        url: `/api/v1/oa/enquiries/exports/${encodeURIComponent(String(queryArg.id))}/cancel`,
        method: "POST",
      }),
    }),
    registerApplicant: build.mutation<
      RegisterApplicantApiResponse,
      RegisterApplicantApiArg
    >({
      query: (queryArg) => ({
        url: `/api/v1/oa/auth/register`,
        method: "POST",
        body: queryArg.registerApplicantRequest,
      }),
    }),
    openApplication: build.mutation<
      OpenApplicationApiResponse,
      OpenApplicationApiArg
    >({
      query: (queryArg) => ({
        url: `/api/v1/oa/public/applications/open`,
        method: "POST",
        body: queryArg.openApplicationRequest,
      }),
    }),
    sendApplicationLink: build.mutation<
      SendApplicationLinkApiResponse,
      SendApplicationLinkApiArg
    >({
      query: (queryArg) => ({
        url: `/api/v1/oa/public/applications/link`,
        method: "POST",
        body: queryArg.applicationLinkRequest,
      }),
    }),
    getApplication: build.query<
      GetApplicationApiResponse,
      GetApplicationApiArg
    >({
      query: (queryArg) => ({
        url: `/api/v1/oa/public/applications/${encodeURIComponent(String(queryArg.application))}`,
        params: {
          lng: queryArg.lng,
        },
      }),
    }),
    addApplicationFile: build.mutation<
      AddApplicationFileApiResponse,
      AddApplicationFileApiArg
    >({
      query: (queryArg) => ({
        url: `/api/v1/oa/public/applications/${encodeURIComponent(String(queryArg.application))}/files`,
        method: "POST",
        body: queryArg.addApplicationFileRequest,
        params: {
          lng: queryArg.lng,
        },
      }),
    }),
    correctApplicationContact: build.mutation<
      CorrectApplicationContactApiResponse,
      CorrectApplicationContactApiArg
    >({
      query: (queryArg) => ({
        url: `/api/v1/oa/public/applications/${encodeURIComponent(String(queryArg.application))}/contact`,
        method: "PATCH",
        body: queryArg.correctContactRequest,
      }),
    }),
    askAboutApplication: build.mutation<
      AskAboutApplicationApiResponse,
      AskAboutApplicationApiArg
    >({
      query: (queryArg) => ({
        url: `/api/v1/oa/public/applications/${encodeURIComponent(String(queryArg.application))}/messages`,
        method: "POST",
        body: queryArg.askAboutApplicationRequest,
      }),
    }),
    readApplicationMessages: build.mutation<
      ReadApplicationMessagesApiResponse,
      ReadApplicationMessagesApiArg
    >({
      query: (queryArg) => ({
        url: `/api/v1/oa/public/applications/${encodeURIComponent(String(queryArg.application))}/messages/read`,
        method: "POST",
      }),
    }),
    withdrawApplication: build.mutation<
      WithdrawApplicationApiResponse,
      WithdrawApplicationApiArg
    >({
      query: (queryArg) => ({
        url: `/api/v1/oa/public/applications/${encodeURIComponent(String(queryArg.application))}/withdraw`,
        method: "POST",
        body: queryArg.withdrawApplicationRequest,
      }),
    }),
    returnApplication: build.mutation<
      ReturnApplicationApiResponse,
      ReturnApplicationApiArg
    >({
      query: (queryArg) => ({
        url: `/api/v1/oa/public/applications/${encodeURIComponent(String(queryArg.application))}/return`,
        method: "POST",
        body: queryArg.applicationLanguageRequest,
      }),
    }),
    showApplicationFile: build.mutation<
      ShowApplicationFileApiResponse,
      ShowApplicationFileApiArg
    >({
      query: (queryArg) => ({
        url: `/api/v1/oa/public/applications/${encodeURIComponent(String(queryArg.application))}/files/${encodeURIComponent(String(queryArg.file))}/show`,
        method: "POST",
      }),
    }),
    takeBackApplicationFile: build.mutation<
      TakeBackApplicationFileApiResponse,
      TakeBackApplicationFileApiArg
    >({
      query: (queryArg) => ({
        url: `/api/v1/oa/public/applications/${encodeURIComponent(String(queryArg.application))}/files/${encodeURIComponent(String(queryArg.file))}`,
        method: "DELETE",
        params: {
          lng: queryArg.lng,
        },
      }),
    }),
    bringBackApplicationFile: build.mutation<
      BringBackApplicationFileApiResponse,
      BringBackApplicationFileApiArg
    >({
      query: (queryArg) => ({
        url: `/api/v1/oa/public/applications/${encodeURIComponent(String(queryArg.application))}/files/${encodeURIComponent(String(queryArg.file))}/restore`,
        method: "POST",
        params: {
          lng: queryArg.lng,
        },
      }),
    }),
    listNotes: build.query<ListNotesApiResponse, ListNotesApiArg>({
      query: (queryArg) => ({
        url: `/api/v1/oa/enquiries/${encodeURIComponent(String(queryArg.id))}/notes`,
      }),
    }),
    addNote: build.mutation<AddNoteApiResponse, AddNoteApiArg>({
      query: (queryArg) => ({
        url: `/api/v1/oa/enquiries/${encodeURIComponent(String(queryArg.id))}/notes`,
        method: "POST",
        body: queryArg.addNoteRequest,
      }),
    }),
    removeNote: build.mutation<RemoveNoteApiResponse, RemoveNoteApiArg>({
      query: (queryArg) => ({
        url: `/api/v1/oa/enquiries/${encodeURIComponent(String(queryArg.id))}/notes/${encodeURIComponent(String(queryArg.note))}`,
        method: "DELETE",
      }),
    }),
    updateNote: build.mutation<UpdateNoteApiResponse, UpdateNoteApiArg>({
      query: (queryArg) => ({
        url: `/api/v1/oa/enquiries/${encodeURIComponent(String(queryArg.id))}/notes/${encodeURIComponent(String(queryArg.note))}`,
        method: "PATCH",
        body: queryArg.updateNoteRequest,
      }),
    }),
    listPapers: build.query<ListPapersApiResponse, ListPapersApiArg>({
      query: (queryArg) => ({
        url: `/api/v1/oa/enquiries/${encodeURIComponent(String(queryArg.id))}/papers`,
      }),
    }),
    reviewPaper: build.mutation<ReviewPaperApiResponse, ReviewPaperApiArg>({
      query: (queryArg) => ({
        url: `/api/v1/oa/enquiries/${encodeURIComponent(String(queryArg.id))}/files/${encodeURIComponent(String(queryArg.file))}/review`,
        method: "PUT",
        body: queryArg.reviewPaperRequest,
      }),
    }),
    waivePaper: build.mutation<WaivePaperApiResponse, WaivePaperApiArg>({
      query: (queryArg) => ({
        url: `/api/v1/oa/enquiries/${encodeURIComponent(String(queryArg.id))}/papers/waive`,
        method: "POST",
        body: queryArg.waivePaperRequest,
      }),
    }),
    addEnquiryFile: build.mutation<
      AddEnquiryFileApiResponse,
      AddEnquiryFileApiArg
    >({
      query: (queryArg) => ({
        url: `/api/v1/oa/enquiries/${encodeURIComponent(String(queryArg.id))}/files`,
        method: "POST",
        body: queryArg.addEnquiryFileRequest,
      }),
    }),
    addStudentItem: build.mutation<
      AddStudentItemApiResponse,
      AddStudentItemApiArg
    >({
      query: (queryArg) => ({
        url: `/api/v1/oa/student/student_profile`,
        method: "POST",
        body: queryArg.addStudentItemRequest,
      }),
    }),
    removeStudentItem: build.mutation<
      RemoveStudentItemApiResponse,
      RemoveStudentItemApiArg
    >({
      query: (queryArg) => ({
        url: `/api/v1/oa/student/student_profile`,
        method: "DELETE",
        body: queryArg.removeStudentItemRequest,
      }),
    }),
    restoreStudentItem: build.mutation<
      RestoreStudentItemApiResponse,
      RestoreStudentItemApiArg
    >({
      query: (queryArg) => ({
        url: `/api/v1/oa/student/student_profile/restore`,
        method: "POST",
        body: queryArg.restoreStudentItemRequest,
      }),
    }),
    listEnquiryMessages: build.query<
      ListEnquiryMessagesApiResponse,
      ListEnquiryMessagesApiArg
    >({
      query: (queryArg) => ({
        url: `/api/v1/oa/enquiries/${encodeURIComponent(String(queryArg.id))}/messages`,
      }),
    }),
    sendEnquiryMessage: build.mutation<
      SendEnquiryMessageApiResponse,
      SendEnquiryMessageApiArg
    >({
      query: (queryArg) => ({
        url: `/api/v1/oa/enquiries/${encodeURIComponent(String(queryArg.id))}/messages`,
        method: "POST",
        body: queryArg.sendEnquiryMessageRequest,
      }),
    }),
    previewEnquiryMessage: build.mutation<
      PreviewEnquiryMessageApiResponse,
      PreviewEnquiryMessageApiArg
    >({
      query: (queryArg) => ({
        url: `/api/v1/oa/enquiries/${encodeURIComponent(String(queryArg.id))}/messages/preview`,
        method: "POST",
        body: queryArg.sendEnquiryMessageRequest,
      }),
    }),
    readEnquiryMessages: build.mutation<
      ReadEnquiryMessagesApiResponse,
      ReadEnquiryMessagesApiArg
    >({
      query: (queryArg) => ({
        url: `/api/v1/oa/enquiries/${encodeURIComponent(String(queryArg.id))}/messages/read`,
        method: "POST",
      }),
    }),
    unreadEnquiryMessages: build.mutation<
      UnreadEnquiryMessagesApiResponse,
      UnreadEnquiryMessagesApiArg
    >({
      query: (queryArg) => ({
        url: `/api/v1/oa/enquiries/${encodeURIComponent(String(queryArg.id))}/messages/read`,
        method: "DELETE",
      }),
    }),
    askForPapers: build.mutation<AskForPapersApiResponse, AskForPapersApiArg>({
      query: (queryArg) => ({
        url: `/api/v1/oa/enquiries/${encodeURIComponent(String(queryArg.id))}/papers/ask`,
        method: "POST",
      }),
    }),
    listTasks: build.query<ListTasksApiResponse, ListTasksApiArg>({
      query: (queryArg) => ({
        url: `/api/v1/oa/tasks`,
        params: {
          whose: queryArg.whose,
          page_size: queryArg.pageSize,
          cursor: queryArg.cursor,
        },
      }),
    }),
    listEnquiryTasks: build.query<
      ListEnquiryTasksApiResponse,
      ListEnquiryTasksApiArg
    >({
      query: (queryArg) => ({
        url: `/api/v1/oa/enquiries/${encodeURIComponent(String(queryArg.id))}/tasks`,
      }),
    }),
    addTask: build.mutation<AddTaskApiResponse, AddTaskApiArg>({
      query: (queryArg) => ({
        url: `/api/v1/oa/enquiries/${encodeURIComponent(String(queryArg.id))}/tasks`,
        method: "POST",
        body: queryArg.addTaskRequest,
      }),
    }),
    updateTask: build.mutation<UpdateTaskApiResponse, UpdateTaskApiArg>({
      query: (queryArg) => ({
        url: `/api/v1/oa/enquiries/${encodeURIComponent(String(queryArg.id))}/tasks/${encodeURIComponent(String(queryArg.task))}`,
        method: "PATCH",
        body: queryArg.updateTaskRequest,
      }),
    }),
    listStudents: build.query<ListStudentsApiResponse, ListStudentsApiArg>({
      query: (queryArg) => ({
        url: `/api/v1/oa/student/student_list`,
        method: "POST",
        body: queryArg.studentListRequest,
      }),
    }),
    updateStudent: build.mutation<
      UpdateStudentApiResponse,
      UpdateStudentApiArg
    >({
      query: (queryArg) => ({
        url: `/api/v1/oa/student/student_update`,
        method: "PATCH",
        body: queryArg.updateStudentRequest,
        params: {
          student_id: queryArg.studentId,
        },
      }),
    }),
    getEnquiryApplication: build.query<
      GetEnquiryApplicationApiResponse,
      GetEnquiryApplicationApiArg
    >({
      query: (queryArg) => ({
        url: `/api/v1/oa/enquiries/${encodeURIComponent(String(queryArg.id))}/application`,
      }),
    }),
    withdrawDecision: build.mutation<
      WithdrawDecisionApiResponse,
      WithdrawDecisionApiArg
    >({
      query: (queryArg) => ({
        url: `/api/v1/oa/enquiries/${encodeURIComponent(String(queryArg.id))}/application/decision`,
        method: "DELETE",
      }),
    }),
    releaseDecision: build.mutation<
      ReleaseDecisionApiResponse,
      ReleaseDecisionApiArg
    >({
      query: (queryArg) => ({
        url: `/api/v1/oa/enquiries/${encodeURIComponent(String(queryArg.id))}/application/decision/release`,
        method: "POST",
      }),
    }),
    approveProposal: build.mutation<
      ApproveProposalApiResponse,
      ApproveProposalApiArg
    >({
      query: (queryArg) => ({
        url: `/api/v1/oa/enquiries/${encodeURIComponent(String(queryArg.id))}/application/proposal/approve`,
        method: "POST",
        body: queryArg.approveProposalRequest,
      }),
    }),
    returnProposal: build.mutation<
      ReturnProposalApiResponse,
      ReturnProposalApiArg
    >({
      query: (queryArg) => ({
        url: `/api/v1/oa/enquiries/${encodeURIComponent(String(queryArg.id))}/application/proposal/return`,
        method: "POST",
        body: queryArg.returnProposalRequest,
      }),
    }),
    previewMoveMail: build.mutation<
      PreviewMoveMailApiResponse,
      PreviewMoveMailApiArg
    >({
      query: (queryArg) => ({
        url: `/api/v1/oa/enquiries/${encodeURIComponent(String(queryArg.id))}/application/mail`,
        method: "POST",
        body: queryArg.moveMailRequest,
      }),
    }),
    resumeClocks: build.mutation<ResumeClocksApiResponse, ResumeClocksApiArg>({
      query: () => ({
        url: `/api/v1/oa/student/clocks/resume`,
        method: "POST",
      }),
    }),
    settlePlace: build.mutation<SettlePlaceApiResponse, SettlePlaceApiArg>({
      query: (queryArg) => ({
        url: `/api/v1/oa/enquiries/${encodeURIComponent(String(queryArg.id))}/application/place`,
        method: "PUT",
        body: queryArg.settlePlaceRequest,
      }),
    }),
    listWaitlist: build.query<ListWaitlistApiResponse, ListWaitlistApiArg>({
      query: (queryArg) => ({
        url: `/api/v1/oa/waitlist`,
        params: {
          round: queryArg.round,
          bucket: queryArg.bucket,
          page_size: queryArg.pageSize,
          cursor: queryArg.cursor,
        },
      }),
    }),
    listPlaces: build.query<ListPlacesApiResponse, ListPlacesApiArg>({
      query: () => ({ url: `/api/v1/oa/common/places` }),
    }),
    getOverview: build.query<GetOverviewApiResponse, GetOverviewApiArg>({
      query: (queryArg) => ({
        url: `/api/v1/oa/student/overview`,
        params: {
          academic_year: queryArg.academicYear,
          round: queryArg.round,
          grade: queryArg.grade,
          owner: queryArg.owner,
        },
      }),
    }),
    listSeats: build.query<ListSeatsApiResponse, ListSeatsApiArg>({
      query: (queryArg) => ({
        url: `/api/v1/oa/seats`,
        params: {
          round: queryArg.round,
        },
      }),
    }),
    getStudent: build.mutation<GetStudentApiResponse, GetStudentApiArg>({
      query: (queryArg) => ({
        url: `/api/v1/oa/student/student_data`,
        method: "POST",
        body: queryArg.studentFileRequest,
        params: {
          student_id: queryArg.studentId,
        },
      }),
    }),
    listAudiences: build.query<ListAudiencesApiResponse, ListAudiencesApiArg>({
      query: () => ({ url: `/api/v1/oa/audiences` }),
    }),
    listUnlocks: build.query<ListUnlocksApiResponse, ListUnlocksApiArg>({
      query: (queryArg) => ({
        url: `/api/v1/oa/enquiries/${encodeURIComponent(String(queryArg.id))}/unlocks`,
      }),
    }),
    unlockFields: build.mutation<UnlockFieldsApiResponse, UnlockFieldsApiArg>({
      query: (queryArg) => ({
        url: `/api/v1/oa/enquiries/${encodeURIComponent(String(queryArg.id))}/unlocks`,
        method: "POST",
        body: queryArg.unlockFieldsRequest,
      }),
    }),
    endUnlock: build.mutation<EndUnlockApiResponse, EndUnlockApiArg>({
      query: (queryArg) => ({
        url: `/api/v1/oa/enquiries/${encodeURIComponent(String(queryArg.id))}/unlocks/${encodeURIComponent(String(queryArg.unlock))}`,
        method: "DELETE",
      }),
    }),
    listChangeableAnswers: build.query<
      ListChangeableAnswersApiResponse,
      ListChangeableAnswersApiArg
    >({
      query: (queryArg) => ({
        url: `/api/v1/oa/enquiries/${encodeURIComponent(String(queryArg.id))}/answers`,
        params: {
          fields: queryArg.fields,
          lng: queryArg.lng,
        },
      }),
    }),
    openUnlocked: build.mutation<OpenUnlockedApiResponse, OpenUnlockedApiArg>({
      query: (queryArg) => ({
        url: `/api/v1/oa/public/unlocked/open`,
        method: "POST",
        body: queryArg.openUnlockedRequest,
      }),
    }),
    viewUnlocked: build.mutation<ViewUnlockedApiResponse, ViewUnlockedApiArg>({
      query: (queryArg) => ({
        url: `/api/v1/oa/public/unlocked/view`,
        method: "POST",
        body: queryArg.viewUnlockedRequest,
      }),
    }),
    sendUnlocked: build.mutation<SendUnlockedApiResponse, SendUnlockedApiArg>({
      query: (queryArg) => ({
        url: `/api/v1/oa/public/unlocked/values`,
        method: "PUT",
        body: queryArg.sendUnlockedRequest,
      }),
    }),
    convertEnquiry: build.mutation<
      ConvertEnquiryApiResponse,
      ConvertEnquiryApiArg
    >({
      query: (queryArg) => ({
        url: `/api/v1/oa/enquiries/${encodeURIComponent(String(queryArg.id))}/convert`,
        method: "POST",
        body: queryArg.convertEnquiryRequest,
      }),
    }),
    openOwnLetter: build.mutation<
      OpenOwnLetterApiResponse,
      OpenOwnLetterApiArg
    >({
      query: (queryArg) => ({
        url: `/api/v1/oa/public/applications/${encodeURIComponent(String(queryArg.application))}/letter/open`,
        method: "POST",
        params: {
          reference: queryArg.reference,
        },
      }),
    }),
    getSetup: build.query<GetSetupApiResponse, GetSetupApiArg>({
      query: () => ({ url: `/api/v1/oa/settings/setup` }),
    }),
    updateSetup: build.mutation<UpdateSetupApiResponse, UpdateSetupApiArg>({
      query: (queryArg) => ({
        url: `/api/v1/oa/settings/setup`,
        method: "PATCH",
        body: queryArg.updateSetupRequest,
      }),
    }),
  }),
  overrideExisting: false,
});
export { injectedRtkApi as enhancedApi };
export const {
  useGetSchoolDetailsQuery,
  useLazyGetSchoolDetailsQuery,
  useCheckAccessQuery,
  useLazyCheckAccessQuery,
  useListSchoolsQuery,
  useLazyListSchoolsQuery,
  useGetLegalQuery,
  useLazyGetLegalQuery,
  useListCriteriaQuery,
  useLazyListCriteriaQuery,
  useSignOutMutation,
  useCheckResetLinkMutation,
  useResetPasswordMutation,
  useLoginMutation,
  useVerifySecondFactorMutation,
  useTrackApplicationMutation,
  useRegisterUserMutation,
  useVerifyEmailMutation,
  useResendVerifyEmailMutation,
  useForgetPasswordMutation,
  useRequestCodeMutation,
  useResendCodeMutation,
  useVerifyCodeMutation,
  useGetProfileQuery,
  useLazyGetProfileQuery,
  useUpdateProfileMutation,
  usePutAvatarMutation,
  useDeleteAvatarMutation,
  useChangePasswordMutation,
  useChangeEmailMutation,
  useListSessionsQuery,
  useLazyListSessionsQuery,
  useEndSessionMutation,
  useEndOtherSessionsMutation,
  useConfirmSessionMutation,
  useRequestErasureMutation,
  useBeginSecondFactorMutation,
  useRemoveSecondFactorMutation,
  useConfirmSecondFactorMutation,
  useRenewRecoveryCodesMutation,
  useRequestStepUpMutation,
  useChangePhoneMutation,
  useResendPhoneCodeMutation,
  useConfirmPhoneMutation,
  useListPeopleQuery,
  useLazyListPeopleQuery,
  useInvitePersonMutation,
  useUpdatePersonMutation,
  useInviteAgainMutation,
  useSignPersonOutMutation,
  useResetSecondFactorMutation,
  useEnrolTillMutation,
  useLoginPosMutation,
  useGetTillSessionQuery,
  useLazyGetTillSessionQuery,
  useListViewsQuery,
  useLazyListViewsQuery,
  useAddViewMutation,
  useRemoveViewMutation,
  useUpdateViewMutation,
  useGetCaptchaQuery,
  useLazyGetCaptchaQuery,
  useListFormsQuery,
  useLazyListFormsQuery,
  useGetFormQuery,
  useLazyGetFormQuery,
  useCheckFormMutation,
  useCreateDraftMutation,
  useGetDraftQuery,
  useLazyGetDraftQuery,
  useSaveDraftMutation,
  useSubmitFormMutation,
  useListEnquiriesQuery,
  useLazyListEnquiriesQuery,
  useListAssigneesQuery,
  useLazyListAssigneesQuery,
  useListEnquiryChoicesQuery,
  useLazyListEnquiryChoicesQuery,
  useGetEnquiryQuery,
  useLazyGetEnquiryQuery,
  useUpdateEnquiryMutation,
  useListEnquiryTimelineQuery,
  useLazyListEnquiryTimelineQuery,
  useShowEnquiryFileMutation,
  useListEnquiryExportsQuery,
  useLazyListEnquiryExportsQuery,
  useRequestEnquiryExportMutation,
  useRemoveEnquiryExportMutation,
  useCancelEnquiryExportMutation,
  useRegisterApplicantMutation,
  useOpenApplicationMutation,
  useSendApplicationLinkMutation,
  useGetApplicationQuery,
  useLazyGetApplicationQuery,
  useAddApplicationFileMutation,
  useCorrectApplicationContactMutation,
  useAskAboutApplicationMutation,
  useReadApplicationMessagesMutation,
  useWithdrawApplicationMutation,
  useReturnApplicationMutation,
  useShowApplicationFileMutation,
  useTakeBackApplicationFileMutation,
  useBringBackApplicationFileMutation,
  useListNotesQuery,
  useLazyListNotesQuery,
  useAddNoteMutation,
  useRemoveNoteMutation,
  useUpdateNoteMutation,
  useListPapersQuery,
  useLazyListPapersQuery,
  useReviewPaperMutation,
  useWaivePaperMutation,
  useAddEnquiryFileMutation,
  useAddStudentItemMutation,
  useRemoveStudentItemMutation,
  useRestoreStudentItemMutation,
  useListEnquiryMessagesQuery,
  useLazyListEnquiryMessagesQuery,
  useSendEnquiryMessageMutation,
  usePreviewEnquiryMessageMutation,
  useReadEnquiryMessagesMutation,
  useUnreadEnquiryMessagesMutation,
  useAskForPapersMutation,
  useListTasksQuery,
  useLazyListTasksQuery,
  useListEnquiryTasksQuery,
  useLazyListEnquiryTasksQuery,
  useAddTaskMutation,
  useUpdateTaskMutation,
  useListStudentsQuery,
  useLazyListStudentsQuery,
  useUpdateStudentMutation,
  useGetEnquiryApplicationQuery,
  useLazyGetEnquiryApplicationQuery,
  useWithdrawDecisionMutation,
  useReleaseDecisionMutation,
  useApproveProposalMutation,
  useReturnProposalMutation,
  usePreviewMoveMailMutation,
  useResumeClocksMutation,
  useSettlePlaceMutation,
  useListWaitlistQuery,
  useLazyListWaitlistQuery,
  useListPlacesQuery,
  useLazyListPlacesQuery,
  useGetOverviewQuery,
  useLazyGetOverviewQuery,
  useListSeatsQuery,
  useLazyListSeatsQuery,
  useGetStudentMutation,
  useListAudiencesQuery,
  useLazyListAudiencesQuery,
  useListUnlocksQuery,
  useLazyListUnlocksQuery,
  useUnlockFieldsMutation,
  useEndUnlockMutation,
  useListChangeableAnswersQuery,
  useLazyListChangeableAnswersQuery,
  useOpenUnlockedMutation,
  useViewUnlockedMutation,
  useSendUnlockedMutation,
  useConvertEnquiryMutation,
  useOpenOwnLetterMutation,
  useGetSetupQuery,
  useLazyGetSetupQuery,
  useUpdateSetupMutation,
} = injectedRtkApi;
