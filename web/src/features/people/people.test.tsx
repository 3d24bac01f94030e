import { configure, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { signedIn } from "@/api/authSlice";
import { SchoolContext } from "@/api/school";
import { storeSchoolId } from "@/api/schoolId";
import { storeToken } from "@/api/session";
import { CommandPalette } from "@/app/palette/CommandPalette";
import { makeStore } from "@/app/store";
import { fill } from "@/test/fill";
import { renderWith } from "@/test/render";
import { school, stubServer } from "@/test/server";
import type { Person } from "@/api/people";
import { PeoplePage } from "./PeoplePage";

configure({ asyncUtilTimeout: 5_000 });
vi.setConfig({ testTimeout: 30_000 });

const person: Person = {
  id: "p1", version: 2, kind: "staff", name: "Salim", email: "salim@abq.example", staff_code: null, roles: ["admissions_officer"], status: "active",
  second_factor: true, invited_at: null, signed_in_at: "2026-11-20T08:00:00Z", created_at: "2025-09-01T08:00:00Z", has_pin: false, pin_locked: false, audiences: [],
};

beforeEach(() => {
  storeSchoolId("abq");
  storeToken("t", 600);
});

async function open(path: string, handlers: Parameters<typeof stubServer>[0]) {
  const server = stubServer(handlers);
  const view = await renderWith(<SchoolContext value={school}><PeoplePage /></SchoolContext>, { path, language: "en" });
  return { ...view, ...server, user: userEvent.setup() };
}

const listed = (items: Person[] = [person]) => ({ "GET /people": () => ({ items, next_cursor: null, total: items.length }) });

describe("people", () => {
  it("keeps search and filters in the address, and asks the server with them", async () => {
    const asked: string[] = [];
    const { user } = await open("/settings/people?status=active", {
      "GET /people": (_body, url) => {
        asked.push(url.search);
        return { items: [person], next_cursor: null, total: 1 };
      },
    });
    await user.type(await screen.findByRole("searchbox"), "Sal");
    await user.click(screen.getByRole("button", { name: "Filter" }));
    await user.click(await screen.findByRole("menuitemradio", { name: "Auditor" }));
    await waitFor(() => expect(Object.fromEntries(new URLSearchParams(location.search))).toEqual({ status: "active", q: "Sal", role: "auditor" }));
    await waitFor(() => expect(asked.some((query) => query.includes("q=Sal") && query.includes("role=auditor") && query.includes("status=active"))).toBe(true));
    await user.click(screen.getByRole("button", { name: "Remove the filter Auditor" }));
    expect(new URLSearchParams(location.search).get("role")).toBeNull();
  });

  it("tells at the roles that the school would be left without an administrator", async () => {
    const { user } = await open("/settings/people?open=p1", {
      ...listed([{ ...person, roles: ["school_admin"] }]),
      "PATCH /people/p1": () => ({ status: 422, body: { messageId: "A004" } }),
    });
    const roles = await screen.findByRole("group", { name: "Roles" });
    await user.click(within(roles).getByRole("checkbox", { name: "Auditor" }));
    await user.click(within(roles).getByRole("checkbox", { name: "Administrator" }));
    await user.click(screen.getByRole("button", { name: "Save" }));
    expect(await screen.findByText(/without an administrator/)).toBeVisible();
  });

  it("says in words what each role may do", async () => {
    await open("/settings/people?open=p1", listed());
    expect(await screen.findByRole("checkbox", { name: "Auditor" })).toHaveAccessibleDescription("Reads enquiries, applications and the audit log; changes nothing.");
  });

  it("asks before an account is switched off, and shows the new state", async () => {
    const bodies: unknown[] = [];
    const { user } = await open("/settings/people?open=p1", {
      ...listed(),
      "PATCH /people/p1": (body) => {
        bodies.push(body);
        return { person: { ...person, version: 3, status: "disabled" } };
      },
    });
    await user.click(await screen.findByRole("button", { name: "Switch off" }));
    const dialog = await screen.findByRole("dialog", { name: /Switch off the account of/ });
    expect(bodies).toEqual([]);
    await user.click(within(dialog).getByRole("button", { name: "Switch off" }));
    expect(await screen.findByText("Switched off")).toBeVisible();
    expect(bodies).toEqual([{ version: 2, status: "disabled" }]);
  });

  it("shows who waits for an answer on deletion, and notes the answer", async () => {
    const bodies: unknown[] = [];
    const asked = { ...person, erasure_asked_at: "2026-11-20T08:00:00Z" };
    const { user } = await open("/settings/people?open=p1&erasure_asked=true", {
      ...listed([asked]),
      "PATCH /people/p1": (body) => {
        bodies.push(body);
        return { person: { ...person, version: 3, erasure_asked_at: null } };
      },
    });
    expect(await screen.findByRole("button", { name: "Remove the filter Waits for an answer on deletion" })).toBeVisible();
    expect(await screen.findByText("Asked for deletion")).toBeVisible();
    await user.click(screen.getByRole("button", { name: "Request for deletion is answered" }));
    const dialog = await screen.findByRole("dialog", { name: /answered\?/ });
    await user.click(within(dialog).getByRole("button", { name: "Request for deletion is answered" }));
    expect(await screen.findByText("The request is noted as answered.")).toBeVisible();
    expect(bodies).toEqual([{ version: 2, erasure_answered: true }]);
    await waitFor(() => expect(screen.queryByText("Asked for deletion")).toBeNull());
  });

  it("tells an address that is taken at the address, and offers only till roles at a till", async () => {
    const bodies: unknown[] = [];
    const { user } = await open("/settings/people", {
      ...listed(),
      "POST /people": (body) => {
        bodies.push(body);
        return { status: 409, body: { messageId: "A005" } };
      },
    });
    await user.click(await screen.findByRole("button", { name: "Invite" }));
    const dialog = await screen.findByRole("dialog");
    await user.type(within(dialog).getByLabelText("Name"), "Huda");
    await fill(within(dialog).getByLabelText("E-mail"), "salim@abq.example", user);
    await user.click(within(dialog).getByRole("button", { name: "Send the invitation" }));
    expect(bodies).toEqual([]);
    await user.click(within(dialog).getByRole("checkbox", { name: "Auditor" }));
    await user.click(within(dialog).getByRole("button", { name: "Send the invitation" }));
    expect(await within(dialog).findByText(/belongs to somebody else already/)).toBeVisible();
    expect(within(dialog).getByLabelText("E-mail")).toBeInvalid();
    expect(bodies).toEqual([{ name: "Huda", email: "salim@abq.example", locale: "en", roles: ["auditor"] }]);
    await user.click(within(dialog).getByRole("radio", { name: "At a till" }));
    expect(within(dialog).queryByRole("checkbox", { name: "Auditor" })).toBeNull();
    expect(within(dialog).getByRole("checkbox", { name: "Cashier" })).toBeVisible();
  });

  it("says that a PIN is locked in the list and the panel, and that a new one is saved", async () => {
    let locked: Person = { ...person, kind: "till", roles: ["cashier"], staff_code: "1001", has_pin: true, pin_locked: true };
    const { user } = await open("/settings/people?open=p1", {
      "GET /people": () => ({ items: [locked], next_cursor: null, total: 1 }),
      "GET /people/p1": () => ({ person: locked }),
      "PATCH /people/p1": () => {
        locked = { ...locked, version: 3, pin_locked: false };
        return { person: locked };
      },
    });
    expect(await screen.findByText("PIN locked")).toBeVisible();
    await user.type(screen.getByLabelText("New PIN"), "246810");
    const form = screen.getByLabelText("New PIN").closest("form")!;
    await user.click(within(form).getByRole("button", { name: "Save" }));
    expect(await screen.findByText("Active")).toBeVisible();
    expect(await within(form).findByText("Saved. The old PIN no longer works.")).toBeVisible();
  });

  /** A server that asks once more who it is. */
  const proof = () => {
    const seen = { confirmed: false };
    const handlers = {
      "GET /profile": () => ({ profile: { has_password: true } }),
      "POST /profile/sessions/confirm": (body: unknown) => {
        seen.confirmed = (body as { current: string }).current === "right";
        return seen.confirmed ? {} : { status: 422, body: { success: false, messageId: "L016" } };
      },
    };
    const guarded = (done: () => object) => () => (seen.confirmed ? done() : { status: 403, body: { success: false, messageId: "L018" } });
    return { handlers, guarded };
  };
  const show = async (user: ReturnType<typeof userEvent.setup>) => {
    const dialog = await screen.findByRole("dialog", { name: "Confirm your password to continue" });
    expect(screen.queryByRole("alert")).toBeNull();
    await user.type(within(dialog).getByLabelText("Your password"), "right");
    await user.click(within(dialog).getByRole("button", { name: "Confirm and continue" }));
  };

  it("asks once more who it is before an administrator is invited, and then invites by itself", async () => {
    const { handlers, guarded } = proof();
    const { user, calls } = await open("/settings/people", { ...listed(), ...handlers, "POST /people": guarded(() => ({ status: 201, body: { person } })) });
    await user.click(await screen.findByRole("button", { name: "Invite" }));
    const dialog = await screen.findByRole("dialog", { name: "New person" });
    await user.type(within(dialog).getByLabelText("Name"), "Huda");
    await fill(within(dialog).getByLabelText("E-mail"), "huda@abq.example", user);
    await user.click(within(dialog).getByRole("checkbox", { name: "Administrator" }));
    await user.click(within(dialog).getByRole("button", { name: "Send the invitation" }));
    await user.keyboard("{Escape}");
    await waitFor(() => expect(screen.queryByRole("dialog", { name: "Confirm your password to continue" })).toBeNull());
    expect(within(dialog).getByLabelText("Name")).toHaveValue("Huda");
    await user.click(within(dialog).getByRole("button", { name: "Send the invitation" }));
    await show(user);
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(calls.filter((call) => call === "POST /people")).toHaveLength(3);
  });

  it("asks once more who it is before somebody's roles or account change, and then changes them by itself", async () => {
    const { handlers, guarded } = proof();
    const change = guarded(() => ({ person: { ...person, version: 3, roles: ["admissions_officer", "auditor"] } }));
    const { user, calls } = await open("/settings/people?open=p1", { ...listed(), ...handlers, "PATCH /people/p1": change });
    await user.click(within(await screen.findByRole("group", { name: "Roles" })).getByRole("checkbox", { name: "Auditor" }));
    await user.click(screen.getByRole("button", { name: "Save" }));
    await show(user);
    await waitFor(() => expect(screen.getByRole("button", { name: "Save" })).toBeDisabled());
    expect(calls.filter((call) => call === "PATCH /people/p1")).toHaveLength(2);
  });

  it("asks once more who it is before a PIN signs an administrator out, and then sets it by itself", async () => {
    const { handlers, guarded } = proof();
    const admin: Person = { ...person, roles: ["school_admin"], staff_code: "k8", has_pin: true };
    const change = guarded(() => ({ person: { ...admin, version: 3 } }));
    const { user } = await open("/settings/people?open=p1", { ...listed([admin]), ...handlers, "PATCH /people/p1": change });
    await user.type(await screen.findByLabelText("New PIN"), "246810{Enter}");
    await show(user);
    expect(await screen.findByText("Saved. The old PIN no longer works.")).toBeVisible();
  });

  it("asks once more who it is before a second factor is reset, and then resets it by itself", async () => {
    const { handlers, guarded } = proof();
    const reset = guarded(() => ({ person: { ...person, version: 3, second_factor: false } }));
    const { user, calls } = await open("/settings/people?open=p1", { ...listed(), ...handlers, "POST /people/p1/second-factor-reset": reset });
    await user.click(await screen.findByRole("button", { name: "Reset the second factor" }));
    await user.click(within(await screen.findByRole("dialog", { name: /^Reset the second factor of/ })).getByRole("button", { name: "Reset the second factor" }));
    await show(user);
    expect(await screen.findByText("The second factor was removed. Ask them to set up a new one.")).toBeVisible();
    expect(calls.filter((call) => call === "POST /people/p1/second-factor-reset")).toHaveLength(2);
  });

  it("says so when the role does not open it", async () => {
    await open("/settings/people", { "GET /people": () => ({ status: 403, body: { messageId: "A002" } }) });
    expect(await screen.findByRole("alert")).toHaveTextContent("Your role does not have access to this");
  });
});

describe("the command palette", () => {
  const openPalette = async (authority: string[], asked: string[]) => {
    stubServer({
      "GET /people": (_body, url) => {
        asked.push(url.search);
        return { items: [person], next_cursor: null, total: 1 };
      },
      "GET /enquiries": () => ({ items: [], next_cursor: null, total: 0 }),
    });
    const store = makeStore();
    store.dispatch(signedIn({ id: "u1", avatar: "", userName: "Amina", email: "a@abq.example", authority, kind: "staff" } as never));
    const view = await renderWith(<SchoolContext value={school}><CommandPalette onClose={() => {}} onKeys={() => {}} /></SchoolContext>, { path: "/dashboard", language: "en", store });
    return { ...view, user: userEvent.setup() };
  };

  it("finds colleagues, and leads to the one in the list", async () => {
    const asked: string[] = [];
    const { user } = await openPalette(["school_admin"], asked);
    await user.type(screen.getByRole("combobox"), "Sali");
    await user.click(await screen.findByRole("option", { name: /Salim.*salim@abq.example/ }));
    expect(location.pathname).toBe("/settings/people");
    expect(Object.fromEntries(new URLSearchParams(location.search))).toEqual({ kind: "staff", q: "Sali", open: "p1" });
    expect(asked.at(-1)).toMatch(/q=Sali.*kind=staff/);
  });

  it("asks for nobody where people are not one's to change", async () => {
    const asked: string[] = [];
    const { user } = await openPalette(["admissions_officer"], asked);
    await user.type(screen.getByRole("combobox"), "Sali");
    await new Promise((done) => setTimeout(done, 400));
    expect(asked).toEqual([]);
  });
});
