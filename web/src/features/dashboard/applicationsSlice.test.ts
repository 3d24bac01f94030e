import { beforeEach, expect, it } from "vitest";
import { signedIn, signedOut } from "@/api/authSlice";
import { addReducer } from "@/api/lateReducers";
import { storeSchoolId } from "@/api/schoolId";
import { storeToken } from "@/api/session";
import { NO_COUNTS } from "@/api/standing";
import { makeStore } from "@/app/store";
import { student } from "@/test/applications";
import { stubServer } from "@/test/server";
import { dashboardName, dashboardReducer, documentClosed, documentOpened, initialState, loadStudents, studentSelected, type DashboardState } from "./applicationsSlice";

const counts = { ...NO_COUNTS, W: 3, F: 1 };
const students = [student("1"), student("2", { sims_admission_status: "F", sub_status: "unconditional" })];
const full: DashboardState = {
  studentList: students,
  counts,
  loading: false,
  error: null,
  selected: { registration_id: "ABQ27-00001", student_name: "Child 1" },
  documentDialog: { doc_name: "Passport", doc_id: "f1", admission_id: "1" },
  asked: "r0",
};
const answer = { students, counts, total: 4, next_cursor: null, success: true, messageId: "" };
const pending = (state: DashboardState, id: string) => dashboardReducer(state, loadStudents.pending(id, {}));

beforeEach(() => {
  storeSchoolId("abq");
  storeToken("t", 600);
});

it("while it is asked nobody is listed and nobody stands anywhere", () => {
  expect(pending({ ...full, error: "R008" }, "r1")).toMatchObject({ studentList: [], counts: NO_COUNTS, loading: true, error: null });
});

it("an answer stores the students and how many stand where", () => {
  expect(dashboardReducer(pending(full, "r1"), loadStudents.fulfilled(answer, "r1", {}))).toMatchObject({ studentList: students, counts, loading: false, error: null, selected: full.selected, documentDialog: full.documentDialog });
});

it("whoever is not listed any more is not looked at either", () => {
  const others = { ...answer, students: [student("3")] };
  expect(dashboardReducer(pending(full, "r1"), loadStudents.fulfilled(others, "r1", {}))).toMatchObject({ selected: null, documentDialog: null });
});

it("a refusal sets the error", () => {
  const refused = loadStudents.rejected(new Error("x"), "r1", {}, "R008");
  expect(dashboardReducer(pending(full, "r1"), refused)).toMatchObject({ studentList: [], counts: NO_COUNTS, loading: false, error: "R008", selected: null, documentDialog: null });
  expect(dashboardReducer(pending(full, "r1"), loadStudents.rejected(new Error("x"), "r1", {})).error).toBe("L000");
});

it("an answer to what was asked before comes too late", () => {
  const asked = pending(pending(full, "r1"), "r2");
  expect(dashboardReducer(asked, loadStudents.fulfilled(answer, "r1", {}))).toEqual(asked);
  expect(dashboardReducer(asked, loadStudents.rejected(new Error("x"), "r1", {}, "R008"))).toEqual(asked);
});

it("a student is selected by number and name, and a document of theirs is opened and closed", () => {
  const chosen = dashboardReducer(full, studentSelected(student("2")));
  expect(chosen.selected).toEqual({ registration_id: "ABQ27-00002", student_name: "Child 2" });
  expect(chosen.documentDialog).toBeNull();
  const document = { doc_name: "Visa", doc_id: "f2", admission_id: "2" };
  const opened = dashboardReducer(chosen, documentOpened(document));
  expect(opened.documentDialog).toEqual(document);
  expect(dashboardReducer(opened, documentClosed()).documentDialog).toBeNull();
  expect(dashboardReducer(opened, studentSelected(null)).selected).toBeNull();
});

it("is a part of the store once a page adds it, keeps the rest, and forgets everything at sign-out", async () => {
  const asked: unknown[] = [];
  stubServer({
    "POST /student/student_list": (body) => {
      asked.push(body);
      return { students, counts, total: 4, next_cursor: null };
    },
  });
  const store = makeStore();
  store.dispatch(signedIn({ id: "u1", avatar: "", userName: "Noor", email: "n@abq.example", authority: ["admissions_officer"], kind: "staff" }));
  addReducer(store, dashboardName, dashboardReducer);
  addReducer(store, dashboardName, dashboardReducer);
  const state = () => store.getState() as ReturnType<typeof store.getState> & { dashboard: DashboardState };
  expect(state().auth.user?.userName).toBe("Noor");
  await store.dispatch(loadStudents({ assigned_to: "me", page_size: 10 }));
  expect(asked).toEqual([{ assigned_to: "me", page_size: 10 }]);
  expect(state().dashboard).toMatchObject({ studentList: students, counts });
  store.dispatch(signedOut({ notice: null }));
  expect(state().dashboard).toEqual(initialState);
});
