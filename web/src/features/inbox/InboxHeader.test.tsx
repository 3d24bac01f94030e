import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it, vi } from "vitest";
import { SchoolContext } from "@/api/school";
import { storeSchoolId } from "@/api/schoolId";
import { renderWith } from "@/test/render";
import { school, stubServer } from "@/test/server";
import { staffStore } from "@/test/staff";
import { InboxHeader } from "./InboxHeader";

vi.setConfig({ testTimeout: 20_000 });

it("says why a file of the list is not given out", async () => {
  storeSchoolId("abq");
  stubServer({ "GET /enquiries/export": () => ({ status: 429, body: { success: false, messageId: "A006", left: 12, limit: 20000 } }) });
  await renderWith(<SchoolContext value={school}><InboxHeader total={1_999} filters={{}} /></SchoolContext>, { store: staffStore() });
  const user = userEvent.setup();
  await user.click(screen.getByRole("button", { name: "Export" }));
  await user.click(await within(await screen.findByRole("dialog")).findByRole("button", { name: "Export" }));
  expect(await screen.findByRole("alert")).toHaveTextContent("more than your account may take out in an hour");
  expect(screen.getByRole("button", { name: "Export" })).toBeEnabled();
});

it("asks once more who it is before a list leaves, and then gives the file", async () => {
  storeSchoolId("abq");
  URL.createObjectURL = () => "blob:x";
  URL.revokeObjectURL = () => undefined;
  let confirmed = false;
  const { calls } = stubServer({
    "GET /profile": () => ({ profile: { has_password: true } }),
    "POST /profile/sessions/confirm": (body) => {
      confirmed = (body as { current: string }).current === "right";
      return confirmed ? {} : { status: 422, body: { success: false, messageId: "L016" } };
    },
    "GET /enquiries/export": () => (confirmed ? {} : { status: 403, body: { success: false, messageId: "L018" } }),
  });
  await renderWith(<SchoolContext value={school}><InboxHeader total={3} filters={{}} /></SchoolContext>, { store: staffStore() });
  const user = userEvent.setup();
  await user.click(screen.getByRole("button", { name: "Export" }));
  await user.click(await within(await screen.findByRole("dialog")).findByRole("button", { name: "Export" }));
  const password = await screen.findByLabelText("Your password");
  expect(screen.queryByRole("alert")).toBeNull();
  await user.type(password, "wrong");
  await user.click(screen.getByRole("button", { name: "Confirm and download" }));
  expect(await screen.findByText(/current password is not right/)).toBeVisible();
  await user.clear(password);
  await user.type(password, "right");
  await user.click(screen.getByRole("button", { name: "Confirm and download" }));
  await vi.waitFor(() => expect(screen.queryByLabelText("Your password")).toBeNull());
  expect(calls.filter((call) => call.startsWith("GET /enquiries/export"))).toHaveLength(2);
});
