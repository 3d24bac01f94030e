import { restoring, signedIn, signedOut } from "@/api/authSlice";
import { loadConnections } from "@/api/connections";
import { enhancedApi } from "@/api/generated";
import { preview } from "@/api/preview";
import { refreshSession } from "@/api/refresh";
import { storeSchoolId } from "@/api/schoolId";
import { currentToken, dropToken, onOtherTab } from "@/api/session";
import { guardBackButton } from "./back";
import type { AppStore } from "./store";

/** Asks for what every page needs, before the first text is on the screen. */
export function boot(store: AppStore): void {
  void loadSchool(store);
  void restoreSession(store);
  // A preview has nothing to hide, and follows no other tab.
  if (preview) return;
  guardBackButton();
  onOtherTab((token) => {
    if (token === null) store.dispatch(signedOut({ notice: null }));
    else if (store.getState().auth.status === "signedOut") void restoreSession(store);
  });
}

async function loadSchool(store: AppStore): Promise<void> {
  const answer = await store.dispatch(enhancedApi.endpoints.getSchoolDetails.initiate());
  if (!answer.data) return;
  storeSchoolId(answer.data.school_id);
  // The seed: the list of all schools is asked for in test and development only; the server knows it nowhere else.
  if (answer.data.mode !== "production") void store.dispatch(enhancedApi.endpoints.listSchools.initiate());
  void loadConnections(answer.data.connections_url);
}

/** A stored token says that someone signed in here; only the server knows who, and whether it still holds. */
async function restoreSession(store: AppStore): Promise<void> {
  if (preview ? preview.as === "visitor" : !currentToken()) return;
  store.dispatch(restoring());
  const result = await refreshSession(true);
  if (result.kind === "fresh" && result.user) {
    store.dispatch(signedIn(result.user));
    return;
  }
  if (result.kind === "ended") dropToken();
  // Unreachable: the token stays for the next load, but nothing can be shown without knowing who this is.
  store.dispatch(signedOut({ notice: result.kind === "ended" ? "L014" : "L000" }));
}
