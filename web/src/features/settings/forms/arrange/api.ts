/** A plugin's form as the plugin brings it (docs/contracts.md, section 6.2). */
import { baseApi } from "@/api/baseApi";
import type { StoredDocument } from "../model/types";

const plainApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    plainForm: build.query<{ document: StoredDocument }, string>({
      query: (form) => `/v1/oa/settings/forms/${encodeURIComponent(form)}/plain`,
    }),
  }),
});

export const { usePlainFormQuery } = plainApi;
