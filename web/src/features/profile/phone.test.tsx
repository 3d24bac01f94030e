import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, it, vi } from "vitest";
import { SchoolContext } from "@/api/school";
import { storeSchoolId } from "@/api/schoolId";
import { storeToken } from "@/api/session";
import { renderRoutes } from "@/test/render";
import { school, stubServer } from "@/test/server";
import type { Profile } from "./api";
import { ProfilePage } from "./ProfilePage";

vi.setConfig({ testTimeout: 30_000 });

const profile: Profile = {
  id: "u1", version: 3, kind: "family", name: "Maryam", email: "", email_verified: false, phone: "+96892345678", phone_verified: true, avatar: "", locale: "en",
  address: "", city: "", state: "", country: "", relation: "", notifications: { mail: true, sms: false },
  second_factor: { active: false, required: false, recovery_codes_left: 0 }, has_password: false, roles: ["guardian"], created_at: "2025-03-05T08:00:00Z", signed_in_at: null,
};

async function open(handlers: Parameters<typeof stubServer>[0], language: "en" | "ar" = "en") {
  const server = stubServer({ "GET /profile": () => ({ profile }), ...handlers });
  const element = (
    <SchoolContext value={school}>
      <ProfilePage />
    </SchoolContext>
  );
  await renderRoutes([{ path: "/profile", element }], { path: "/profile", language });
  return { ...server, user: userEvent.setup() };
}

beforeEach(() => {
  storeSchoolId("abq");
  storeToken("t", 600);
});

it("changes the number that somebody signs in with by a code to the old one and a code to the new one", async () => {
  const bodies: unknown[] = [];
  const { user } = await open({
    "POST /profile/step-up": () => ({ by: "sms", expires_in: 300, resend_in: 60 }),
    "POST /profile/phone/confirm": (body) => {
      bodies.push(body);
      return bodies.length === 2 ? { status: 422, body: { messageId: "L004", tries_left: 4 } } : {};
    },
    "POST /profile/phone": (body) => {
      bodies.push(body);
      return { by: "sms", expires_in: 300, resend_in: 60 };
    },
  });
  await user.click(await screen.findByRole("button", { name: "Change the number" }));
  expect(screen.queryByLabelText("Phone")).toBeNull();
  await user.click(screen.getByRole("button", { name: "Send a code" }));
  await user.type(screen.getByLabelText("The code that we sent"), "123456");
  await user.type(screen.getByRole("textbox", { name: "New phone number" }), "91234567");
  await user.click(screen.getByRole("button", { name: "Send a code to the new number" }));
  const code = await screen.findByLabelText("The code sent to the new number");
  await user.type(code, "111111");
  await user.click(screen.getByRole("button", { name: "Confirm the number" }));
  expect(await screen.findByText(/4 tries/)).toBeVisible();
  await user.clear(code);
  await user.type(code, "654321");
  await user.click(screen.getByRole("button", { name: "Confirm the number" }));
  expect(await screen.findByText(/The number was changed/)).toBeVisible();
  expect(bodies[0]).toMatchObject({ current: "123456" });
  expect(bodies[2]).toEqual({ code: "654321" });
});

it.each([
  ["en", "Change the number", "Send a code", "The code that we sent", "New phone number", "Send a code to the new number", "The code sent to the new number", "Send another code", /Another code is on its way.*91234567/, "Start again"],
  ["ar", "تغيير الرقم", "إرسال رمز", "الرمز الذي أرسلناه", "رقم الهاتف الجديد", "إرسال رمز إلى الرقم الجديد", "الرمز الذي وصل إلى الرقم الجديد", "إرسال رمز آخر", /رمز آخر في طريقه.*91234567/, "البدء من جديد"],
] as const)("sends another code to the new number without asking who it is again, and begins again once that is over (%s)", async (language, change, ask, current, field, go, at, more, told, begin) => {
  const asked: string[] = [];
  const { user } = await open(
    {
      "POST /profile/step-up": () => ({ by: "sms", expires_in: 300, resend_in: 60 }),
      "POST /profile/phone/resend": () => {
        asked.push("again");
        return asked.length === 1 ? { by: "sms", expires_in: 300, resend_in: 0 } : { status: 422, body: { messageId: "L005" } };
      },
      "POST /profile/phone/confirm": () => ({ status: 422, body: { messageId: "L004", tries_left: 4 } }),
      "POST /profile/phone": () => ({ by: "sms", expires_in: 300, resend_in: 0 }),
    },
    language,
  );
  await user.click(await screen.findByRole("button", { name: change }));
  await user.click(screen.getByRole("button", { name: ask }));
  await user.type(screen.getByLabelText(current), "123456");
  await user.type(screen.getByRole("textbox", { name: field }), "91234567");
  await user.click(screen.getByRole("button", { name: go }));
  const code = await screen.findByLabelText(at);
  await user.type(code, "111111{Enter}");
  await waitFor(() => expect(code).toBeInvalid());
  await user.click(screen.getByRole("button", { name: more }));
  expect(await screen.findByText(told)).toBeVisible();
  expect(code).toHaveValue("");
  expect(code).toBeValid();
  await user.click(screen.getByRole("button", { name: more }));
  await user.click(await screen.findByRole("button", { name: begin }));
  expect(screen.getByRole("textbox", { name: field })).toBeVisible();
});

it.each([
  ["en", /The school sees your number/, "Add an e-mail address", "E-mail address", "Send a code", "The code that we sent", "Send the link", /Open the link.*mother@example.com.*number only/],
  ["ar", /ترى المدرسة رقمكم/, "إضافة بريد إلكتروني", "البريد الإلكتروني", "إرسال رمز", "الرمز الذي أرسلناه", "إرسال الرابط", /افتحوا الرابط.*mother@example.com.*برقمكم وحده/],
] as const)("who signs in by a number alone is asked for a name, and adds an address (%s)", async (language, nameless, add, field, ask, current, go, told) => {
  const bodies: unknown[] = [];
  const { user } = await open(
    {
      "GET /profile": () => ({ profile: { ...profile, name: "+96892345678" } }),
      "POST /profile/step-up": () => ({ by: "sms", expires_in: 300, resend_in: 60 }),
      "POST /profile/email": (body) => {
        bodies.push(body);
        return { messageId: "L011" };
      },
    },
    language,
  );
  expect(await screen.findByText(nameless)).toBeVisible();
  expect(document.querySelector("[autocomplete=name]")).toHaveValue("");
  expect(screen.getByRole("heading", { name: "+968 92345678" }).querySelector("bdi")).toHaveAttribute("dir", "ltr");
  // A number has no initials: a sign of a person stands in their place.
  const mark = screen.getByRole("heading", { name: "+968 92345678" }).closest("section")!.querySelector("[aria-hidden]");
  expect(mark?.querySelector("svg")).not.toBeNull();
  await user.click(screen.getByRole("button", { name: add }));
  await user.type(screen.getByRole("textbox", { name: field }), "mother@example.com");
  await user.click(screen.getByRole("button", { name: ask }));
  await user.type(screen.getByLabelText(current), "123456");
  await user.click(screen.getByRole("button", { name: go }));
  expect(await screen.findByText(told)).toBeVisible();
  expect(bodies).toEqual([{ email: "mother@example.com", current: "123456" }]);
});

it("says it in Arabic", async () => {
  await open({}, "ar");
  expect(await screen.findByRole("button", { name: "تغيير الرقم" })).toBeVisible();
});
