import { describe, expect, it } from "vitest";
import { exportPath, exportRequest, VIEW_NAMES } from "../filters";
import { askedOf, exportedBy, isFiltered, nextSort, requestOf, standingsIn, standingsOf, withoutFilters } from "./filters";

const TODAY = "2026-12-30";

describe("what the server is asked for", () => {
  it.each([
    ["state=W", { status: ["W"] }],
    ["state=W/waitlist", { status: ["W"], sub_status: ["waitlist"] }],
    ["state=A,B", { status: ["A", "B"] }],
    ["state=C", { status: ["C"] }],
    ["state=new", {}],
    ["grade=kg1/main,kg2/main", { grade: ["kg1/main", "kg2/main"] }],
    ["grade=Grade 1, North", { grade: ["Grade 1, North"] }],
    ["q=Layla&owner=me&grade=kg1&year=2027", { q: "Layla", assigned_to: "me", grade: ["kg1"], academic_year: "2027" }],
    ["channel=staff", { channel: ["staff"] }],
    ["channel=post", {}],
    ["review=due", { review_due: true }],
    ["review=soon", {}],
    ["round=2027&part=muscat", { round: "2027", part: "muscat" }],
    ["ends=3", { offer_ends_by: "2027-01-02" }],
    ["ends=7", { offer_ends_by: "2027-01-06" }],
    ["ends=40", {}],
    ["documents=missing", { documents: "missing" }],
    ["documents=to_check", { documents: "to_check" }],
    ["documents=some", {}],
  ])("by %s", (address, expected) => {
    expect(requestOf(askedOf(new URLSearchParams(address)), TODAY)).toEqual({ ...expected, sort: "-submitted_at" });
  });

  it("is what waits for an approval, of who approves offers alone", () => {
    const approval = askedOf(new URLSearchParams("approval=mine"));
    expect([requestOf(approval, TODAY, true), requestOf(approval, TODAY)]).toEqual([{ to_approve: true, sort: "-submitted_at" }, { sort: "-submitted_at" }]);
    expect(requestOf({ approval: "others" }, TODAY, true)).toEqual({ sort: "-submitted_at" });
  });

  it("is what is decided and released later, of who may know of that", () => {
    const decided = askedOf(new URLSearchParams("decided=later"));
    expect([requestOf(decided, TODAY, false, true), requestOf(decided, TODAY)]).toEqual([{ decided_later: true, sort: "-submitted_at" }, { sort: "-submitted_at" }]);
  });

  it("is in the order that the address says", () => {
    const sort = (text: string) => requestOf({ sort: text }, TODAY).sort;
    expect([sort("person"), sort("submitted_at"), sort("-score")]).toEqual(["student_name", "submitted_at", "-submitted_at"]);
    expect([sort("due_at"), sort("status_since"), sort("-missing_docs"), sort("missing_docs")]).toEqual(["due_at", "status_since", "-missing_docs", "-submitted_at"]);
  });
});

it("a status means all that refines it", () => {
  expect(standingsOf("F,R/school")).toEqual(["F/unconditional", "F/conditional", "R/school"]);
});

it("a file holds the same of the application's form", () => {
  expect(exportedBy({ channel: "staff", sort: "due_at" }, "abq", TODAY), "a file is in no order that it has no column of").toEqual({ form: "abq", channel: "staff" });
  expect(exportedBy({ q: "a", state: "B", sort: "person" }, "abq", TODAY)).toEqual({ form: "abq", q: "a", state: "B/consents_due,B/originals_due", sort: "person" });
});

it("a file is narrowed by round, part and last day too", () => {
  const request = exportedBy({ round: "2027", part: "muscat", ends: "7" }, "abq", TODAY);
  expect(request).toEqual({ form: "abq", round: "2027", part: "muscat", offerEndsBy: "2027-01-06" });
  const wish = { kind: "csv", form: "abq", columns: undefined } as const;
  expect(exportPath(request, wish, "en")).toBe("/v1/oa/enquiries/export?format=csv&lng=en&offer_ends_by=2027-01-06&form=abq&round=2027&part=muscat");
  expect(exportRequest(request, wish, "en")).toMatchObject({ round: "2027", part: "muscat", offer_ends_by: "2027-01-06" });
});

it("a file and a saved view are narrowed by documents too", () => {
  const request = exportedBy({ documents: "missing", sort: "-missing_docs" }, "abq", TODAY);
  expect(request).toEqual({ form: "abq", documents: "missing" });
  const wish = { kind: "csv", form: "abq", columns: undefined } as const;
  expect(exportPath(request, wish, "en")).toBe("/v1/oa/enquiries/export?format=csv&lng=en&form=abq&documents=missing");
  expect(exportRequest(request, wish, "en")).toMatchObject({ documents: "missing" });
  expect(VIEW_NAMES).toContain("documents");
});

it("knows where those can stand that a list is narrowed to", () => {
  expect(standingsIn({ status: ["W"], sub_status: ["waitlist"] })).toEqual(["W/waitlist"]);
  expect(standingsIn({ status: ["F"] })).toEqual(["F/unconditional", "F/conditional"]);
  expect(standingsIn({}), "anywhere").toEqual([]);
});

it("filters are cleared together; the kind and the sorting stay", () => {
  expect(withoutFilters(new URLSearchParams("kind=applications&state=W&q=a&sort=person")).toString()).toBe("kind=applications&sort=person");
  expect([isFiltered({ sort: "person" }), isFiltered({ grade: "kg1" })]).toEqual([false, true]);
});

it("a heading sorts one way, and then the other", () => {
  expect([nextSort(undefined, "due_at"), nextSort("due_at", "due_at"), nextSort("status_since", "status_since")]).toEqual(["due_at", "-submitted_at", "-submitted_at"]);
  expect([nextSort(undefined, "missing_docs"), nextSort("-missing_docs", "missing_docs")]).toEqual(["-missing_docs", "-submitted_at"]);
  expect([nextSort(undefined, "submitted_at"), nextSort("submitted_at", "submitted_at"), nextSort(undefined, "person"), nextSort("person", "person")]).toEqual(["submitted_at", "-submitted_at", "person", "-submitted_at"]);
});

it("asks how conditions stand, and how financial documents do for those alone who look after fees", () => {
  const asked = askedOf(new URLSearchParams("conditions=submitted&financial=requested"));
  const usual = { sort: "-submitted_at" };
  expect(requestOf(asked, TODAY, false, false, true)).toEqual({ ...usual, conditions: "submitted", financial: "requested" });
  expect(requestOf(asked, TODAY)).toEqual({ ...usual, conditions: "submitted" });
  expect(requestOf({ conditions: "some", financial: "some" }, TODAY, false, false, true)).toEqual(usual);
  expect(exportedBy(asked, "abq", TODAY, true)).toEqual({ form: "abq", conditions: "submitted", financial: "requested" });
  expect(exportedBy(asked, "abq", TODAY)).toEqual({ form: "abq", conditions: "submitted" });
});
