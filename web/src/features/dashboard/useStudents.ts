import { useCallback, useEffect } from "react";
import { useSelector, useStore } from "react-redux";
import type { StudentListRequest } from "@/api/generated";
import { useAppDispatch, type SharedState } from "@/api/hooks";
import { addReducer } from "@/api/lateReducers";
import { dashboardName, dashboardReducer, initialState, loadStudents, type DashboardState } from "./applicationsSlice";

const useDashboardSelector = useSelector.withTypes<SharedState & { dashboard?: DashboardState }>();

/** The dashboard's applications as they are known now. */
export function useStudents(): DashboardState {
  return useDashboardSelector((state) => state.dashboard ?? initialState);
}

/** Asks for the applications, and again whenever something else is asked for; null asks for nothing yet. Gives the way to ask once more. */
export function useStudentList(request: StudentListRequest | null): () => void {
  const store = useStore();
  const dispatch = useAppDispatch();
  const load = useCallback(() => {
    if (!request) return;
    addReducer(store, dashboardName, dashboardReducer);
    void dispatch(loadStudents(request));
  }, [store, dispatch, request]);
  useEffect(load, [load]);
  return load;
}
