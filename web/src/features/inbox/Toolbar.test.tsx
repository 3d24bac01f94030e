import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it, vi } from "vitest";
import { SchoolContext } from "@/api/school";
import { storeSchoolId } from "@/api/schoolId";
import { renderWith } from "@/test/render";
import { school, stubServer } from "@/test/server";
import { staffStore } from "@/test/staff";
import { InboxPage } from "./InboxPage";

vi.setConfig({ testTimeout: 20_000 });

async function open(path = "/pre_admission") {
  storeSchoolId("abq");
  stubServer({
    "GET /enquiries": () => ({ items: [], next_cursor: null, total: 0, counts: { new: 0, contacted: 0, toured: 0, applying: 0, lost: 0 } }),
    "GET /enquiries/assignees": () => ({ items: [{ id: "u2", name: "Salim" }] }),
  });
  const view = await renderWith(
    <SchoolContext value={school}>
      <InboxPage />
    </SchoolContext>,
    { path, store: staffStore("admissions_officer") },
  );
  return { ...view, user: userEvent.setup() };
}

const now = () => Object.fromEntries(new URLSearchParams(location.search));

it("a filter changed right after typing keeps the search, and the search keeps the filter", async () => {
  const { user } = await open("/pre_admission?owner=none");
  await user.type(screen.getByRole("searchbox"), "Layla");
  await user.click(screen.getByRole("button", { name: "Filter" }));
  await user.click(await screen.findByRole("menuitemradio", { name: "Mine" }));
  await waitFor(() => expect(now()).toEqual({ q: "Layla", owner: "me" }));
});

it("a tab opened right after typing keeps the search too", async () => {
  const { user } = await open();
  await user.type(screen.getByRole("searchbox"), "Layla");
  await user.click(screen.getByRole("link", { name: /Contacted/ }));
  await waitFor(() => expect(now()).toEqual({ q: "Layla", state: "contacted" }));
});

it("a tab opened before the search in the address is drawn keeps it", async () => {
  const { user } = await open();
  history.replaceState(null, "", "/pre_admission?q=Layla&open=e1");
  await user.click(screen.getByRole("link", { name: /Contacted/ }));
  await waitFor(() => expect(now()).toEqual({ q: "Layla", state: "contacted" }));
});

it("the filters are choices in groups of their own, each telling which is chosen", async () => {
  const { user } = await open("/pre_admission?owner=none");
  await user.click(screen.getByRole("button", { name: "Filter" }));
  const owners = await screen.findByRole("group", { name: "Assigned to" });
  expect(within(owners).getAllByRole("menuitemradio").map((item) => [item.textContent, item.getAttribute("aria-checked")])).toEqual([
    ["Mine", "false"],
    ["Unassigned", "true"],
    ["Salim", "false"],
  ]);
});

it("choosing a filter again takes it off; the sorting and the columns tell what is chosen too", async () => {
  const { user } = await open("/pre_admission?owner=me&sort=person");
  await user.click(screen.getByRole("button", { name: "Filter" }));
  await user.click(await screen.findByRole("menuitemradio", { name: "Mine", checked: true }));
  expect(now()).toEqual({ sort: "person" });
  await user.click(screen.getByRole("button", { name: "Sort" }));
  await user.click(await screen.findByRole("menuitemradio", { name: "Newest first", checked: false }));
  expect(now()).toEqual({});
  await user.click(screen.getByRole("button", { name: "Choose the columns" }));
  const [column] = await screen.findAllByRole("menuitemcheckbox", { checked: true });
  if (!column) throw new Error("no column is shown");
  await user.click(column);
  expect(column).not.toBeChecked();
});
