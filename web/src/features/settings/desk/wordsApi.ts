/** The desk's calls about messages and components (docs/contracts.md, section 6.1). */
import type { Computed, Issue } from "@/api/types";
import type { Verdict } from "@/api/generated";
import { deskApi } from "./api";

const ROOT = "/v1/oa/settings";

export type Channel = "mail" | "sms";

/** One text of a message: a channel in a language. */
export interface MessageText {
  channel: Channel;
  locale: string;
  /** What an edit names. */
  file: string;
  standard: string;
  own: string | null;
}

/** Something that the server sends, and what it can be filled with. */
export interface MessageEntry {
  name: string;
  channels: Channel[];
  fields: { name: string; needed: boolean }[];
  texts: MessageText[];
}

export interface MessagePreview {
  subject: string;
  text: string;
  html: string;
}

export interface PluginRef {
  id: string;
  version: string;
  digest: string;
}

/** What a component may reach outside of itself. */
export interface Reach {
  tables: string[];
  known: string[];
  effects: string[];
}

/** One day of a component's work. */
export interface PluginDay {
  day: string;
  calls: number;
  failures: number;
  fuel: number;
  millis: number;
}

export interface PluginEntry {
  name: string;
  file: string;
  plugin: PluginRef;
  published: PluginRef | null;
  forms: string[];
  asks: Reach;
  grants: Reach;
  earlier: { digest: string; version: string; seq: number }[];
  days: PluginDay[];
}

/** What rules make of answers. */
export interface Outcome {
  errors: Issue[];
  computed: Computed[];
  verdict: Verdict | null;
  failure: string | null;
}

export interface ComparedSample {
  name: string;
  live: Outcome | null;
  draft: Outcome | null;
  differs: boolean;
}

const wordsApi = deskApi.injectEndpoints({
  endpoints: (build) => ({
    deskMessages: build.query<{ items: MessageEntry[] }, void>({
      query: () => `${ROOT}/messages`,
      providesTags: ["DeskMessages"],
    }),
    tryMessage: build.mutation<{ message: MessagePreview }, { name: string; channel: Channel; locale: string; text: string }>({
      query: (body) => ({ url: `${ROOT}/messages/preview`, method: "POST", body }),
    }),
    deskComponents: build.query<{ items: PluginEntry[] }, void>({
      query: () => `${ROOT}/plugins`,
      providesTags: ["DeskComponents"],
    }),
    comparedForm: build.query<{ samples: ComparedSample[] }, { form: string; version: number }>({
      // The draft's version is in the argument, so that no comparison of an older draft is ever shown.
      query: ({ form }) => ({ url: `${ROOT}/forms/${encodeURIComponent(form)}/compare`, method: "POST" }),
      keepUnusedDataFor: 0,
    }),
  }),
});

export const { useDeskMessagesQuery, useTryMessageMutation, useDeskComponentsQuery, useComparedFormQuery } = wordsApi;
