import { configureStore, createListenerMiddleware } from "@reduxjs/toolkit";
import { setupListeners } from "@reduxjs/toolkit/query";
import { authReducer, signedOut } from "@/api/authSlice";
import { baseApi } from "@/api/baseApi";
import "@/api/tags";

/** What stays cached when a session ends: it belongs to the school, not to the person. */
const KEPT_ENDPOINTS = new Set(["getSchoolDetails", "checkAccess", "listSchools", "listForms", "getForm"]);

/** Makes a store of its own for each test and the one of the page. */
export function makeStore() {
  const listener = createListenerMiddleware();
  const store = configureStore({
    reducer: { auth: authReducer, [baseApi.reducerPath]: baseApi.reducer },
    middleware: (getDefault) => getDefault().prepend(listener.middleware).concat(baseApi.middleware),
  });
  listener.startListening({
    actionCreator: signedOut,
    effect: (_action, api) => {
      // The next person at this machine must not see the last one's answers.
      const { queries } = (api.getState() as RootState).api;
      for (const [queryCacheKey, entry] of Object.entries(queries)) {
        if (entry?.endpointName && !KEPT_ENDPOINTS.has(entry.endpointName)) {
          api.dispatch(baseApi.internalActions.removeQueryResult({ queryCacheKey: queryCacheKey as never }));
        }
      }
    },
  });
  setupListeners(store.dispatch);
  return store;
}

export type AppStore = ReturnType<typeof makeStore>;
export type RootState = ReturnType<AppStore["getState"]>;
