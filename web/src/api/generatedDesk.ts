import { enhancedApi as api } from "./generated";
import type {
  ListTillsApiResponse,
  ListTillsApiArg,
  AddTillApiResponse,
  AddTillApiArg,
  UpdateTillApiResponse,
  UpdateTillApiArg,
  RenewEnrolmentApiResponse,
  RenewEnrolmentApiArg,
  ListAuditApiResponse,
  ListAuditApiArg,
  GetSettingsApiResponse,
  GetSettingsApiArg,
  GetSettingFilesApiResponse,
  GetSettingFilesApiArg,
  GetSettingFileApiResponse,
  GetSettingFileApiArg,
  SaveDraftSettingsApiResponse,
  SaveDraftSettingsApiArg,
  DiscardDraftSettingsApiResponse,
  DiscardDraftSettingsApiArg,
  CheckDraftSettingsApiResponse,
  CheckDraftSettingsApiArg,
  UploadSettingBlobApiResponse,
  UploadSettingBlobApiArg,
  PublishSettingsApiResponse,
  PublishSettingsApiArg,
  CancelScheduleApiResponse,
  CancelScheduleApiArg,
  ListRevisionsApiResponse,
  ListRevisionsApiArg,
  CompareRevisionsApiResponse,
  CompareRevisionsApiArg,
  RestoreRevisionApiResponse,
  RestoreRevisionApiArg,
  OpenPreviewApiResponse,
  OpenPreviewApiArg,
  SearchTextsApiResponse,
  SearchTextsApiArg,
  ListMessagesApiResponse,
  ListMessagesApiArg,
  PreviewMessageApiResponse,
  PreviewMessageApiArg,
  ListLetterTemplatesApiResponse,
  ListLetterTemplatesApiArg,
  PreviewLetterPageApiResponse,
  PreviewLetterPageApiArg,
  ShowLetterApiResponse,
  ShowLetterApiArg,
  CompareFormApiResponse,
  CompareFormApiArg,
  GetPlainFormApiResponse,
  GetPlainFormApiArg,
  ListComponentsApiResponse,
  ListComponentsApiArg,
  ListSubscriptionsApiResponse,
  ListSubscriptionsApiArg,
  ApproveSubscriptionApiResponse,
  ApproveSubscriptionApiArg,
  RejectSubscriptionApiResponse,
  RejectSubscriptionApiArg,
  OperatorSignInApiResponse,
  OperatorSignInApiArg,
  OperatorSetUpApiResponse,
  OperatorSetUpApiArg,
  OperatorMeApiResponse,
  OperatorMeApiArg,
  OperatorSignOutApiResponse,
  OperatorSignOutApiArg,
  ListPlatformSchoolsApiResponse,
  ListPlatformSchoolsApiArg,
  GetPlatformSchoolApiResponse,
  GetPlatformSchoolApiArg,
  SuspendPlatformSchoolApiResponse,
  SuspendPlatformSchoolApiArg,
  ResumePlatformSchoolApiResponse,
  ResumePlatformSchoolApiArg,
} from "./generatedTypes";
const injectedRtkApi = api.injectEndpoints({
  endpoints: (build) => ({
    listTills: build.query<ListTillsApiResponse, ListTillsApiArg>({
      query: () => ({ url: `/api/v1/oa/tills` }),
    }),
    addTill: build.mutation<AddTillApiResponse, AddTillApiArg>({
      query: (queryArg) => ({
        url: `/api/v1/oa/tills`,
        method: "POST",
        body: queryArg.newTill,
      }),
    }),
    updateTill: build.mutation<UpdateTillApiResponse, UpdateTillApiArg>({
      query: (queryArg) => ({
        url: `/api/v1/oa/tills/${encodeURIComponent(String(queryArg.id))}`,
        method: "PATCH",
        body: queryArg.tillChange,
      }),
    }),
    renewEnrolment: build.mutation<
      RenewEnrolmentApiResponse,
      RenewEnrolmentApiArg
    >({
      query: (queryArg) => ({
        url: `/api/v1/oa/tills/${encodeURIComponent(String(queryArg.id))}/enrolment`,
        method: "POST",
      }),
    }),
    listAudit: build.query<ListAuditApiResponse, ListAuditApiArg>({
      query: (queryArg) => ({
        url: `/api/v1/oa/audit`,
        params: {
          actor: queryArg.actor,
          action: queryArg.action,
          object_kind: queryArg.objectKind,
          object_id: queryArg.objectId,
          from: queryArg["from"],
          to: queryArg.to,
          cursor: queryArg.cursor,
          page_size: queryArg.pageSize,
        },
      }),
    }),
    getSettings: build.query<GetSettingsApiResponse, GetSettingsApiArg>({
      query: () => ({ url: `/api/v1/oa/settings` }),
    }),
    getSettingFiles: build.query<
      GetSettingFilesApiResponse,
      GetSettingFilesApiArg
    >({
      query: () => ({ url: `/api/v1/oa/settings/files` }),
    }),
    getSettingFile: build.query<
      GetSettingFileApiResponse,
      GetSettingFileApiArg
    >({
      query: (queryArg) => ({
        url: `/api/v1/oa/settings/file`,
        params: {
          file: queryArg.file,
        },
      }),
    }),
    saveDraftSettings: build.mutation<
      SaveDraftSettingsApiResponse,
      SaveDraftSettingsApiArg
    >({
      query: (queryArg) => ({
        url: `/api/v1/oa/settings/draft`,
        method: "PATCH",
        body: queryArg.saveDraftSettingsRequest,
      }),
    }),
    discardDraftSettings: build.mutation<
      DiscardDraftSettingsApiResponse,
      DiscardDraftSettingsApiArg
    >({
      query: (queryArg) => ({
        url: `/api/v1/oa/settings/draft/discard`,
        method: "POST",
        body: queryArg.draftVersionRequest,
      }),
    }),
    checkDraftSettings: build.mutation<
      CheckDraftSettingsApiResponse,
      CheckDraftSettingsApiArg
    >({
      query: () => ({ url: `/api/v1/oa/settings/check`, method: "POST" }),
    }),
    uploadSettingBlob: build.mutation<
      UploadSettingBlobApiResponse,
      UploadSettingBlobApiArg
    >({
      query: (queryArg) => ({
        url: `/api/v1/oa/settings/blobs`,
        method: "POST",
        body: queryArg.settingBlobRequest,
      }),
    }),
    publishSettings: build.mutation<
      PublishSettingsApiResponse,
      PublishSettingsApiArg
    >({
      query: (queryArg) => ({
        url: `/api/v1/oa/settings/publish`,
        method: "POST",
        body: queryArg.publishSettingsRequest,
      }),
    }),
    cancelSchedule: build.mutation<
      CancelScheduleApiResponse,
      CancelScheduleApiArg
    >({
      query: (queryArg) => ({
        url: `/api/v1/oa/settings/schedules/${encodeURIComponent(String(queryArg.id))}`,
        method: "DELETE",
      }),
    }),
    listRevisions: build.query<ListRevisionsApiResponse, ListRevisionsApiArg>({
      query: (queryArg) => ({
        url: `/api/v1/oa/settings/revisions`,
        params: {
          cursor: queryArg.cursor,
          page_size: queryArg.pageSize,
        },
      }),
    }),
    compareRevisions: build.query<
      CompareRevisionsApiResponse,
      CompareRevisionsApiArg
    >({
      query: (queryArg) => ({
        url: `/api/v1/oa/settings/revisions/compare`,
        params: {
          from: queryArg["from"],
          to: queryArg.to,
        },
      }),
    }),
    restoreRevision: build.mutation<
      RestoreRevisionApiResponse,
      RestoreRevisionApiArg
    >({
      query: (queryArg) => ({
        url: `/api/v1/oa/settings/revisions/${encodeURIComponent(String(queryArg.seq))}/restore`,
        method: "POST",
        body: queryArg.draftVersionRequest,
      }),
    }),
    openPreview: build.mutation<OpenPreviewApiResponse, OpenPreviewApiArg>({
      query: () => ({ url: `/api/v1/oa/settings/preview`, method: "POST" }),
    }),
    searchTexts: build.query<SearchTextsApiResponse, SearchTextsApiArg>({
      query: (queryArg) => ({
        url: `/api/v1/oa/settings/texts`,
        params: {
          q: queryArg.q,
          ns: queryArg.ns,
          changed: queryArg.changed,
          cursor: queryArg.cursor,
        },
      }),
    }),
    listMessages: build.query<ListMessagesApiResponse, ListMessagesApiArg>({
      query: () => ({ url: `/api/v1/oa/settings/messages` }),
    }),
    previewMessage: build.mutation<
      PreviewMessageApiResponse,
      PreviewMessageApiArg
    >({
      query: (queryArg) => ({
        url: `/api/v1/oa/settings/messages/preview`,
        method: "POST",
        body: queryArg.previewMessageRequest,
      }),
    }),
    listLetterTemplates: build.query<
      ListLetterTemplatesApiResponse,
      ListLetterTemplatesApiArg
    >({
      query: () => ({ url: `/api/v1/oa/settings/letters` }),
    }),
    previewLetterPage: build.mutation<
      PreviewLetterPageApiResponse,
      PreviewLetterPageApiArg
    >({
      query: (queryArg) => ({
        url: `/api/v1/oa/settings/letters/${encodeURIComponent(String(queryArg.code))}/page`,
        method: "POST",
        body: queryArg.previewLetterRequest,
      }),
    }),
    showLetter: build.mutation<ShowLetterApiResponse, ShowLetterApiArg>({
      query: (queryArg) => ({
        url: `/api/v1/oa/settings/letters/${encodeURIComponent(String(queryArg.code))}/show`,
        method: "POST",
        body: queryArg.previewLetterRequest,
      }),
    }),
    compareForm: build.mutation<CompareFormApiResponse, CompareFormApiArg>({
      query: (queryArg) => ({
        url: `/api/v1/oa/settings/forms/${encodeURIComponent(String(queryArg.form))}/compare`,
        method: "POST",
      }),
    }),
    getPlainForm: build.query<GetPlainFormApiResponse, GetPlainFormApiArg>({
      query: (queryArg) => ({
        url: `/api/v1/oa/settings/forms/${encodeURIComponent(String(queryArg.form))}/plain`,
      }),
    }),
    listComponents: build.query<
      ListComponentsApiResponse,
      ListComponentsApiArg
    >({
      query: () => ({ url: `/api/v1/oa/settings/plugins` }),
    }),
    listSubscriptions: build.query<
      ListSubscriptionsApiResponse,
      ListSubscriptionsApiArg
    >({
      query: (queryArg) => ({
        url: `/api/v1/oa/operator/subscriptions`,
        params: {
          state: queryArg.state,
          cursor: queryArg.cursor,
          page_size: queryArg.pageSize,
        },
      }),
    }),
    approveSubscription: build.mutation<
      ApproveSubscriptionApiResponse,
      ApproveSubscriptionApiArg
    >({
      query: (queryArg) => ({
        url: `/api/v1/oa/operator/subscriptions/${encodeURIComponent(String(queryArg.id))}/approve`,
        method: "POST",
        body: queryArg.approveRequest,
      }),
    }),
    rejectSubscription: build.mutation<
      RejectSubscriptionApiResponse,
      RejectSubscriptionApiArg
    >({
      query: (queryArg) => ({
        url: `/api/v1/oa/operator/subscriptions/${encodeURIComponent(String(queryArg.id))}/reject`,
        method: "POST",
        body: queryArg.rejectRequest,
      }),
    }),
    operatorSignIn: build.mutation<
      OperatorSignInApiResponse,
      OperatorSignInApiArg
    >({
      query: (queryArg) => ({
        url: `/api/v1/oa/operator/sign-in`,
        method: "POST",
        body: queryArg.operatorSignInRequest,
      }),
    }),
    operatorSetUp: build.mutation<
      OperatorSetUpApiResponse,
      OperatorSetUpApiArg
    >({
      query: (queryArg) => ({
        url: `/api/v1/oa/operator/set-up`,
        method: "POST",
        body: queryArg.operatorSetUpRequest,
      }),
    }),
    operatorMe: build.query<OperatorMeApiResponse, OperatorMeApiArg>({
      query: () => ({ url: `/api/v1/oa/operator/me` }),
    }),
    operatorSignOut: build.mutation<
      OperatorSignOutApiResponse,
      OperatorSignOutApiArg
    >({
      query: () => ({ url: `/api/v1/oa/operator/sign-out`, method: "POST" }),
    }),
    listPlatformSchools: build.query<
      ListPlatformSchoolsApiResponse,
      ListPlatformSchoolsApiArg
    >({
      query: (queryArg) => ({
        url: `/api/v1/oa/operator/schools`,
        params: {
          q: queryArg.q,
          state: queryArg.state,
          cursor: queryArg.cursor,
          page_size: queryArg.pageSize,
        },
      }),
    }),
    getPlatformSchool: build.query<
      GetPlatformSchoolApiResponse,
      GetPlatformSchoolApiArg
    >({
      query: (queryArg) => ({
        url: `/api/v1/oa/operator/schools/${encodeURIComponent(String(queryArg.id))}`,
      }),
    }),
    suspendPlatformSchool: build.mutation<
      SuspendPlatformSchoolApiResponse,
      SuspendPlatformSchoolApiArg
    >({
      query: (queryArg) => ({
        url: `/api/v1/oa/operator/schools/${encodeURIComponent(String(queryArg.id))}/suspend`,
        method: "POST",
      }),
    }),
    resumePlatformSchool: build.mutation<
      ResumePlatformSchoolApiResponse,
      ResumePlatformSchoolApiArg
    >({
      query: (queryArg) => ({
        url: `/api/v1/oa/operator/schools/${encodeURIComponent(String(queryArg.id))}/resume`,
        method: "POST",
      }),
    }),
  }),
  overrideExisting: false,
});
export { injectedRtkApi as deskApi };
export const {
  useListTillsQuery,
  useLazyListTillsQuery,
  useAddTillMutation,
  useUpdateTillMutation,
  useRenewEnrolmentMutation,
  useListAuditQuery,
  useLazyListAuditQuery,
  useGetSettingsQuery,
  useLazyGetSettingsQuery,
  useGetSettingFilesQuery,
  useLazyGetSettingFilesQuery,
  useGetSettingFileQuery,
  useLazyGetSettingFileQuery,
  useSaveDraftSettingsMutation,
  useDiscardDraftSettingsMutation,
  useCheckDraftSettingsMutation,
  useUploadSettingBlobMutation,
  usePublishSettingsMutation,
  useCancelScheduleMutation,
  useListRevisionsQuery,
  useLazyListRevisionsQuery,
  useCompareRevisionsQuery,
  useLazyCompareRevisionsQuery,
  useRestoreRevisionMutation,
  useOpenPreviewMutation,
  useSearchTextsQuery,
  useLazySearchTextsQuery,
  useListMessagesQuery,
  useLazyListMessagesQuery,
  usePreviewMessageMutation,
  useListLetterTemplatesQuery,
  useLazyListLetterTemplatesQuery,
  usePreviewLetterPageMutation,
  useShowLetterMutation,
  useCompareFormMutation,
  useGetPlainFormQuery,
  useLazyGetPlainFormQuery,
  useListComponentsQuery,
  useLazyListComponentsQuery,
  useListSubscriptionsQuery,
  useLazyListSubscriptionsQuery,
  useApproveSubscriptionMutation,
  useRejectSubscriptionMutation,
  useOperatorSignInMutation,
  useOperatorSetUpMutation,
  useOperatorMeQuery,
  useLazyOperatorMeQuery,
  useOperatorSignOutMutation,
  useListPlatformSchoolsQuery,
  useLazyListPlatformSchoolsQuery,
  useGetPlatformSchoolQuery,
  useLazyGetPlatformSchoolQuery,
  useSuspendPlatformSchoolMutation,
  useResumePlatformSchoolMutation,
} = injectedRtkApi;
