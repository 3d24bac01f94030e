import { configure, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { storeSchoolId } from "@/api/schoolId";
import { storeToken } from "@/api/session";
import { BrandingRoom } from "./branding/BrandingRoom";
import { judge, tidy } from "./branding/colours";
import { asLargeAs, LOGO_DARK, logoDarkWishes, logoWishes, PHOTO, photoWishes } from "./branding/logo";
import { isSenderName, senderOf } from "./branding/sender";
import { DatesRoom } from "./dates/DatesRoom";
import { derived, nextRow, problemsOf } from "./dates/rows";
import type { FoundText } from "./desk/types";
import { EntryRoom } from "./entry/EntryRoom";
import { wayIn } from "./entry/wayIn";
import { RolesRoom } from "./roles/RolesRoom";
import { applicationAmong } from "./forms/list/offered";
import { grouped, holeProblems } from "./texts/holes";
import { TextsRoom } from "./texts/TextsRoom";
import { desk, open } from "@/test/desk";

configure({ asyncUtilTimeout: 8_000 });
vi.setConfig({ testTimeout: 40_000 });

vi.mock("@mantine/core", async (original) => (await import("@/test/plainTextareas")).plainTextareas(await original()));

beforeEach(() => {
  storeSchoolId("abq");
  storeToken("t", 600);
});

describe("the way in", () => {
  it.each([
    [{ without_auth: "Y", login: "Y" }, ["N", "N"], "/admission", []],
    [{ login: "Y", signUp: "Y" }, ["N", "N"], "/sign-in", []],
    [{ login: "Y" }, ["N", "N"], "/sign-in", ["noFamily"]],
    [{ without_auth: "Y", otp: "Y" }, ["N", "N"], "/admission", ["codesByMail"]],
    [{}, ["N", "Y"], "/sign-up", ["noFamily", "homeWithoutSignUp"]],
  ])("%j %j", (flags, home, path, warnings) => {
    expect(wayIn(flags, home)).toMatchObject({ path, warnings });
  });

  it("is a picture that follows the switches, and warns", async () => {
    const { edits } = desk();
    const { user } = await open(<EntryRoom />);
    const signUp = await screen.findByRole("switch", { name: /Sign-up/ });
    await waitFor(() => expect(signUp).toBeChecked());
    await user.click(signUp);
    expect(await screen.findByText("No new family can get in")).toBeVisible();
    await user.click(screen.getByRole("switch", { name: /Admission without an account/ }));
    expect(screen.getByText("The first screen is: Admission")).toBeVisible();
    await waitFor(() => expect(edits().map(({ pointer, value }) => [pointer, value])).toEqual([["/conditionalScreens/signUp", "N"], ["/conditionalScreens/without_auth", "Y"]]));
    await user.keyboard("{Control>}z{/Control}");
    expect(screen.getByRole("switch", { name: /Admission without an account/ })).not.toBeChecked();
  });
});

describe("what families see of the school", () => {
  it("is its kind, its telephone and its hours, which go again with their last word", async () => {
    const { edits } = desk();
    const { user } = await open(<BrandingRoom />);
    await user.selectOptions(await screen.findByRole("combobox", { name: "Kind of institution" }), "college");
    const phone = screen.getByRole("textbox", { name: "Phone" });
    fireEvent.change(phone, { target: { value: "24500100" } });
    expect(screen.getByText("Write the whole number with +, and digits only.")).toBeVisible();
    fireEvent.change(phone, { target: { value: "+96824500100" } });
    fireEvent.change(screen.getByRole("textbox", { name: "Office hours (English)" }), { target: { value: "8 to 2" } });
    await waitFor(() => expect(edits().map(({ pointer, value }) => [pointer, value])).toEqual(expect.arrayContaining([["/kind_of_institution", "college"], ["/contact/phone", "+96824500100"], ["/contact/hours/en", "8 to 2"]])));
  });

  it("is the account to which they pay, a part of which that is emptied goes", async () => {
    const { edits } = desk();
    await open(<BrandingRoom />);
    const fill = (name: string, value: string) => fireEvent.change(screen.getByRole("textbox", { name }), { target: { value } });
    await screen.findByRole("textbox", { name: "IBAN" });
    fill("Account name", "The School");
    fill("IBAN", "OM16 0000 0012 3456 7890 123");
    fill("SWIFT/BIC", "EXAMOMRX");
    fill("SWIFT/BIC", "");
    const wanted = [["/bank_account/name", "The School"], ["/bank_account/iban", "OM16 0000 0012 3456 7890 123"]];
    await waitFor(() => expect(edits().map(({ pointer, value }) => [pointer, value])).toEqual(expect.arrayContaining(wanted)));
    expect(edits().some(({ pointer, value }) => pointer === "/bank_account/bic" && value !== undefined)).toBe(false);
  });

  it("names the photograph by what is in it, and takes the one of this draft away again", () => {
    const blob = { sha256: "a".repeat(64), bytes: 1, media_type: "image/jpeg", width: 1600, height: 800 };
    const file = `assets/photo-${"a".repeat(12)}.jpg`;
    expect(photoWishes(blob, null, null)).toEqual([{ file, pointer: "", value: { $blob: blob.sha256 } }, { ...PHOTO, value: file }]);
    expect(photoWishes(null, file, "assets/photo.jpg")).toEqual([{ ...PHOTO, value: undefined }, { file, pointer: "", value: undefined }]);
    expect(photoWishes(null, "assets/photo.jpg", "assets/photo.jpg")).toEqual([{ ...PHOTO, value: undefined }]);
  });

  it("is one application at most: the form that says so, or the usual one", () => {
    expect(applicationAmong({ form: {}, new: {} })).toBe("form");
    expect(applicationAmong({ form: {}, abq: { kind: "application" } })).toBe("abq");
    expect(applicationAmong({ form: { kind: "enquiry" }, new: null })).toBeUndefined();
    expect(wayIn({ without_auth: "Y", login: "Y" }, ["N", "N"], false, false).warnings).toEqual(["noApplication"]);
  });
});

describe("branding", () => {
  it("judges colours, tidies what is pasted, and takes senders apart", () => {
    expect(judge("#0b5d4d")).toMatchObject({ valid: true, readable: true });
    const light = judge("#8fd3c2");
    expect(light.readable).toBe(false);
    expect(judge(light.worn).readable).toBe(true);
    expect([tidy("ABC"), tidy(" 0B5D4D "), tidy("#12")]).toEqual(["#aabbcc", "#0b5d4d", "#12"]);
    expect(senderOf("Abq School <a@b.cd>")).toEqual({ name: "Abq School", address: "a@b.cd" });
    expect(["Abq", "a@b.cd", "Abq <x>"].map(isSenderName)).toEqual([true, false, false]);
  });

  it("brings a logo under a name of its own, and takes an unpublished one away again", () => {
    const blob = { sha256: "abcdef0123456789", bytes: 1, media_type: "image/png", width: 1, height: 1 };
    expect(logoWishes(blob, "assets/logo-old.png", "assets/logo.png")).toEqual([
      { file: "assets/logo-abcdef012345.png", pointer: "", value: { $blob: "abcdef0123456789" } },
      { file: "school.yaml", pointer: "/branding/logo", value: "assets/logo-abcdef012345.png" },
      { file: "assets/logo-old.png", pointer: "", value: undefined },
    ]);
    expect([asLargeAs({ width: 48, height: 48 }, 4), asLargeAs({ width: 96, height: 24 }, 1)]).toEqual([{ width: 96, height: 24 }, { width: 48, height: 48 }]);
  });

  it("brings a logo for the dark, shows it on both grounds, and takes it away again", async () => {
    const blob = { sha256: "b".repeat(64), bytes: 1, media_type: "image/png", width: 1, height: 1 };
    const file = `assets/logo-dark-${"b".repeat(12)}.png`;
    expect(logoDarkWishes(blob, null, null)).toEqual([{ file, pointer: "", value: { $blob: blob.sha256 } }, { ...LOGO_DARK, value: file }]);
    expect(logoDarkWishes(null, file, "assets/light.png")).toEqual([{ ...LOGO_DARK, value: undefined }, { file, pointer: "", value: undefined }]);
    desk();
    await open(<BrandingRoom />);
    const card = await screen.findByRole("region", { name: "Logo for dark grounds" });
    // The usual one is shown as a reader in the dark has it; the school's colour is no ground for that.
    expect(within(card).getByAltText("The usual logo, as it is shown in the dark")).toHaveAttribute("data-plate", "true");
    expect(within(card).getAllByText("No logo of its own: the usual one is shown")).toHaveLength(1);
    expect(within(card).getByRole("button", { name: "Choose a light logo" })).toBeEnabled();
    expect(within(card).queryByRole("button", { name: "Show the usual logo instead" })).toBeNull();
  });

  it("offers the shade that can be read, and says nothing to the draft before a colour is one", async () => {
    const { edits } = desk();
    const { user } = await open(<BrandingRoom />);
    const field = await screen.findByRole("textbox", { name: "Main colour" });
    await waitFor(() => expect(field).toHaveValue("#0b5d4d"));
    fireEvent.change(field, { target: { value: "#8fd3" } });
    expect(screen.getByText(/Write a colour such as/)).toBeVisible();
    fireEvent.change(field, { target: { value: "#8fd3c2" } });
    expect(screen.getByText(/too light to read/)).toBeVisible();
    // Three digits are a colour as well, on the way to six.
    fireEvent.change(field, { target: { value: "" } });
    await user.type(field, "#8fd3c2");
    expect(field).toHaveValue("#8fd3c2");
    await user.click(screen.getByRole("button", { name: "Use this shade" }));
    expect(screen.queryByText(/too light to read/)).toBeNull();
    await waitFor(() => expect(edits().map(({ pointer }) => pointer)).toEqual(["/branding/colours/primary"]));
    expect(screen.getAllByText(/Live now/)).toHaveLength(1);
  });

  it("moves, adds and removes slides by keyboard, and undoes it", async () => {
    desk();
    const { user, desk: held } = await open(<BrandingRoom />);
    await user.click(await screen.findByRole("button", { name: "Slide 2: up" }));
    expect(held.read("school.yaml", "/branding/swiperText/0/title/en")).toBe("Two");
    expect(screen.getByRole("button", { name: "Slide 1: down" })).toHaveFocus();
    await user.click(screen.getByRole("button", { name: "Slide 1: remove" }));
    expect(screen.getAllByRole("button", { name: /: remove$/ })).toHaveLength(1);
    await user.click(within(screen.getByText("Slide 1 was removed").parentElement!).getByRole("button", { name: "Undo" }));
    expect(screen.getAllByRole("button", { name: /: remove$/ })).toHaveLength(2);
  });

  it("says who keeps what cannot be changed", async () => {
    desk({ settings: { locked: ["/links/lic_lms_url"] } });
    await open(<BrandingRoom />);
    expect(await screen.findByText(/operators manage this/)).toBeVisible();
    expect(screen.getByRole("textbox", { name: "Learning platform" })).toHaveAttribute("readonly");
    expect(screen.getByRole("textbox", { name: "Website" })).not.toHaveAttribute("readonly");
  });

  it("shows the operators' address of mail and takes the school's name for it", async () => {
    desk();
    const { user, desk: held } = await open(<BrandingRoom />);
    expect(await screen.findByRole("textbox", { name: "E-mail" })).toHaveValue("post@abq.example");
    expect(screen.getByRole("textbox", { name: "E-mail" })).toHaveAttribute("readonly");
    expect(screen.getByText(/The operators set the address/)).toBeVisible();
    const name = screen.getByRole("textbox", { name: "Name" });
    await user.type(name, "Abq Office");
    expect(held.read("school.yaml", "/mail_name")).toBe("Abq Office");
    await user.type(name, "@x");
    expect(screen.getByText("This is a name, without an address.")).toBeVisible();
  });

  it("is read-only for a form designer", async () => {
    desk();
    await open(<BrandingRoom />, { roles: ["form_designer"] });
    expect(await screen.findByRole("textbox", { name: "Website" })).toHaveAttribute("readonly");
    expect(screen.queryByRole("button", { name: "Publish" })).toBeNull();
  });
});

describe("dates", () => {
  const row = (from: string, to: string, year = "2027-2028", grades: string[] = []) => ({ sims_admission_start_from: from, sims_admission_end: to, year, grades });
  it("tell what follows and what is odd", () => {
    const rows = [row("2026-10-01", "2027-06-30"), row("2027-01-01", "2026-01-01"), row("2025-01-01", "2025-02-01", "2025-2027"), row("2027-05-01", "2027-08-01"), row("2027-05-01", "2027-08-01", "2027-2028", ["kg1"])];
    expect(derived(rows)).toEqual({ earliest: "2025-01-01", latest: "2027-08-01" });
    expect(problemsOf(rows, "2026-11-21").map((each) => each.map(({ kind }) => kind))).toEqual([["overlap"], ["backwards"], ["past", "year"], ["overlap"], []]);
    expect(nextRow([row("2024-02-29", "2027-06-30")], "2026-11-21")).toEqual({ sims_admission_start_from: "2025-02-28", sims_admission_end: "2028-06-30", year: "2028-2029" });
  });

  it("are added as the next year, and begin with a word where there are none", async () => {
    const { edits } = desk();
    const { user } = await open(<DatesRoom />);
    await user.click(await screen.findByRole("button", { name: "Add a round" }));
    expect(screen.getAllByRole("textbox", { name: "School year" }).map((field) => (field as HTMLInputElement).value)).toEqual(["2027-2028", "2028-2029"]);
    expect(screen.getByText("30-Jun-2028", { selector: "strong bdi" })).toBeVisible();
    await waitFor(() => expect(edits()).toHaveLength(1));
    for (const name of ["Round 2: remove", "Round 1: remove"]) await user.click(screen.getByRole("button", { name }));
    expect(screen.getByRole("button", { name: "Set the first dates" })).toBeVisible();
  });

  it("are for grades that are chosen by their names, where the school's form has them", async () => {
    const grade = { type: "string", oneOf: [{ const: "kg1", title: "الروضة الأولى" }, { const: "kg2", title: "الروضة الثانية" }] };
    const form = { id: "form", version: "1.0.0", digest: "d", title: "t", steps: [], schema: { type: "object", properties: { grade } }, ui: {}, messages: {}, plugin: null, subject: { "child.grade": "grade" } };
    const { edits } = desk({ more: { "GET /public/forms/form": () => ({ form }) } });
    const offered = { id: "form", path: "/enquiry/form", title: { en: "Form", ar: "طلب" }, kind: "application" as const, version: "1.0.0", open: true, opens_on: null, closes_on: null };
    const { user } = await open(<DatesRoom />, { language: "ar", forms: [offered], application: { form: "form", minutes: 5, papers: [], grades: [] } });
    await user.click(await screen.findByRole("combobox", { name: "الصفوف الدراسية" }));
    await user.click(await screen.findByRole("option", { name: "الروضة الثانية", hidden: true }));
    await waitFor(() => expect(edits()[0]?.value).toEqual([expect.objectContaining({ grades: ["kg2"] })]));
  });
});

describe("texts", () => {
  const text = (key: string, en: string, ar: string, ns = "auth"): FoundText => ({ ns, key, pointer: `/${key}`, en, ar, own: { en: null, ar: null }, standard: { en, ar } });
  it("keep their holes, and their plural forms together", () => {
    expect(holeProblems("{{a}} and {{ b }}", "only {{a}} {{c}}", false)).toEqual({ missing: ["b"], unknown: ["c"] });
    expect(holeProblems("{{count}} days", "one day", true)).toEqual({ missing: [], unknown: [] });
    const groups = grouped([text("x_other", "", ""), text("x_zero", "", ""), text("step_one", "", "")]);
    expect(groups.map(({ base: name, members }) => [name, members.map(({ key }) => key)])).toEqual([["x", ["x_zero", "x_other"]], ["step_one", ["step_one"]]]);
  });

  it("are changed in one language, and given back to the standard", async () => {
    const { sent } = desk({ more: { "GET /settings/texts": () => ({ items: [text("hello", "Hello {{name}}", "أهلًا {{name}}")], next_cursor: null, namespaces: ["auth"] }) } });
    const { user } = await open(<TextsRoom />);
    await user.click(await screen.findByRole("button", { name: /Hello/ }));
    const field = await screen.findByRole("textbox", { name: "English" });
    fireEvent.change(field, { target: { value: "Welcome" } });
    expect(screen.getByText(/Keep \{\{name\}\}/)).toBeVisible();
    fireEvent.change(field, { target: { value: "Welcome {{name}}" } });
    await waitFor(() => expect(sent.at(-1)?.body).toMatchObject({ edits: [{ file: "locales/en/auth.json", pointer: "/hello", value: "Welcome {{name}}" }] }));
    expect(screen.getByText("the school's own")).toBeVisible();
    await user.click(screen.getByRole("button", { name: "Back to the standard text" }));
    await waitFor(() => expect(sent.at(-1)?.body).toMatchObject({ edits: [{ file: "locales/en/auth.json", pointer: "/hello", reset: true }] }));
    expect(field).toHaveValue("Hello {{name}}");
  });
});

describe("roles", () => {
  it("give a page a list of its own, keep the settings open to administrators, and go back", async () => {
    const { sent } = desk({ more: { "GET /tills": () => ({ items: [] }) } });
    const { user } = await open(<RolesRoom />);
    const box = await screen.findByRole("checkbox", { name: "Principal: Who sees “Enquiries and applications”" });
    await waitFor(() => expect(box).not.toBeChecked());
    // The one whom the list names last stays: a list of nobody is one of everybody.
    expect(screen.getByRole("checkbox", { name: "Administrator: Who sees “Enquiries and applications”" })).toBeDisabled();
    await user.click(box);
    await waitFor(() => expect(sent.at(-1)?.body).toMatchObject({ edits: [{ pointer: "/routes/~1pre_admission", value: ["school_admin", "principal"] }] }));
    expect(screen.getByRole("checkbox", { name: "Administrator: Who sees “Settings”" })).toBeDisabled();
  });

  it("show what is true: no role without the right, no till where there is none, no page that everybody sees", async () => {
    desk({ more: { "GET /tills": () => ({ items: [] }) } });
    await open(<RolesRoom />);
    expect(await screen.findByText("/pre_admission")).toBeVisible();
    expect(screen.queryByRole("checkbox", { name: "Guardian: Who sees “Enquiries and applications”" })).toBeNull();
    expect(screen.getAllByText("Guardian has no right to this page").length).toBeGreaterThan(2);
    expect(screen.getByRole("checkbox", { name: "Guardian: Who sees “Dashboard”" })).toBeChecked();
    expect(screen.queryByText("Cashier")).toBeNull();
    expect(screen.queryByText("/pos")).toBeNull();
    expect(screen.queryByText("/admission-dates")).toBeNull();
  });

  it("have the till's roles where there is a till", async () => {
    desk({ more: { "GET /tills": () => ({ items: [{ id: "t1", code: "1", name: "Till", state: "active" }] }) } });
    await open(<RolesRoom />);
    expect(await screen.findByRole("checkbox", { name: /^Cashier: Who sees “(Till|Point|Sales|Cash).*”/ })).toBeChecked();
  });

  it("want both languages of a label", async () => {
    desk();
    await open(<RolesRoom />);
    const field = await screen.findByRole("textbox", { name: "Closed (English)" });
    fireEvent.change(field, { target: { value: "Not this year" } });
    expect(screen.getByText("Both languages are needed.")).toBeVisible();
    fireEvent.change(screen.getByRole("textbox", { name: "Closed (Arabic)" }), { target: { value: "ليس هذا العام" } });
    expect(screen.queryByText("Both languages are needed.")).toBeNull();
  });
});

it("speaks Arabic", async () => {
  desk();
  await open(<EntryRoom />, { language: "ar" });
  expect(await screen.findByRole("heading", { name: "شاشات الدخول" })).toBeVisible();
  expect(await screen.findByText("أول شاشة هي: تسجيل الدخول")).toBeVisible();
});
