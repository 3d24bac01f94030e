/** The desk's calls about messages and components (docs/contracts.md, section 6.1): the generated ones, and what makes them stale. */
import type { CompareFormApiResponse } from "@/api/generated";
import { deskApi } from "./api";

export type {
  Component as PluginEntry, ComponentDay as PluginDay, ComparedSample, FormOutcome as Outcome, MessageChannel as Channel, MessageItem as MessageEntry, MessageText, PluginRef,
  PreviewedMessage as MessagePreview,
} from "@/api/generated";

deskApi.enhanceEndpoints({
  endpoints: {
    listMessages: { providesTags: ["DeskMessages"] },
    listComponents: { providesTags: ["DeskComponents"] },
  },
});

const comparing = deskApi.injectEndpoints({
  endpoints: (build) => ({
    comparedForm: build.query<CompareFormApiResponse, { form: string; version: number }>({
      // The draft's version is in the argument, so that no comparison of an older draft is ever shown.
      query: ({ form }) => ({ url: `/v1/oa/settings/forms/${encodeURIComponent(form)}/compare`, method: "POST" }),
      keepUnusedDataFor: 0,
    }),
  }),
});

export const { useComparedFormQuery } = comparing;
export { useListComponentsQuery, useListMessagesQuery, usePreviewMessageMutation } from "@/api/generatedDesk";
