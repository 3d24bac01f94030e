import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, it, vi } from "vitest";
import { makeStore } from "@/app/store";
import { storeSchoolId } from "@/api/schoolId";
import { renderRoutes } from "@/test/render";
import { stubServer } from "@/test/server";
import { ProveByCode } from "./ProveByCode";

vi.setConfig({ testTimeout: 30_000 });

const GRANT = "grant-of-an-hour";

beforeEach(() => storeSchoolId("abq"));

type Handlers = Parameters<typeof stubServer>[0];

async function load(more: Handlers = {}) {
  const asked = vi.fn<(body: unknown) => void>();
  const typed = vi.fn<(proof: string) => void>();
  const granted = vi.fn<(grant: string) => void>();
  const dead = vi.fn<() => void>();
  stubServer({
    "POST /public/letter_code": (body) => {
      asked(body);
      return { to: { by: "sms", hint: "…5678", shared: false }, expires_in: 600, resend_in: 60 };
    },
    "POST /public/letter_proof": (body) => {
      const { proof } = body as { proof: string };
      typed(proof);
      return proof === "123456" ? { grant: GRANT } : { status: 422, body: { messageId: "L004", tries_left: 4 } };
    },
    ...more,
  });
  const page = <ProveByCode token="t" to={{ by: "sms", hint: "…5678", shared: false }} onProved={granted} onDead={dead} />;
  await renderRoutes([{ path: "/", element: page }], { path: "/", store: makeStore() });
  return { asked, typed, granted, dead, user: userEvent.setup() };
}

it("sends a code only when asked, and opens by it, in Arabic digits too", async () => {
  const { asked, typed, granted, user } = await load();
  expect(await screen.findByText("…5678")).toBeVisible();
  expect(screen.queryByLabelText("Six-digit code")).toBeNull();
  expect(asked).not.toHaveBeenCalled();
  await user.click(screen.getByRole("button", { name: "Send me a code" }));
  const field = await screen.findByLabelText("Six-digit code");
  expect(asked).toHaveBeenCalledWith({ token: "t" });
  expect(screen.getByRole("button", { name: /^Send again in/ })).toBeDisabled();
  await user.type(field, "٦٥٤٣٢١");
  expect(await screen.findByText(/4 tries left/)).toBeVisible();
  await user.type(screen.getByLabelText("Six-digit code"), "١٢٣٤٥٦");
  await waitFor(() => expect(granted).toHaveBeenCalledWith(GRANT));
  expect(typed.mock.calls).toEqual([["654321"], ["123456"]]);
});

it("says that a code is over, and that no more may be sent", async () => {
  const { user } = await load({ "POST /public/letter_proof": () => ({ status: 422, body: { messageId: "L005" } }) });
  await user.click(await screen.findByRole("button", { name: "Send me a code" }));
  await user.type(await screen.findByLabelText("Six-digit code"), "111111");
  expect(await screen.findByText("This code works no more. Ask for a new one.")).toBeVisible();
});

it("closes where the link opens nothing", async () => {
  const { dead, user } = await load({ "POST /public/letter_code": () => ({ status: 404, body: { messageId: "L010" } }) });
  await user.click(await screen.findByRole("button", { name: "Send me a code" }));
  await waitFor(() => expect(dead).toHaveBeenCalled());
});
