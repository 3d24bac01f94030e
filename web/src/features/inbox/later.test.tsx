import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, it, vi } from "vitest";
import { SchoolContext } from "@/api/school";
import { storeSchoolId } from "@/api/schoolId";
import { storeToken } from "@/api/session";
import { AnswersView } from "@/forms/AnswersView";
import { renderWith } from "@/test/render";
import { school, stubServer } from "@/test/server";

const upload = { type: "string", format: "upload" };
const document = {
  title: "Application",
  steps: [{ id: "papers", title: "Documents", fields: ["birth", "card", "photo", "siblings"] }],
  schema: {
    type: "object",
    properties: {
      birth: { ...upload, title: "Birth certificate" },
      card: { ...upload, title: "Vaccination card" },
      photo: { ...upload, title: "Photo" },
      siblings: { type: "array", title: "Siblings", items: { type: "object", properties: { report: { ...upload, title: "Report" } } } },
    },
  },
  ui: {},
  messages: {},
};
const file = (id: string, field: string, added_at: string | null) => ({ file: id, field, name: `${id}.png`, bytes: 2048, media_type: "image/png", added_at });
const later = "2026-03-03T08:00:00Z";

beforeEach(() => {
  storeSchoolId("abq");
  storeToken("t", 600);
});

it.each([
  ["en", "added on 03-Mar-2026", "Not added"],
  ["ar", "أُضيف في 03 مارس 2026", "لم يُضف"],
] as const)("a document that came later stands at its question, with its day: %s", async (language, added, none) => {
  stubServer({});
  const onDownload = vi.fn<(file: string) => void>();
  const files = [file("birth", "birth", later), file("old", "card", null), file("new", "card", later), file("school", "siblings.report", later)];
  await renderWith(
    <SchoolContext value={school}>
      <AnswersView document={document} values={{ card: "old" }} files={files} onDownload={onDownload} />
    </SchoolContext>,
    { language },
  );
  const answer = (title: string) => screen.getByText(title).parentElement;
  expect(answer("Birth certificate")).toHaveTextContent("birth.png");
  expect(answer("Birth certificate")).toHaveTextContent(added);
  expect(answer("Birth certificate")).not.toHaveTextContent(none);
  expect(answer("Vaccination card")).toHaveTextContent(/old\.png.*new\.png/);
  expect(answer("Photo")).toHaveTextContent(none);
  expect(answer("Siblings")).toHaveTextContent("school.png");
  await userEvent.click(screen.getByRole("button", { name: "birth.png" }));
  expect(onDownload).toHaveBeenCalledExactlyOnceWith("birth");
});
