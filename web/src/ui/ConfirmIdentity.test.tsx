import { configure, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { storeSchoolId } from "@/api/schoolId";
import { storeToken } from "@/api/session";
import { renderWith } from "@/test/render";
import { stubServer } from "@/test/server";
import { ConfirmIdentity } from "./ConfirmIdentity";

configure({ asyncUtilTimeout: 5_000 });
vi.setConfig({ testTimeout: 30_000 });

async function open(hasPassword: boolean, more: Parameters<typeof stubServer>[0]) {
  stubServer({ "GET /profile": () => ({ profile: { has_password: hasPassword } }), ...more });
  await renderWith(<ConfirmIdentity onDone={() => {}} onClose={() => {}} />);
  return userEvent.setup();
}

beforeEach(() => {
  storeSchoolId("abq");
  storeToken("t", 600);
});

describe("who downloads", () => {
  it("begins at the password, in plain words, and cannot press on while there is a wait", async () => {
    const user = await open(true, { "POST /profile/sessions/confirm": () => ({ status: 429, body: { messageId: "L002" }, headers: { "retry-after": "30" } }) });
    expect(await screen.findByRole("dialog", { name: "Confirm your password to download" })).toBeVisible();
    const password = screen.getByLabelText("Your password");
    await waitFor(() => expect(password).toHaveFocus());
    const go = screen.getByRole("button", { name: "Confirm and download" });
    await user.click(go);
    expect(password).toHaveAccessibleDescription("Enter your password.");
    await user.type(password, "wrong");
    await user.click(go);
    expect(await screen.findByText(/Too many attempts/)).toBeVisible();
    expect(go).toBeDisabled();
  });

  it("is asked for a code, and for no password, where there is none; what was wrong goes once a code was sent", async () => {
    const user = await open(false, { "POST /profile/step-up": () => ({ by: "sms", expires_in: 300, resend_in: 60 }) });
    expect(await screen.findByRole("dialog", { name: "Confirm by a code to download" })).toBeVisible();
    await user.click(screen.getByRole("button", { name: "Confirm and download" }));
    const missing = await screen.findByText("Ask for a code and enter it here.");
    expect(document.body.textContent).not.toMatch(/password/i);
    await user.click(screen.getByRole("button", { name: "Send a code" }));
    await waitFor(() => expect(missing).not.toBeInTheDocument());
  });
});
