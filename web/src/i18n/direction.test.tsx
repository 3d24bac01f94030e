import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import dayjs from "dayjs";
import i18next from "i18next";
import { afterEach, describe, expect, it, vi } from "vitest";
import { LanguageSwitch } from "@/ui/LanguageSwitch";
import { renderWith } from "@/test/render";
import { languageDetector } from "./detector";
import { sharedOptions } from "./i18n";
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

describe("the language is found", () => {
  const detect = async () => {
    const instance = i18next.createInstance();
    await instance.use(languageDetector).init({ ...sharedOptions, resources: {} });
    return instance.resolvedLanguage ?? asLanguage(instance.language);
  };
  const forget = () => {
    history.replaceState(null, "", "/");
    document.cookie = "i18next=; max-age=0";
  };
  afterEach(forget);

  it("in the order of the seed, each place giving way to the one before", async () => {
    vi.spyOn(navigator, "languages", "get").mockReturnValue(["fr", "ar-AE"]);
    expect(await detect()).toBe("ar");
    localStorage.removeItem("i18nextLng");
    sessionStorage.setItem("i18nextLng", "en");
    expect(await detect()).toBe("en");
    localStorage.setItem("i18nextLng", "ar");
    expect(await detect()).toBe("ar");
    document.cookie = "i18next=en";
    expect(await detect()).toBe("en");
    history.replaceState(null, "", "/?lng=ar");
    expect(await detect()).toBe("ar");
    expect(localStorage.getItem("i18nextLng")).toBe("ar");
  });

  it("and is English when nothing says otherwise", async () => {
    vi.spyOn(navigator, "languages", "get").mockReturnValue(["fr"]);
    document.documentElement.lang = "";
    expect(await detect()).toBe("en");
  });
});
