import { configure, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { storeSchoolId } from "@/api/schoolId";
import { storeToken } from "@/api/session";
import { BrandingRoom } from "./branding/BrandingRoom";
import { SECTIONS } from "./desk/rooms";
import { sectionOf } from "./desk/sections";
import { EntryRoom } from "./entry/EntryRoom";
import { LegalRoom } from "./legal/LegalRoom";
import { isVersion, nextVersion } from "./legal/termsVersion";
import { desk, open } from "@/test/desk";

configure({ asyncUtilTimeout: 8_000 });
vi.setConfig({ testTimeout: 40_000 });

vi.mock("@mantine/core", async (original) => (await import("@/test/plainTextareas")).plainTextareas(await original()));

beforeEach(() => {
  storeSchoolId("abq");
  storeToken("t", 600);
});

const written = (edits: ReturnType<ReturnType<typeof desk>["edits"]>) => Object.fromEntries(edits.map(({ pointer, value }) => [pointer, value]));

describe("what a school decides of itself", () => {
  it("is its languages, the first of them, its digits and its calendar", async () => {
    const { edits } = desk();
    const { user } = await open(<BrandingRoom />);
    const card = await screen.findByRole("region", { name: "Languages, digits and calendar" });
    await user.selectOptions(within(card).getByRole("combobox", { name: /First language/ }), "ar");
    await waitFor(() => expect(written(edits())["/languages"]).toEqual(["ar", "en"]));
    await user.click(within(card).getByRole("checkbox", { name: "English" }));
    await waitFor(() => expect(written(edits())["/languages"]).toEqual(["ar"]));
    // A school without a language has no page.
    expect(within(card).getByRole("checkbox", { name: "العربية" })).toBeDisabled();
    await user.click(within(card).getByRole("radio", { name: "٠١٢٣٤٥٦٧٨٩" }));
    await user.click(within(card).getByRole("switch", { name: /Hijri dates/ }));
    await waitFor(() => expect(written(edits())).toMatchObject({ "/digits": "arab", "/hijri": "Y" }));
  });

  it("is named in the bar where the server does not take it", async () => {
    desk({ more: { "PATCH /settings/draft": () => ({ status: 422, body: { success: false, messageId: "S001", errors: [{ path: "/edits/0", code: "invalid", params: {}, severity: "error" }] } }) } });
    await open(<BrandingRoom />);
    fireEvent.change(await screen.findByRole("textbox", { name: "Main colour" }), { target: { value: "#123456" } });
    const bar = screen.getByRole("region", { name: /draft/i });
    await waitFor(() => expect(within(bar).getByRole("status")).toHaveTextContent("Not saved: check Main colour"));
  });

  it("is who shows a second factor, with a word where administrators do not", async () => {
    const { edits } = desk();
    const { user } = await open(<EntryRoom />);
    const card = await screen.findByRole("region", { name: "Second factor" });
    const admin = within(card).getByRole("checkbox", { name: "Administrator" });
    await waitFor(() => expect(admin).toBeChecked());
    await user.click(within(card).getByRole("checkbox", { name: "Admissions officer" }));
    await waitFor(() => expect(written(edits())["/second_factor/roles"]).toEqual(["admissions_officer", "school_admin"]));
    await user.click(admin);
    expect(within(card).getByRole("status")).toHaveTextContent("one stolen password is enough");
    expect(within(card).queryByText("Cashier")).toBeNull();
  });

  it("is whether strangers show with every form that a person sends it", async () => {
    const { edits } = desk();
    const { user } = await open(<EntryRoom />);
    const card = await screen.findByRole("region", { name: "Protection against automated sending" });
    const forms = within(card).getByRole("switch", { name: /^Check with every form/ });
    expect(forms).not.toBeChecked();
    await user.click(forms);
    await waitFor(() => expect(written(edits())["/captcha/forms"]).toBe(true));
    await user.click(forms);
    await waitFor(() => expect(written(edits())["/captcha/forms"]).toBe(false));
  });

  it.each([
    ["en", "Version of the terms", "Raise", "Version", /^Whoever creates an account from then on agrees to version .?2/],
    ["ar", "إصدار الشروط", "رفع الإصدار", "الإصدار", /^من ينشئ حسابًا بعد ذلك يوافق على الإصدار .?2/],
  ] as const)("is the version of its terms, and what raising it asks (%s)", async (language, title, raise, label, asks) => {
    const { edits } = desk();
    const { user } = await open(<LegalRoom />, { language });
    const card = await screen.findByRole("region", { name: title });
    await user.click(within(card).getByRole("button", { name: raise }));
    await waitFor(() => expect(written(edits())["/terms_version"]).toBe("2"));
    expect(within(card).getByText(asks)).toBeVisible();
    fireEvent.change(within(card).getByRole("textbox", { name: label }), { target: { value: "two/b" } });
    expect(within(card).queryByText(asks)).toBeNull();
    expect(within(card).getByRole("textbox", { name: label })).toBeInvalid();
  });

  it("is found by the room that edits it", () => {
    const room = (pointer: string) => sectionOf(SECTIONS, { file: "school.yaml", pointer });
    expect(["/languages", "/digits", "/hijri", "/second_factor/roles", "/terms_version"].map(room)).toEqual(["branding", "branding", "branding", "entry", "legal"]);
  });
});

it("counts versions on in the way in which they are written", () => {
  expect([nextVersion("1", "2026-11-26"), nextVersion("2026-09", "2026-11-26"), nextVersion("2026-11", "2026-11-26"), nextVersion("2026-11.2", "2026-11-26"), nextVersion("v1.9", "2026-11-26"), nextVersion("spring", "2026-11-26")]).toEqual(["2", "2026-11", "2026-11.2", "2026-11.3", "v1.10", "spring-2"]);
  expect([isVersion("1"), isVersion(""), isVersion("a b"), isVersion("x".repeat(21))]).toEqual([true, false, false, false]);
});
