import { createSlice, type PayloadAction } from "@reduxjs/toolkit";
import type { FactorAsked, FactorSetupAsked } from "./entry";
import type { SessionUser } from "./types";

export interface AuthState {
  /** `restoring`: a token was found at start and the server has not yet said whose it is. */
  status: "signedOut" | "restoring" | "signedIn";
  user: SessionUser | null;
  /** Message id that the sign-in page shows: why the last session ended, or that sign-out did not reach the server. */
  notice: string | null;
  /** True from a sign-in on this very page until the first page behind it: only then a remembered address counts. */
  arriving: boolean;
  /** What the sign-in page still asks for after a first proof on another page: here, and not in the browser's history, as it may carry a secret. */
  asked: FactorAsked | FactorSetupAsked | null;
}

const initialState: AuthState = { status: "signedOut", user: null, notice: null, arriving: false, asked: null };

const authSlice = createSlice({
  name: "auth",
  initialState,
  reducers: {
    restoring(state) {
      if (state.status === "signedOut") state.status = "restoring";
    },
    signedIn(state, action: PayloadAction<SessionUser>) {
      state.status = "signedIn";
      state.user = action.payload;
      state.notice = null;
    },
    welcomed(state, action: PayloadAction<SessionUser>) {
      state.status = "signedIn";
      state.user = action.payload;
      state.notice = null;
      state.arriving = true;
    },
    askedFurther(state, action: PayloadAction<AuthState["asked"]>) {
      state.asked = action.payload;
    },
    arrived(state) {
      state.arriving = false;
    },
    signedOut(state, action: PayloadAction<{ notice: string | null }>) {
      // A second 401 in flight must not overwrite the reason of the first sign-out.
      if (state.status === "signedOut") return;
      state.status = "signedOut";
      state.user = null;
      state.notice = action.payload.notice;
    },
  },
});

export const { restoring, signedIn, welcomed, askedFurther, arrived, signedOut } = authSlice.actions;
export const authReducer = authSlice.reducer;
