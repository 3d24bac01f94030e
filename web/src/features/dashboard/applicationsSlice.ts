/** The dashboard's applications: the newest of them, how many stand where, whom somebody looks at, and which document is open. */
import { createAsyncThunk, createSlice, type PayloadAction } from "@reduxjs/toolkit";
import { signedOut } from "@/api/authSlice";
import { failureOf } from "@/api/envelope";
import { enhancedApi, type ListStudentsApiResponse, type StudentItem, type StudentListRequest } from "@/api/generated";
import { NO_COUNTS, type Status } from "@/api/standing";

/** Whom somebody looks at. */
export type SelectedStudent = Pick<StudentItem, "registration_id" | "student_name">;

/** The document that is open; `admission_id` is the application that it came with. */
export interface OpenDocument {
  doc_name: string;
  doc_id: string;
  admission_id: string;
}

export interface DashboardState {
  studentList: StudentItem[];
  counts: Record<Status, number>;
  loading: boolean;
  /** The message id of what went wrong. */
  error: string | null;
  selected: SelectedStudent | null;
  documentDialog: OpenDocument | null;
  /** The call whose answer counts: one that was asked for before it is too late. */
  asked: string | null;
}

/** Before the first call it is on its way. */
export const initialState: DashboardState = { studentList: [], counts: { ...NO_COUNTS }, loading: true, error: null, selected: null, documentDialog: null, asked: null };

/** Asks for applications and for how many of all that match stand where; the state keeps the answer, and no cache does. */
export const loadStudents = createAsyncThunk<ListStudentsApiResponse, StudentListRequest, { rejectValue: string }>("dashboard/student_list", async (request, { dispatch, rejectWithValue }) => {
  const { data, error } = await dispatch(enhancedApi.endpoints.listStudents.initiate({ studentListRequest: request }, { subscribe: false, forceRefetch: true }));
  return error || !data ? rejectWithValue(failureOf(error).messageId) : data;
});

const slice = createSlice({
  name: "dashboard",
  initialState,
  reducers: {
    studentSelected(state, { payload }: PayloadAction<SelectedStudent | null>) {
      state.selected = payload && { registration_id: payload.registration_id, student_name: payload.student_name };
      state.documentDialog = null;
    },
    documentOpened(state, { payload }: PayloadAction<OpenDocument>) {
      state.documentDialog = payload;
    },
    documentClosed(state) {
      state.documentDialog = null;
    },
  },
  extraReducers: (build) => {
    build
      .addCase(loadStudents.pending, (state, { meta }) => {
        state.studentList = [];
        state.counts = { ...NO_COUNTS };
        state.loading = true;
        state.error = null;
        state.asked = meta.requestId;
      })
      .addCase(loadStudents.fulfilled, (state, { payload, meta }) => {
        if (meta.requestId !== state.asked) return;
        const { students, counts } = payload;
        state.studentList = students;
        // The server counts by status all that match: the list holds the newest of them.
        state.counts = { ...counts };
        state.loading = false;
        if (!students.some(({ registration_id }) => registration_id === state.selected?.registration_id)) {
          state.selected = null;
          state.documentDialog = null;
        }
      })
      .addCase(loadStudents.rejected, (state, { payload, meta }) => {
        if (meta.requestId !== state.asked) return;
        state.loading = false;
        state.error = payload ?? "L000";
        state.selected = null;
        state.documentDialog = null;
      })
      // The next person at this machine sees nothing of it.
      .addCase(signedOut, () => initialState);
  },
});

export const { studentSelected, documentOpened, documentClosed } = slice.actions;
export const dashboardReducer = slice.reducer;
export const dashboardName = slice.name;
