import { createSlice, type PayloadAction } from "@reduxjs/toolkit";

/** The signed-in person, as the sign-in answer gives it. */
export interface SessionUser {
  id: string;
  avatar: string;
  userName: string;
  email: string;
  authority: string[];
}

export interface AuthState {
  /** `restoring`: a token was found at start and the server has not yet said whose it is. */
  status: "signedOut" | "restoring" | "signedIn";
  user: SessionUser | null;
  /** Why the last session ended, so that the sign-in page can say it. */
  ended: "by-person" | "by-server" | null;
}

const initialState: AuthState = { status: "signedOut", user: null, ended: null };

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
      state.ended = null;
    },
    signedOut(state, action: PayloadAction<"by-person" | "by-server" | null>) {
      // A second 401 in flight must not overwrite the reason of the first sign-out.
      if (state.status === "signedOut") return;
      state.status = "signedOut";
      state.user = null;
      state.ended = action.payload;
    },
  },
});

export const { restoring, signedIn, signedOut } = authSlice.actions;
export const authReducer = authSlice.reducer;
