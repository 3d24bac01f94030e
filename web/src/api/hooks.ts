import { useDispatch, useSelector } from "react-redux";
import type { ThunkDispatch, UnknownAction } from "@reduxjs/toolkit";
import type { AuthState } from "./authSlice";

/** The part of the store that lower floors may see; the whole store is `app`'s. */
export interface SharedState {
  auth: AuthState;
}

export const useAppDispatch = useDispatch.withTypes<ThunkDispatch<SharedState, unknown, UnknownAction>>();
export const useAppSelector = useSelector.withTypes<SharedState>();
