import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import dayjs from "dayjs";
import { expect, it } from "vitest";
import { LanguageSwitch } from "@/ui/LanguageSwitch";
import { renderWith } from "@/test/render";
import { asLanguage, directionOf } from "./languages";

it("switching the language turns the page, names the language and moves the date names", async () => {
  const { container } = await renderWith(<LanguageSwitch />);
  expect(document.documentElement).toHaveAttribute("dir", "ltr");
  expect(document.documentElement).toHaveAttribute("lang", "en");

  // The switch is written in the other language's own script.
  await userEvent.click(within(container).getByText("العربية"));
  expect(await screen.findByText("English")).toBeVisible();
  expect(document.documentElement).toHaveAttribute("dir", "rtl");
  expect(document.documentElement).toHaveAttribute("lang", "ar");
  await waitFor(() => expect(dayjs.locale()).toBe("ar"));
});

it.each([
  ["ar-AE", "ar", "rtl"],
  ["en-GB", "en", "ltr"],
  ["fr", "en", "ltr"],
  [undefined, "en", "ltr"],
])("%s is shown as %s, %s", (tag, language, direction) => {
  expect(asLanguage(tag)).toBe(language);
  expect(directionOf(asLanguage(tag))).toBe(direction);
});
