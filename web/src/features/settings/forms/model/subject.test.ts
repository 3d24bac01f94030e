import { describe, expect, it } from "vitest";
import { removeQuestion, renameQuestion } from "./edit";
import { emit } from "./emit";
import { setSubjectKey, subjectKeyOf, subjectPartsOf } from "./subject";
import { fromTemplate } from "./templates";

describe("whom answers tell of", () => {
  it("follows a question that is renamed or removed", () => {
    const model = fromTemplate("enquiry");
    expect(subjectKeyOf(model, "child_name")).toBe("child.name");
    const renamed = renameQuestion(model, "child_name", "pupil").model;
    expect(emit(renamed).subject).toMatchObject({ "child.name": "pupil", "child.dob": "child_dob" });
    expect(emit(removeQuestion(renamed, "pupil")).subject).not.toHaveProperty("child.name");
  });

  it("is said of one question each, and taken back", () => {
    const model = setSubjectKey(fromTemplate("enquiry"), "guardian_name", "child.name");
    expect(model.subject).toMatchObject({ "child.name": "guardian_name", "child.dob": "child_dob" });
    expect(subjectKeyOf(model, "child_name")).toBe("");
    expect(Object.values(model.subject).filter((name) => name === "guardian_name")).toHaveLength(1);
    expect(subjectKeyOf(setSubjectKey(model, "guardian_name", ""), "guardian_name")).toBe("");
  });

  it("offers what a kind of answer can tell", () => {
    expect(subjectPartsOf("date").map(({ who, what }) => `${who}.${what}`)).toEqual(["child.dob", "contact.dob"]);
    expect(subjectPartsOf("choice")[0]).toEqual({ who: "child", what: "grade" });
    expect(subjectPartsOf("file")).toEqual([]);
  });
});
