import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { fill } from "./fill";
import { school, stubServer } from "./server";

export const user = { id: "u1", avatar: "", userName: "Huda Saleh", email: "huda@abq.example", authority: ["admissions_officer"], kind: "staff" };
export const session = { user, token: "t1", expires_in: 600, session: { kind: "staff" } };
export const counts = { new: 3, contacted: 2, toured: 0, applying: 1, lost: 0 };
export const offering = (flags: Record<string, string>) => ({
  "GET /common/school-details": () => ({ ...school, authPage: { conditionalScreens: { ...school.authPage.conditionalScreens, ...flags } } }),
});
export const sent = new Map<string, unknown>();
export const answering = (call: string, answer: object) => ({
  [call]: (body: unknown) => {
    sent.set(call, body);
    return answer;
  },
});
export const server = (more: Parameters<typeof stubServer>[0] = {}) =>
  stubServer({
    "GET /common/school-details": () => school,
    "GET /auth/captcha": () => ({ captcha: { provider: "off", site_key: "", challenge: null } }),
    "GET /enquiries": () => ({ items: [], next_cursor: null, total: 0, counts }),
    "GET /enquiries/assignees": () => ({ items: [] }),
    ...more,
  });
export const type = (label: string | RegExp, text: string) => fill(screen.getByLabelText(label), text);
export const press = (name: string | RegExp) => userEvent.click(screen.getByRole("button", { name }));

export async function password() {
  await screen.findByLabelText("E-mail");
  await type("E-mail", "huda@abq.example");
  await type("Password", "right one");
  await press("Sign in");
}
