import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, it, vi } from "vitest";
import { SchoolContext } from "@/api/school";
import { storeSchoolId } from "@/api/schoolId";
import type { EnquiryFilters } from "@/api/tags";
import { renderWith } from "@/test/render";
import { school, stubServer } from "@/test/server";
import { ExportDialog } from "./ExportDialog";
import type { Wish } from "./useWish";

vi.setConfig({ testTimeout: 20_000 });

const FORMS = [
  { id: "abq", title: { en: "Registration", ar: "التسجيل" } },
  { id: "visit", title: { en: "A visit", ar: "زيارة" } },
] as typeof school.forms;

const form = (id: string) => ({
  id,
  title: "Registration",
  steps: [{ id: "one", title: "One", fields: ["intro", "child_name", "grade", "siblings"] }],
  schema: {
    type: "object",
    properties: {
      intro: { type: "null", title: "Welcome" },
      child_name: { type: "string", title: "Child's name" },
      siblings: { type: "array", title: "Siblings", items: { type: "object", properties: {} } },
    },
    allOf: [{ if: {}, then: { properties: { grade: { type: "string", title: "Grade" } } } }],
  },
  ui: {},
  messages: {},
});

beforeEach(() => {
  storeSchoolId("abq");
  stubServer({
    "GET /public/forms/abq": () => ({ form: form("abq") }),
    "GET /public/forms/visit": () => ({ form: form("visit") }),
  });
});

async function open(filters: EnquiryFilters = {}, language: "en" | "ar" = "en") {
  const onExport = vi.fn<(wish: Wish) => void>();
  const view = await renderWith(
    <SchoolContext value={{ ...school, forms: FORMS }}>
      <ExportDialog filters={filters} onExport={onExport} onClose={() => {}} />
    </SchoolContext>,
    { language },
  );
  return { onExport, dialog: await screen.findByRole("dialog"), unmount: view.unmount };
}

it("says that answers are left out, and takes them along with a form", async () => {
  const { onExport, dialog } = await open();
  expect(within(dialog).getByText(/What families answered is left out/)).toBeVisible();
  expect(within(dialog).queryByRole("group", { name: "Answers" })).toBeNull();
  const hand = userEvent.setup();
  await hand.click(within(dialog).getByRole("button", { name: "Export" }));
  expect(onExport).toHaveBeenLastCalledWith({ kind: "xlsx", form: undefined, columns: undefined });
  await hand.selectOptions(within(dialog).getByLabelText("Answers of a form"), "Registration");
  const answers = await within(dialog).findByRole("group", { name: "Answers" });
  // Words between questions are none.
  expect(within(answers).getAllByRole("checkbox").map((box) => box.closest("div[class*=root]")?.textContent)).toEqual(["Child's name", "Grade", "Siblings"]);
  expect(dialog).toHaveTextContent("Questions that repeat have a sheet of their own");
  await hand.click(within(dialog).getByRole("radio", { name: /CSV/ }));
  expect(dialog).toHaveTextContent("Questions that repeat share one cell");
  await hand.click(within(dialog).getByRole("button", { name: "Export" }));
  expect(onExport).toHaveBeenLastCalledWith({ kind: "csv", form: "abq", columns: undefined });
});

it("takes the columns that are chosen, names those that are left out, and remembers", async () => {
  const { onExport, dialog, unmount } = await open({ form: "abq" });
  expect(within(dialog).getByLabelText("Answers of a form")).toBeDisabled();
  const hand = userEvent.setup();
  const list = within(dialog).getByRole("group", { name: "Columns of the list" });
  await hand.click(within(list).getByRole("button", { name: "Clear" }));
  await hand.click(within(list).getByRole("checkbox", { name: "Name" }));
  await hand.click(within(list).getByRole("checkbox", { name: "Status" }));
  const answers = await within(dialog).findByRole("group", { name: "Answers" });
  await hand.click(within(answers).getByRole("checkbox", { name: "Grade" }));
  expect(within(dialog).getByRole("status")).toHaveTextContent(/Left out: Reference, Received, Form, Guardian, Phone, E-mail, Grade or programme, School year, Assigned to,.* Notes, .* Grade/);
  await hand.click(within(dialog).getByRole("button", { name: "Export" }));
  const columns = "person,state,answer.child_name,answer.siblings";
  expect(onExport).toHaveBeenLastCalledWith({ kind: "xlsx", form: "abq", columns });
  unmount();
  const again = await open({ form: "abq" });
  await within(again.dialog).findByRole("group", { name: "Answers" });
  await hand.click(within(again.dialog).getByRole("button", { name: "Export" }));
  expect(again.onExport).toHaveBeenLastCalledWith({ kind: "xlsx", form: "abq", columns });
});

it("gives no file without a column, in Arabic too", async () => {
  const { onExport, dialog } = await open({}, "ar");
  const hand = userEvent.setup();
  const list = within(dialog).getByRole("group", { name: "أعمدة القائمة" });
  await hand.click(within(list).getByRole("button", { name: "إلغاء التحديد" }));
  expect(within(dialog).getByRole("status")).toHaveTextContent("اختاروا عمودًا واحدًا على الأقل");
  expect(within(dialog).getByRole("button", { name: "تصدير" })).toBeDisabled();
  expect(onExport).not.toHaveBeenCalled();
});
