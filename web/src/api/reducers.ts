import { authReducer } from "./authSlice";
import { baseApi } from "./baseApi";

/** What the store is made of before any page is opened. */
export const reducers = { auth: authReducer, [baseApi.reducerPath]: baseApi.reducer };
