import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it } from "vitest";
import { SchoolContext } from "@/api/school";
import { makeStore } from "@/app/store";
import { renderWith } from "@/test/render";
import { school, stubServer } from "@/test/server";
import type { Profile } from "./api";
import { NotificationsTab } from "./NotificationsTab";

const profile = { version: 3, email: "maryam@example.com", phone: "+96892345678", phone_verified: true, notifications: { mail: true, sms: false } } as Profile;

async function open(shown: Profile, sms: boolean) {
  const bodies: unknown[] = [];
  stubServer({
    "PATCH /profile": (body) => {
      bodies.push(body);
      return { profile: { ...shown, version: 4, notifications: { mail: true, sms: true } } };
    },
  });
  const view = await renderWith(
    <SchoolContext value={{ ...school, sms }}>
      <NotificationsTab profile={shown} />
    </SchoolContext>,
    { store: makeStore() },
  );
  return { ...view, bodies, user: userEvent.setup() };
}

it("news goes by text message only to a number that was proved", async () => {
  await open({ ...profile, phone_verified: false }, true);
  expect(await screen.findByRole("switch", { name: /By e-mail/ })).toBeChecked();
  expect(screen.queryByRole("switch", { name: /By text message/ })).toBeNull();
});

it("news goes by text message only from a school that sends them", async () => {
  await open(profile, false);
  expect(await screen.findByRole("switch", { name: /By e-mail/ })).toBeChecked();
  expect(screen.queryByRole("switch", { name: /By text message/ })).toBeNull();
});

it("is switched on by one press, and says that it is saved", async () => {
  const { user, bodies } = await open(profile, true);
  await user.click(await screen.findByRole("switch", { name: /By text message/ }));
  expect(await screen.findByRole("status")).toHaveTextContent("Saved");
  expect(bodies).toEqual([{ version: 3, notifications: { mail: true, sms: true } }]);
});
