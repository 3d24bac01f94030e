import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, it } from "vitest";
import { signedIn } from "@/api/authSlice";
import { storeSchoolId } from "@/api/schoolId";
import { storeToken } from "@/api/session";
import type { NoteView } from "@/api/generated";
import type { Enquiry } from "@/api/types";
import { makeStore } from "@/app/store";
import { renderWith } from "@/test/render";
import { stubServer } from "@/test/server";
import { Notes } from "./Notes";

const note = (id: string, change: Partial<NoteView> = {}): NoteView => ({
  id, version: 1, text: `Note ${id}`, author: { id: "u1", name: "Noor" }, created_at: "2026-11-20T08:00:00Z", updated_at: "2026-11-20T08:00:00Z", may_change: true, may_remove: true, ...change,
});

beforeEach(() => {
  storeSchoolId("abq");
  storeToken("t", 600);
});

async function open(kept: NoteView[], role: "school_admin" | "auditor" = "school_admin", state: Enquiry["state"] = "new") {
  const store = makeStore();
  store.dispatch(signedIn({ id: "u1", avatar: "", userName: "Noor", email: "n@abq.example", authority: [role], kind: "staff" }));
  let fails = true;
  stubServer({
    "GET /enquiries/e1/notes": () => ({ items: kept }),
    "POST /enquiries/e1/notes": (body: unknown) => {
      if (fails) {
        fails = false;
        return { status: 503, body: { messageId: "R008" } };
      }
      kept = [...kept, note("n9", { text: (body as { text: string }).text })];
      return { status: 201, body: { note: kept.at(-1) } };
    },
    "PATCH /enquiries/e1/notes/n1": (body: unknown) => {
      kept = kept.map((each) => (each.id === "n1" ? { ...each, ...(body as { text: string }), version: 2 } : each));
      return { note: kept[0] };
    },
    "DELETE /enquiries/e1/notes/n1": () => {
      kept = kept.filter((each) => each.id !== "n1");
      return {};
    },
  });
  await renderWith(<Notes enquiry={{ id: "e1", state } as Enquiry} order={2} />, { store });
  return userEvent.setup();
}

it("keeps what was typed until the server has it, and shows it to all", async () => {
  const user = await open([]);
  await user.click(await screen.findByRole("button", { name: "Add a note" }));
  await user.type(screen.getByRole("textbox", { name: "Add a note" }), "Calls after four");
  await user.click(screen.getByRole("button", { name: "Save the note" }));
  expect(await screen.findByRole("alert")).toBeVisible();
  expect(screen.getByRole("textbox")).toHaveValue("Calls after four");
  await user.click(screen.getByRole("button", { name: "Save the note" }));
  expect(await within(await screen.findByRole("list")).findByText("Calls after four")).toBeVisible();
  expect(screen.queryByRole("textbox")).toBeNull();
});

it("recommends something beside it, of an application alone", async () => {
  const user = await open([note("n1", { mark: "reservations" })], "school_admin", "S/assessed");
  expect(await screen.findByText("Recommended with reservations")).toBeVisible();
  await user.click(screen.getByRole("button", { name: "Change the note" }));
  await user.selectOptions(screen.getByRole("combobox", { name: "Recommendation" }), "Not recommended");
  await user.click(screen.getByRole("button", { name: "Save the note" }));
  expect(await screen.findByText("Not recommended")).toBeVisible();
});

it("recommends nothing of an enquiry", async () => {
  const user = await open([]);
  await user.click(await screen.findByRole("button", { name: "Add a note" }));
  expect(screen.queryByRole("combobox")).toBeNull();
});

it("changes one's own, and takes one away until that is undone", async () => {
  const user = await open([note("n1"), note("n2", { may_change: false, may_remove: false })]);
  expect(await screen.findAllByRole("button", { name: "Change the note" })).toHaveLength(1);
  await user.click(screen.getByRole("button", { name: "Change the note" }));
  await user.type(screen.getByRole("textbox"), "!");
  await user.click(screen.getByRole("button", { name: "Save the note" }));
  expect(await screen.findByText("Note n1!")).toBeVisible();
  await user.click(screen.getByRole("button", { name: "Remove the note" }));
  await waitFor(() => expect(screen.queryByText("Note n1!")).toBeNull());
  const undo = within(screen.getByRole("status")).getByRole("button", { name: "Undo" });
  await user.click(undo);
  await waitFor(() => expect(undo).toBeEnabled());
  await user.click(undo);
  expect(await screen.findByText("Note n1!")).toBeVisible();
});

it("is read by those who may not work on the enquiry, and is nothing where there is none", async () => {
  await open([note("n1", { may_change: false, may_remove: false })], "auditor");
  expect(await screen.findByText("Note n1")).toBeVisible();
  expect(screen.getByText(/20-Nov-2026/)).toBeVisible();
  expect(screen.queryByRole("button")).toBeNull();
});
