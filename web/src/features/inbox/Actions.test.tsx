import { cleanup, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, it } from "vitest";
import { useGetEnquiryQuery } from "@/api/generated";
import { storeSchoolId } from "@/api/schoolId";
import { storeToken } from "@/api/session";
import { forgetTab } from "@/api/tab";
import { renderWith } from "@/test/render";
import { stubServer } from "@/test/server";
import { staffStore } from "@/test/staff";
import { Actions } from "./Actions";

function Opened() {
  const { data } = useGetEnquiryQuery({ id: "e1", lng: "en" });
  return data ? <Actions enquiry={data.enquiry} /> : null;
}

beforeEach(() => {
  forgetTab();
  storeSchoolId("abq");
  storeToken("t", 600);
});

async function open(answer: (sent: object) => { status: number; messageId: string } | null = () => null) {
  let enquiry = { id: "e1", version: 1, state: "contacted", owner: null, timeline: [], next_states: ["new", "toured", "applying", "lost"] };
  const sent: object[] = [];
  stubServer({
    "GET /enquiries/assignees": () => ({ items: [] }),
    "GET /enquiries/e1": () => ({ enquiry }),
    "PATCH /enquiries/e1": (body) => {
      const change = body as { state: string };
      sent.push(change);
      const refused = answer(change);
      if (refused) return { status: refused.status, body: { success: false, messageId: refused.messageId } };
      const next = ["new", "contacted", "toured", "applying", "lost"].filter((state) => state !== change.state);
      enquiry = { ...enquiry, version: enquiry.version + 1, state: change.state, next_states: next };
      return { enquiry };
    },
  });
  await renderWith(<Opened />, { store: staffStore() });
  const user = userEvent.setup();
  await user.click(await screen.findByRole("button", { name: "Close this enquiry" }));
  const dialog = await screen.findByRole("dialog", { name: "Close this enquiry" });
  return { sent, user, dialog, close: () => user.click(within(dialog).getAllByRole("button", { name: "Close" }).at(-1) ?? dialog) };
}

it("closes for a reason alone, says so, and opens again where it stood", async () => {
  const { sent, user, dialog, close } = await open();
  await close();
  expect(await within(dialog).findByText("Choose a reason.")).toBeVisible();
  expect(sent).toEqual([]);
  await user.click(within(dialog).getByRole("radio", { name: "No place available" }));
  await user.click(within(dialog).getByRole("textbox"));
  await user.paste(" Next year ");
  await close();
  const undo = await screen.findByRole("button", { name: "Undo" });
  await waitFor(() => expect(undo).toHaveFocus());
  expect(screen.getByRole("status")).toHaveTextContent("It is closed.");
  expect(sent).toEqual([{ version: 1, state: "lost", reason: "no_place", comment: "Next year" }]);
  await user.click(undo);
  await waitFor(() => expect(screen.queryByRole("button", { name: "Undo" })).toBeNull());
  expect(sent[1]).toEqual({ version: 2, state: "contacted" });
});

it("keeps every state in its place, whichever is the present one", async () => {
  const { sent, user, dialog } = await open();
  await user.keyboard("{Escape}");
  await waitFor(() => expect(dialog).not.toBeInTheDocument());
  const places = () => within(screen.getByRole("region", { name: "What to do" })).getAllByRole("button").map(({ textContent }) => textContent).slice(0, 5);
  expect(places()).toEqual(["New", "Contacted", "Toured", "Applying", "Close"]);
  expect(screen.getByRole("button", { name: "Contacted" })).toBeDisabled();
  await user.dblClick(screen.getByRole("button", { name: "Toured" }));
  await waitFor(() => expect(screen.getByRole("button", { name: "Contacted" })).toBeEnabled());
  expect(screen.getByRole("button", { name: "Toured" })).toBeDisabled();
  expect(places()).toEqual(["New", "Contacted", "Toured", "Applying", "Close"]);
  expect(sent).toEqual([{ version: 1, state: "toured" }]);
});

it("keeps what was said while the server does not take it", async () => {
  let fails = true;
  const { sent, user, dialog, close } = await open(() => (fails ? { status: 503, messageId: "R008" } : null));
  await user.click(within(dialog).getByRole("radio", { name: "Another reason" }));
  await user.click(within(dialog).getByRole("textbox"));
  await user.paste("They moved");
  await close();
  expect(await within(dialog).findByRole("alert")).toBeVisible();
  fails = false;
  await close();
  await screen.findByRole("button", { name: "Undo" });
  expect(sent).toHaveLength(2);
  expect(sent[1]).toEqual({ version: 1, state: "lost", reason: "other", comment: "They moved" });
});

it("says where it stands by the pressed choice alone, and keeps a comment that was left half written", async () => {
  const { user, dialog } = await open();
  await user.keyboard("{Escape}");
  await waitFor(() => expect(dialog).not.toBeInTheDocument());
  expect(screen.getAllByText("Contacted")).toHaveLength(1);
  const comment = () => screen.getByRole("textbox", { name: /Comment in the history/ });
  await user.type(comment(), "Called twice");
  cleanup();
  await renderWith(<Opened />, { store: staffStore() });
  await screen.findByRole("button", { name: "Contacted" });
  expect(comment()).toHaveValue("Called twice");
});
