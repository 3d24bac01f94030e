import { configure, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { signedIn } from "@/api/authSlice";
import { SchoolContext } from "@/api/school";
import { storeSchoolId } from "@/api/schoolId";
import { storeToken } from "@/api/session";
import { makeStore } from "@/app/store";
import { fill } from "@/test/fill";
import { renderRoutes } from "@/test/render";
import { school, stubServer } from "@/test/server";
import type { LiveSession, Profile } from "./api";
import { ProfilePage } from "./ProfilePage";

configure({ asyncUtilTimeout: 5_000 });
vi.setConfig({ testTimeout: 30_000 });

const profile: Profile = {
  id: "u1", version: 3, kind: "family", name: "Maryam", email: "maryam@example.com", email_verified: true, phone: "+96892345678", phone_verified: false, avatar: "", locale: "en",
  address: "", city: "Muscat", state: "", country: "OM", relation: "mother", notifications: { mail: true, sms: false },
  second_factor: { active: false, required: false, recovery_codes_left: 0 }, has_password: true, roles: ["guardian"], created_at: "2025-03-05T08:00:00Z", signed_in_at: null,
};
const session = (change: Partial<LiveSession>): LiveSession => ({
  id: "s1", current: false, kind: "family", method: "password", device: "Firefox on Linux", address: "203.0.113.7",
  created_at: "2026-11-20T08:00:00Z", seen_at: "2026-11-21T08:00:00Z", expires_at: "2026-12-20T08:00:00Z", ...change,
});

async function open(path: string, handlers: Parameters<typeof stubServer>[0], language: "en" | "ar" = "en") {
  const server = stubServer({ "GET /profile": () => ({ profile }), ...handlers });
  const store = makeStore();
  store.dispatch(signedIn({ id: "u1", avatar: "", userName: "Maryam", email: profile.email, authority: ["guardian"], kind: "family" }));
  const element = (
    <SchoolContext value={school}>
      <ProfilePage />
    </SchoolContext>
  );
  const view = await renderRoutes([{ path: "/profile", element }, { path: "/profile/:tab", element }], { path, store, language });
  return { ...view, ...server, user: userEvent.setup() };
}

beforeEach(() => {
  storeSchoolId("abq");
  storeToken("t", 600);
});

describe("account", () => {
  it("says since when a request for deletion waits", async () => {
    await open("/profile/privacy", { "GET /profile": () => ({ profile: { ...profile, erasure_asked_at: "2026-11-20T08:00:00Z" } }) });
    expect(await screen.findByText("You asked on 20-Nov-2026. The school has not answered yet.")).toBeVisible();
    expect(screen.queryByRole("button", { name: "Ask the school to delete my data" })).toBeNull();
  });

  it("sends only what was changed, with the version, and says that it is saved; the menu gets the new name", async () => {
    const bodies: unknown[] = [];
    const { user, store } = await open("/profile", {
      "PATCH /profile": (body) => {
        bodies.push(body);
        return { profile: { ...profile, version: 4, name: "Maryam Al Balushi" } };
      },
    });
    expect(screen.queryByText(/not saved yet/)).toBeNull();
    const name = await screen.findByLabelText("Name");
    await fill(name, " Al Balushi", user);
    expect(screen.getByText(/not saved yet/)).toBeVisible();
    await user.click(screen.getByRole("button", { name: "Save" }));
    expect(await screen.findByRole("status")).toHaveTextContent("Saved");
    expect(bodies).toEqual([{ version: 3, name: "Maryam Al Balushi" }]);
    expect(store.getState().auth.user?.userName).toBe("Maryam Al Balushi");
  });

  it("tells a refused field at the field", async () => {
    const { user } = await open("/profile", {
      "PATCH /profile": () => ({ status: 422, body: { messageId: "L017", errors: [{ path: "/city", code: "maxLength", params: { limit: 80 }, severity: "error" }] } }),
    });
    await user.type(await screen.findByLabelText("City"), "x");
    await user.click(screen.getByRole("button", { name: "Save" }));
    expect(await screen.findByText("Use at most 80 characters.")).toBeVisible();
    expect(screen.getByLabelText("City")).toBeInvalid();
  });

  it("keeps what was typed when somebody was faster, and then sends it on the newer version", async () => {
    const bodies: { version: number }[] = [];
    let stored = profile;
    const { user } = await open("/profile", {
      "GET /profile": () => ({ profile: stored }),
      "PATCH /profile": (body) => {
        bodies.push(body as { version: number });
        if (bodies.length === 1) {
          stored = { ...profile, version: 7, state: "Muscat Governorate" };
          return { status: 409, body: { messageId: "A003" } };
        }
        return { profile: { ...stored, version: 8, city: "Sur" } };
      },
    });
    const city = await screen.findByLabelText("City");
    await user.clear(city);
    await user.type(city, "Sur");
    await user.click(screen.getByRole("button", { name: "Save" }));
    expect(await screen.findByRole("alert")).toHaveTextContent(/changed this in the meantime/);
    expect(city).toHaveValue("Sur");
    await user.click(screen.getByRole("button", { name: "Save" }));
    await waitFor(() => expect(bodies.map((body) => body.version)).toEqual([3, 7]));
  });

  it("changes the address only with the password, and says where the link went", async () => {
    const bodies: unknown[] = [];
    const { user } = await open("/profile", {
      "POST /profile/email": (body) => {
        bodies.push(body);
        return bodies.length === 1 ? { status: 422, body: { messageId: "L016" } } : { messageId: "L011" };
      },
    });
    await user.click(await screen.findByRole("button", { name: "Change the address" }));
    expect(screen.getByText(/you are signed out everywhere/)).toBeVisible();
    await fill(screen.getByLabelText("New e-mail address"), "new@example.com", user);
    const password = screen.getByLabelText("Current password");
    await user.type(password, "wrong");
    await user.click(screen.getByRole("button", { name: "Send the link" }));
    await waitFor(() => expect(bodies).toHaveLength(1));
    await waitFor(() => expect(password).toBeInvalid());
    await user.clear(password);
    await user.type(password, "right");
    await user.click(screen.getByRole("button", { name: "Send the link" }));
    expect(await screen.findByText(/Open the link that we sent to .*new@example.com/)).toBeVisible();
    expect(bodies.at(-1)).toEqual({ email: "new@example.com", current: "right" });
  });
});

describe("security", () => {
  const sessions = [session({ id: "s2" }), session({ id: "s1", current: true, device: "Chrome on Windows" })];

  it("lists this device first, and ends another only after asking", async () => {
    let left = sessions;
    const { user, calls } = await open("/profile/security", {
      "GET /profile/sessions": () => ({ sessions: left }),
      "DELETE /profile/sessions/s2": () => {
        left = [sessions[1]!];
        return {};
      },
    });
    const rows = await within(await screen.findByRole("region", { name: "Where you are signed in" })).findAllByRole("listitem");
    expect(rows[0]).toHaveTextContent(/Chrome on Windows.*This device/);
    expect(within(rows[0]!).queryByRole("button")).toBeNull();
    await user.click(within(rows[1]!).getByRole("button", { name: "End" }));
    const dialog = await screen.findByRole("dialog");
    expect(dialog).toHaveTextContent(/cannot be undone/);
    expect(calls).not.toContain("DELETE /profile/sessions/s2");
    await user.click(within(dialog).getByRole("button", { name: "End" }));
    await waitFor(() => expect(screen.queryByText("Firefox on Linux")).toBeNull());
  });

  it("asks who it is where many sessions were ended, and goes on by itself", async () => {
    let shown = false;
    const { user, calls } = await open("/profile/security", {
      "GET /profile/sessions": () => ({ sessions }),
      "POST /profile/sessions/end-others": () => (shown ? {} : { status: 403, body: { messageId: "L018" } }),
      "POST /profile/sessions/confirm": () => {
        shown = true;
        return {};
      },
    });
    await user.click(await screen.findByRole("button", { name: "End all others" }));
    await user.click(within(await screen.findByRole("dialog")).getByRole("button", { name: "End them" }));
    const proof = await screen.findByRole("dialog", { name: "Confirm your password to continue" });
    await user.type(within(proof).getByLabelText("Your password"), "right");
    await user.click(within(proof).getByRole("button", { name: "Confirm and continue" }));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(calls.filter((call) => call === "POST /profile/sessions/end-others")).toHaveLength(2);
  });

  it("shows recovery codes until they are said to be kept, and never leaves them by Escape", async () => {
    const { user } = await open("/profile/security", {
      "GET /profile/sessions": () => ({ sessions }),
      "POST /profile/second-factor": () => ({ totp: { secret: "JBSWY3DP", uri: "otpauth://totp/x", qr: "<svg xmlns='http://www.w3.org/2000/svg'/>" } }),
      "POST /profile/second-factor/confirm": (body) =>
        (body as { code: string }).code === "123456" ? { recovery_codes: ["AAAA-1111", "BBBB-2222"] } : { status: 422, body: { messageId: "L004", tries_left: 4 } },
    });
    await user.click(await screen.findByRole("button", { name: "Set up a second factor" }));
    const dialog = await screen.findByRole("dialog");
    await user.type(within(dialog).getByLabelText("Current password"), "right");
    await user.click(within(dialog).getByRole("button", { name: "Next" }));
    expect(await within(dialog).findByText("JBSW Y3DP")).toBeVisible();
    const code = within(dialog).getByLabelText("Code from the app");
    await user.type(code, "٠٠٠٠٠٠");
    await user.click(within(dialog).getByRole("button", { name: "Confirm" }));
    expect(await within(dialog).findByText(/4 tries are left/)).toBeVisible();
    await user.clear(code);
    await user.type(code, "١٢٣ ٤٥٦");
    await user.click(within(dialog).getByRole("button", { name: "Confirm" }));
    expect(await within(dialog).findByText("AAAA-1111")).toBeVisible();
    await user.keyboard("{Escape}");
    expect(screen.getByText("BBBB-2222")).toBeVisible();
    const done = within(dialog).getByRole("button", { name: "Done" });
    expect(done).toBeDisabled();
    await user.click(within(dialog).getByRole("checkbox"));
    await user.click(done);
    await waitFor(() => expect(screen.queryByText("BBBB-2222")).toBeNull());
  });

  it("does not send a weak new password, and tells a wrong present one at its field", async () => {
    const bodies: unknown[] = [];
    const { user } = await open("/profile/security", {
      "GET /profile/sessions": () => ({ sessions }),
      "POST /profile/password": (body) => {
        bodies.push(body);
        return { status: 422, body: { messageId: "L016" } };
      },
    });
    await user.type(await screen.findByLabelText("Current password"), "old one");
    await user.type(screen.getByLabelText("New password"), "short");
    await user.type(screen.getByLabelText("Repeat the new password"), "short");
    await user.click(screen.getByRole("button", { name: "Change the password" }));
    expect(bodies).toEqual([]);
    for (const field of ["New password", "Repeat the new password"]) await fill(screen.getByLabelText(field), " lanterns over the harbour", user);
    await user.click(screen.getByRole("button", { name: "Change the password" }));
    await waitFor(() => expect(screen.getByLabelText("Current password")).toBeInvalid());
    expect(bodies).toEqual([{ current: "old one", password: "short lanterns over the harbour" }]);
  });
});

describe("an account without a password", () => {
  const bare = { "GET /profile": () => ({ profile: { ...profile, has_password: false } }), "GET /profile/sessions": () => ({ sessions: [] }) };

  it("asks for a code before its address changes, and sends it in the password's place", async () => {
    const bodies: unknown[] = [];
    const { user, calls } = await open("/profile", {
      ...bare,
      "POST /profile/step-up": () => ({ by: "mail", expires_in: 300, resend_in: 60 }),
      "POST /profile/email": (body) => {
        bodies.push(body);
        return bodies.length === 1 ? { status: 422, body: { messageId: "L004", tries_left: 4 } } : { messageId: "L011" };
      },
    });
    await user.click(await screen.findByRole("button", { name: "Change the address" }));
    expect(screen.queryByLabelText("Current password")).toBeNull();
    await fill(screen.getByLabelText("New e-mail address"), "new@example.com", user);
    await user.click(screen.getByRole("button", { name: "Send the link" }));
    expect(await screen.findByText("Ask for a code above and enter it here.")).toBeVisible();
    expect(calls).not.toContain("POST /profile/email");
    await user.click(screen.getByRole("button", { name: "Send a code" }));
    expect(await screen.findByText(/on its way to your e-mail address/)).toBeVisible();
    expect(screen.getByRole("button", { name: /Send another code in/ })).toBeDisabled();
    expect(screen.queryByText("Ask for a code above and enter it here.")).toBeNull();
    const code = screen.getByLabelText("The code that we sent");
    await user.type(code, "٠٠٠٠٠٠");
    await user.click(screen.getByRole("button", { name: "Send the link" }));
    expect(await screen.findByText(/4 tries are left/)).toBeVisible();
    await user.clear(code);
    await user.type(code, "123456");
    await user.click(screen.getByRole("button", { name: "Send the link" }));
    expect(await screen.findByText(/Open the link that we sent to/)).toBeVisible();
    expect(bodies).toEqual([
      { email: "new@example.com", current: "000000" },
      { email: "new@example.com", current: "123456" },
    ]);
  });

  it("can be given a password by a code, also in Arabic, and tells when codes come too often", async () => {
    const { user } = await open("/profile/security", { ...bare, "POST /profile/step-up": () => ({ status: 429, body: { messageId: "L002" } }) }, "ar");
    expect(await screen.findByRole("button", { name: "تعيين كلمة مرور" })).toBeVisible();
    await user.click(screen.getByRole("button", { name: "إرسال رمز" }));
    expect(await screen.findByText(/محاولات كثيرة/)).toBeVisible();
  });
});

it("an unknown part of the profile leads to the first one", async () => {
  const { router } = await open("/profile/salary", {});
  await screen.findByLabelText("Name");
  expect(router.state.location.pathname).toBe("/profile");
});

it("a failed load says so and can be tried again", async () => {
  let down = true;
  const { user } = await open("/profile", { "GET /profile": () => (down ? { status: 500, body: { messageId: "R999" } } : { profile }) });
  expect(await screen.findByRole("alert")).toHaveTextContent("Your profile could not be loaded");
  down = false;
  await user.click(screen.getByRole("button", { name: "Try again" }));
  expect(await screen.findByLabelText("Name")).toHaveValue("Maryam");
});

it("clearing the device forgets the begun forms of this school only, and what the browser is known by", async () => {
  localStorage.setItem("qabul.draft.abq.new", '{"token":"one"}');
  localStorage.setItem("qabul.draft.other.new", '{"token":"two"}');
  localStorage.setItem("known-browsers", '[{"of":"u1","token":"k1"}]');
  const deleteDatabase = vi.fn<(name: string) => void>();
  vi.stubGlobal("indexedDB", { deleteDatabase });
  const { user } = await open("/profile/privacy", { "POST /auth/sign-out": () => ({ status: 500, body: { messageId: "R999" } }) });
  await user.click(await screen.findByRole("button", { name: "Clear and sign out" }));
  await user.click(within(await screen.findByRole("dialog")).getByRole("button", { name: "Clear and sign out" }));
  await waitFor(() => expect(localStorage.getItem("qabul.draft.abq.new")).toBeNull());
  expect(localStorage.getItem("qabul.draft.other.new")).not.toBeNull();
  expect(localStorage.getItem("known-browsers")).toBeNull();
  // What was never sent, and the pictures of signatures and papers.
  expect(deleteDatabase.mock.calls.flat().sort()).toEqual(["qabul-forms", "qabul-signatures"]);
});
