import { configure, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { SchoolContext } from "@/api/school";
import { storeSchoolId } from "@/api/schoolId";
import { storeToken } from "@/api/session";
import { renderWith } from "@/test/render";
import { school, stubServer } from "@/test/server";
import type { Profile } from "./api";
import { FactorCard } from "./security/FactorCard";

configure({ asyncUtilTimeout: 5_000 });
vi.setConfig({ testTimeout: 30_000 });

const profile = (change: Partial<Profile>): Profile => ({
  id: "u1", version: 3, kind: "family", name: "Maryam", email: "maryam@example.com", email_verified: true, phone: "+96892345678", phone_verified: false, avatar: "", locale: "en",
  address: "", city: "", state: "", country: "OM", relation: "mother", notifications: { mail: true, sms: false },
  second_factor: { active: false, required: false, recovery_codes_left: 0 }, has_password: true, roles: ["guardian"], created_at: "2025-03-05T08:00:00Z", signed_in_at: null, ...change,
});

async function open(change: Partial<Profile>, more: Parameters<typeof stubServer>[0] = {}) {
  const shown = profile(change);
  const server = stubServer({ "GET /profile": () => ({ profile: shown }), ...more });
  await renderWith(<SchoolContext value={school}><FactorCard profile={shown} /></SchoolContext>);
  return { ...server, user: userEvent.setup() };
}

beforeEach(() => {
  storeSchoolId("abq");
  storeToken("t", 600);
});

describe("the second factor", () => {
  const active = { second_factor: { active: true, required: false, recovery_codes_left: 8 } };

  it("is removed from a dialog that begins at its first field, and says what is missing", async () => {
    const { user, calls } = await open(active);
    await user.click(screen.getByRole("button", { name: "Remove the second factor" }));
    const dialog = await screen.findByRole("dialog");
    const password = within(dialog).getByLabelText("Current password");
    await waitFor(() => expect(password).toHaveFocus());
    await user.click(within(dialog).getByRole("button", { name: "Remove the second factor" }));
    expect(password).toHaveAccessibleDescription("Enter your current password.");
    expect(within(dialog).getByLabelText("Code from the app, or a recovery code")).toHaveAccessibleDescription("Enter the six digits that the app shows, or a recovery code.");
    expect(calls).not.toContain("DELETE /profile/second-factor");
  });

  it("is set up from a dialog that begins at its first field", async () => {
    const { user } = await open({});
    await user.click(screen.getByRole("button", { name: "Set up a second factor" }));
    const dialog = await screen.findByRole("dialog");
    await waitFor(() => expect(within(dialog).getByLabelText("Current password")).toHaveFocus());
    await user.click(within(dialog).getByRole("button", { name: "Next" }));
    expect(within(dialog).getByLabelText("Current password")).toBeInvalid();
  });

  it("never speaks of a password to somebody who has none", async () => {
    const { user } = await open({ has_password: false }, { "POST /profile/step-up": () => ({ by: "sms", expires_in: 300, resend_in: 60 }) });
    await user.click(screen.getByRole("button", { name: "Set up a second factor" }));
    const dialog = await screen.findByRole("dialog");
    const send = await within(dialog).findByRole("button", { name: "Send a code" });
    expect(within(dialog).getByText(/First, a code that shows that it is you/)).toBeVisible();
    expect(document.body.textContent).not.toMatch(/current password|First, your password|besides the password/);
    await user.click(within(dialog).getByRole("button", { name: "Next" }));
    expect(within(dialog).getByText("Ask for a code above and enter it here.")).toBeVisible();
    await user.click(send);
    expect(await within(dialog).findByText(/on its way to your phone/)).toBeVisible();
    expect(within(dialog).queryByText("Ask for a code above and enter it here.")).toBeNull();
  });

  it("says that no text goes to a number whose country the school took out", async () => {
    const errors = [{ path: "/phone", code: "notReached", params: {}, severity: "error" }];
    const { user } = await open({ has_password: false }, { "POST /profile/step-up": () => ({ status: 422, body: { messageId: "L017", errors } }) });
    await user.click(screen.getByRole("button", { name: "Set up a second factor" }));
    await user.click(await screen.findByRole("button", { name: "Send a code" }));
    expect(await screen.findByText(/We send no text messages to numbers of this country/)).toBeVisible();
  });
});
