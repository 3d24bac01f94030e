import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { expect, it } from "vitest";
import { SchoolContext } from "@/api/school";
import { renderWith } from "@/test/render";
import { school } from "@/test/server";
import { resolveSchema } from "../conditions";
import type { FormDocument, Values } from "../model";
import { SchemaForm } from "../SchemaForm";

const document: FormDocument = {
  title: "Form",
  steps: [{ id: "one", title: "One", fields: ["dob"] }],
  schema: { type: "object", properties: { dob: { type: "string", title: "Date of birth", format: "date" } } },
  ui: {},
  messages: {},
};
const settings = { language: "en", digits: "latn", timeZone: "Asia/Muscat", today: "2026-11-21", currency: "OMR" } as const;

function Page({ hijri }: { hijri: boolean }) {
  const [values, setValues] = useState<Values>({});
  return (
    <SchoolContext value={{ ...school, hijri }}>
      <SchemaForm document={document} resolved={resolveSchema(document.schema, values)} step={document.steps[0]!} values={values} onChange={setValues} onLeave={() => {}} issues={[]} settings={settings} uploads={null} />
    </SchoolContext>
  );
}

it("shows the Hijri date beside where the school counts by both calendars, and keeps the focus", async () => {
  const user = userEvent.setup();
  const { unmount } = await renderWith(<Page hijri />);
  const input = await screen.findByRole("textbox", { name: /Date of birth/ });
  await user.type(input, "21/11/2026");
  expect(screen.getByText("11 Jumada II 1448")).toBeVisible();
  expect(input).toHaveFocus();
  unmount();
  await renderWith(<Page hijri={false} />);
  await user.type(await screen.findByRole("textbox", { name: /Date of birth/ }), "21/11/2026");
  expect(screen.queryByText(/1448/)).toBeNull();
});
