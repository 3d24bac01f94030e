import { expect, type Page } from "@playwright/test";
import { at, state } from "./state.ts";
import { word, type Language } from "./words.ts";

/** Fills the sign-in card that is open and sends it. */
export async function fillSignIn(page: Page, email: string, password: string, language: Language = "en"): Promise<void> {
  await page.getByRole("textbox", { name: word(language, "auth", "signIn.email"), exact: true }).fill(email);
  await page.getByLabel(word(language, "auth", "signIn.password"), { exact: true }).fill(password);
  await page.getByRole("button", { name: word(language, "auth", "signIn.send"), exact: true }).click();
}

/**
 * Leaves a session in a page's browser as signing in there leaves it, without the page for it: for journeys that begin behind the
 * sign-in. The browser itself calls, so that the cookie lands where the application finds it.
 */
export async function openSession(page: Page, school: string, way: "login" | "login-pos", body: Record<string, unknown>, language: Language = "en"): Promise<void> {
  const threshold = at(school, "/e2e-threshold");
  await page.route(threshold, (route) => route.fulfill({ contentType: "text/html", body: "<!doctype html><title>Session</title>" }), { times: 1 });
  await page.goto(threshold);
  const status = await page.evaluate(
    async ([call, sent, id, lng]) => {
      const headers = { "content-type": "application/json", "school-id": id };
      const answer = await fetch(`/api/v1/oa/auth/${call}`, { method: "POST", headers, body: JSON.stringify(sent) });
      const user = await answer.json();
      if (answer.ok) {
        localStorage.setItem("i18nextLng", lng);
        localStorage.setItem("token-ttl", String(user.expires_in));
        localStorage.setItem("token", user.token);
        if (user.till) {
          localStorage.setItem("till", JSON.stringify({ device_id: sent.device_id, till: user.till }));
          localStorage.setItem("pos", JSON.stringify({ loginUserIDPos: user.user.id, storeType: user.storeType, posCurrency: user.posCurrency, posRoles: user.posRoles }));
        }
      }
      return `${answer.status} ${user.messageId ?? ""} ${"token" in user ? "a session" : "none"}`;
    },
    [way, body, school, language] as [string, Record<string, unknown>, string, string],
  );
  expect(status, `${String(body.email ?? body.staff_code)} signs in`).toBe("200  a session");
}

/** Somebody of a school at a page of it, signed in already. */
export async function enter(page: Page, school: string, email: string, to = "/dashboard", language: Language = "en"): Promise<void> {
  await openSession(page, school, "login", { email, password: state().password }, language);
  await page.goto(at(school, to));
  await expect(page).toHaveURL(at(school, to));
}

/** One of a demo school's own staff on their first page, signed in already. */
export async function signIn(page: Page, school: string, name: "admin" | "officer" = "officer", language: Language = "en", to = "/dashboard"): Promise<void> {
  await enter(page, school, `${name}@${school}.example`, to, language);
}
