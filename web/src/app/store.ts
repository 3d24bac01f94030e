import { configureStore, type Middleware } from "@reduxjs/toolkit";
import { setupListeners } from "@reduxjs/toolkit/query";
import { signedOut } from "@/api/authSlice";
import { baseApi } from "@/api/baseApi";
import { reducers } from "@/api/reducers";
import "@/api/tags";

/** What stays cached when a session ends: it belongs to the school, not to the person. */
const KEPT_ENDPOINTS = new Set(["getSchoolDetails", "checkAccess", "listSchools", "listForms", "getForm"]);

/** The next person at this machine must not see the last one's answers. */
const forgetAtSignOut: Middleware = (api) => (next) => (action) => {
  const result = next(action);
  if (!signedOut.match(action)) return result;
  const { queries } = (api.getState() as RootState).api;
  for (const [queryCacheKey, entry] of Object.entries(queries)) {
    if (entry?.endpointName && !KEPT_ENDPOINTS.has(entry.endpointName)) {
      api.dispatch(baseApi.internalActions.removeQueryResult({ queryCacheKey: queryCacheKey as never }));
    }
  }
  return result;
};

/** Makes a store of its own for each test and the one of the page. */
export function makeStore() {
  const store = configureStore({
    reducer: reducers,
    middleware: (getDefault) => getDefault().prepend(forgetAtSignOut).concat(baseApi.middleware),
  });
  setupListeners(store.dispatch);
  return store;
}

export type AppStore = ReturnType<typeof makeStore>;
export type RootState = ReturnType<AppStore["getState"]>;
