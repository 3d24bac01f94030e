import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, it } from "vitest";
import { storeSchoolId } from "@/api/schoolId";
import { storeToken } from "@/api/session";
import type { EnquiryRow } from "@/api/types";
import { useSelection } from "@/ui/list/useSelection";
import { renderWith } from "@/test/render";
import { stubServer } from "@/test/server";
import { EnquiryBulk } from "./EnquiryBulk";

const row = (id: string, change: Partial<EnquiryRow> = {}) => ({ id, version: 1, person: `Child ${id}`, reference: `E-${id}`, state: "new", owner: null, ...change }) as EnquiryRow;
const ROWS = [row("1"), row("2", { state: "contacted" }), row("3", { owner: { id: "u2", name: "Noor" } })];

function Inbox({ rows = ROWS }: { rows?: EnquiryRow[] }) {
  const selection = useSelection(rows);
  return (
    <>
      <button type="button" onClick={() => selection.toggleAll(true)}>
        All
      </button>
      <EnquiryBulk rows={rows} selection={selection} />
    </>
  );
}

beforeEach(() => {
  storeSchoolId("abq");
  storeToken("t", 600);
});

async function open(refuses: string | null = null) {
  const sent: string[] = [];
  const patch = (id: string) => (body: unknown) => {
    const { version, ...change } = body as { version: number };
    sent.push(`${id}@${version} ${JSON.stringify(change)}`);
    return id === refuses ? { status: 409, body: { success: false, messageId: "A003" } } : { enquiry: { ...row(id), ...change, version: version + 1, timeline: [], next_states: [] } };
  };
  stubServer({
    "GET /enquiries/assignees": () => ({ items: [{ id: "u2", name: "Noor" }] }),
    ...Object.fromEntries(ROWS.map(({ id }) => [`PATCH /enquiries/${id}`, patch(id)])),
  });
  await renderWith(<Inbox />);
  const user = userEvent.setup();
  await user.click(screen.getByRole("button", { name: "All" }));
  const bar = await screen.findByRole("region", { name: "What is selected" });
  expect(screen.getByRole("status")).toHaveTextContent("3 selected");
  const pick = async (menu: string, item: string) => {
    await user.click(within(bar).getByRole("button", { name: menu }));
    await user.click(await screen.findByRole("menuitem", { name: item }));
  };
  return { sent, user, bar, pick };
}

it("changes each by itself, leaves what is there already, and puts back what it changed", async () => {
  const { sent, user, bar, pick } = await open();
  await pick("Assign to", "Noor");
  await waitFor(() => expect(screen.getByRole("status")).toHaveTextContent("Done for 2."));
  expect(sent).toEqual(['1@1 {"owner":"u2"}', '2@1 {"owner":"u2"}']);
  await user.click(within(bar).getByRole("button", { name: "Undo" }));
  await waitFor(() => expect(screen.getByRole("status")).toHaveTextContent("Undone for 2."));
  expect(sent.slice(2)).toEqual(['1@2 {"owner":null}', '2@2 {"owner":null}']);
  expect(within(bar).queryByRole("button", { name: "Undo" })).toBeNull();
});

it("tells which was refused and why, keeps it chosen, and goes on with the others", async () => {
  const { sent, user, bar, pick } = await open("1");
  await pick("Change the status", "Contacted");
  await waitFor(() => expect(screen.getByRole("status")).toHaveTextContent("Done for 1. Not done for 1."));
  expect(sent).toEqual(['1@1 {"state":"contacted"}', '3@1 {"state":"contacted"}']);
  expect(within(bar).getByRole("listitem")).toHaveTextContent("Child 1 (E-1)");
  await user.click(within(bar).getByRole("button", { name: "Close" }));
  expect(screen.getByRole("status")).toHaveTextContent("1 selected");
  await user.click(within(bar).getByRole("button", { name: "Clear the selection" }));
  expect(screen.queryByRole("region", { name: "What is selected" })).toBeNull();
});

it("asks once why many are closed, and puts back what was closed for the reason that it had", async () => {
  const { sent, user, bar, pick } = await open();
  await pick("Change the status", "Closed");
  const dialog = await screen.findByRole("dialog", { name: "Close 3 enquiries" });
  await user.click(within(dialog).getByRole("radio", { name: "The family withdrew" }));
  await user.click(within(dialog).getAllByRole("button", { name: "Close" }).at(-1) ?? dialog);
  await waitFor(() => expect(screen.getByRole("status")).toHaveTextContent("Done for 3."));
  expect(sent).toEqual(["1", "2", "3"].map((id) => `${id}@1 {"state":"lost","reason":"withdrawn"}`));
  await user.click(within(bar).getByRole("button", { name: "Undo" }));
  await waitFor(() => expect(screen.getByRole("status")).toHaveTextContent("Undone for 3."));
  expect(sent.slice(3)).toEqual(['1@2 {"state":"new"}', '2@2 {"state":"contacted"}', '3@2 {"state":"new"}']);
});

it("says where applications change their status, and has no button that changes nothing", async () => {
  stubServer({ "GET /enquiries/assignees": () => ({ items: [] }) });
  await renderWith(<Inbox rows={[row("1", { state: "W/review" }), row("2", { state: "C" })]} />);
  await userEvent.click(screen.getByRole("button", { name: "All" }));
  const bar = await screen.findByRole("region", { name: "What is selected" });
  expect(within(bar).getByText("Applications change their status in the list “Applications”.")).toBeVisible();
  expect(within(bar).queryByRole("button", { name: "Change the status" })).toBeNull();
  expect(within(bar).getByRole("button", { name: "Assign to" })).toBeVisible();
});
