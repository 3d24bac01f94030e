import { createApi } from "@reduxjs/toolkit/query/react";
import { baseQuery } from "./baseQuery";

/** The one RTK Query api; `generated.ts` injects the endpoints, `tags.ts` says what invalidates what. */
export const baseApi = createApi({
  reducerPath: "api",
  baseQuery,
  refetchOnReconnect: true,
  endpoints: () => ({}),
});
