import { expect, type Page } from "@playwright/test";
import { at, state } from "./state.ts";
import { word, type Language } from "./words.ts";

/** Signs a staff member in through the page, as they would. */
export async function signIn(page: Page, school: string, name: "admin" | "officer" = "officer", language: Language = "en"): Promise<void> {
  await page.goto(at(school, `/sign-in?lng=${language}`));
  await fillSignIn(page, `${name}@${school}.example`, state().password, language);
  await expect(page).toHaveURL(at(school, "/dashboard"));
}

/** Fills the sign-in card that is open and sends it. */
export async function fillSignIn(page: Page, email: string, password: string, language: Language = "en"): Promise<void> {
  await page.getByRole("textbox", { name: word(language, "auth", "signIn.email"), exact: true }).fill(email);
  await page.getByLabel(word(language, "auth", "signIn.password"), { exact: true }).fill(password);
  await page.getByRole("button", { name: word(language, "auth", "signIn.send"), exact: true }).click();
}
