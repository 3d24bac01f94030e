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

it.each(["15/09/1447 هـ", "1447-09-15 AH", "١٥ رمضان ١٤٤٧"])("takes %s as the day that it is", async (typed) => {
  const user = userEvent.setup();
  await renderWith(<Page hijri />);
  const input = await screen.findByRole("textbox", { name: /Date of birth/ });
  expect(screen.getByText(/15\/9\/1439 AH/)).toBeVisible();
  await user.type(input, typed);
  await user.tab();
  expect(input).toHaveValue("04-Mar-2026");
  expect(screen.getByText("15 Ramadan 1447")).toBeVisible();
});

it("picks by the Hijri calendar too, and keeps the choice of calendar", async () => {
  localStorage.clear();
  const user = userEvent.setup();
  await renderWith(<Page hijri />);
  await user.click(await screen.findByRole("button", { name: "Choose a date: Date of birth" }));
  await user.click(await screen.findByRole("radio", { name: "Hijri" }));
  await user.selectOptions(screen.getByRole("combobox", { name: "Choose the year" }), "1447");
  await user.selectOptions(screen.getByRole("combobox", { name: "Choose the month" }), "9");
  await user.click(screen.getByRole("button", { name: "15 Ramadan 1447, 04-Mar-2026" }));
  expect(screen.getByRole("textbox", { name: /Date of birth/ })).toHaveValue("04-Mar-2026");
  expect(localStorage.getItem("date-calendar")).toContain("hijri");
  localStorage.clear();
});
