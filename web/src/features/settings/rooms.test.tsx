import { configure, fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { signedIn } from "@/api/authSlice";
import { SchoolContext } from "@/api/school";
import { storeSchoolId } from "@/api/schoolId";
import { holdToken } from "@/api/session";
import { makeStore } from "@/app/store";
import { renderWith } from "@/test/render";
import { school, stubServer } from "@/test/server";
import { BrandingRoom } from "./branding/BrandingRoom";
import { judge, tidy } from "./branding/colours";
import { logoWishes } from "./branding/logo";
import { senderOf, senderText } from "./branding/sender";
import { DatesRoom } from "./dates/DatesRoom";
import { derived, nextRow, problemsOf } from "./dates/rows";
import { ConflictDialog } from "./desk/ConflictDialog";
import { DeskBar } from "./desk/DeskBar";
import { deskOf } from "./desk/desk";
import { Ready } from "./desk/DeskPage";
import { LeaveGuard } from "./desk/LeaveGuard";
import { Toaster } from "./desk/Toaster";
import type { Diagnostic, DraftEdit, Edit, FoundText, Revision, Settings } from "./desk/types";
import { EntryRoom } from "./entry/EntryRoom";
import { wayIn } from "./entry/wayIn";
import { HistoryRoom } from "./history/HistoryRoom";
import { instantAt } from "./publish/zone";
import { RolesRoom } from "./roles/RolesRoom";
import { grouped, holeProblems, screenOf } from "./texts/holes";
import { TextsRoom } from "./texts/TextsRoom";

configure({ asyncUtilTimeout: 8_000 });
vi.setConfig({ testTimeout: 40_000 });

const by = { id: "u2", name: "Huda" };
const base = {
  name: { en: "Abq", ar: "عبق" }, mail_from: "Abq <post@abq.example>", conditionalScreens: { login: "Y", signUp: "Y" }, homePage: ["N", "N"],
  branding: { logo: "assets/logo.png", colours: { primary: "#0b5d4d", accent: "#c8932a" }, swiperText: [{ title: { en: "One", ar: "واحد" }, text: { en: "a", ar: "أ" } }, { title: { en: "Two", ar: "اثنان" }, text: { en: "b", ar: "ب" } }] },
  schoolDates: [{ sims_admission_start_from: "2026-10-01", sims_admission_end: "2027-06-30", year: "2027-2028" }], routes: { "/pre_admission": ["school_admin"] },
};
const revision = (seq: number, change: Partial<Revision> = {}): Revision => ({ seq, at: "2026-11-20T08:00:00Z", kind: "published", by, note: `note ${seq}`, changes: 2, ...change });

/** A server that keeps a draft as the real one would, for one person. */
function desk(change: { settings?: Partial<Settings>; problems?: Diagnostic[]; more?: Parameters<typeof stubServer>[0] } = {}) {
  let settings: Settings = { draft: { version: 1, edits: [] }, published: { seq: 3, at: "2026-11-20T08:00:00Z", by, note: "" }, locked: [], schedules: [], problems: [], ...change.settings };
  const sent: Array<{ call: string; body: unknown }> = [];
  const note = (call: string, answer: (body: never) => object) => ({
    [call]: (body: unknown) => {
      sent.push({ call, body });
      return answer(body as never);
    },
  });
  stubServer({
    "GET /settings": () => settings,
    "GET /settings/files": () => ({ items: [] }),
    "GET /settings/file": (_body, url) => {
      const file = url.searchParams.get("file") ?? "";
      const value = file === "school.yaml" ? base : null;
      return { file, base: value, published: value, draft: value };
    },
    "POST /settings/check": () => ({ problems: change.problems ?? [], changes: settings.draft.edits.map(({ file, pointer, value }) => ({ file, pointer, from: "#0b5d4d", to: value ?? null })), diff: "-a\n+b\n" }),
    ...note("PATCH /settings/draft", ({ edits }: { edits: Edit[] }) => {
      const version = settings.draft.version + 1;
      const fresh: DraftEdit[] = edits.filter((edit) => !edit.reset).map((edit) => ({ ...edit, version, by, at: "2026-11-21T10:00:00Z" }));
      settings = { ...settings, draft: { version, edits: [...settings.draft.edits.filter((old) => !edits.some((edit) => edit.pointer === old.pointer && edit.file === old.file)), ...fresh] } };
      return { draft: settings.draft, problems: [] };
    }),
    ...note("POST /settings/draft/discard", () => {
      settings = { ...settings, draft: { version: settings.draft.version + 1, edits: [] } };
      return { draft: settings.draft };
    }),
    ...note("POST /settings/publish", () => {
      settings = { ...settings, draft: { version: settings.draft.version + 1, edits: [] } };
      return { revision: revision(4) };
    }),
    "GET /common/school-details": () => school,
    ...change.more,
  });
  return { sent, edits: () => settings.draft.edits };
}

async function open(room: React.ReactNode, { language = "en", roles = ["school_admin"], path = "/settings/x" }: { language?: "en" | "ar"; roles?: string[]; path?: string } = {}) {
  const store = makeStore();
  store.dispatch(signedIn({ id: "u1", avatar: "", userName: "Amina", email: "a@abq.example", authority: roles, kind: "staff" } as never));
  const view = await renderWith(
    <SchoolContext value={school}>
      <DeskBar />
      <Ready>{room}</Ready>
      <ConflictDialog />
      <LeaveGuard />
      <Toaster />
    </SchoolContext>,
    { path, language, store },
  );
  return { ...view, user: userEvent.setup(), desk: deskOf(store) };
}

// jsdom has no fonts, whose coming makes text areas grow.
Object.defineProperty(document, "fonts", { value: new EventTarget(), configurable: true });

beforeEach(() => {
  storeSchoolId("abq");
  holdToken("t", 600);
});

describe("the way in", () => {
  it.each([
    [{ without_auth: "Y", login: "Y" }, ["N", "N"], "/admission", []],
    [{ login: "Y", signUp: "Y" }, ["N", "N"], "/sign-in", []],
    [{ login: "Y" }, ["N", "N"], "/sign-in", ["noFamily"]],
    [{ without_auth: "Y", otp: "Y" }, ["N", "N"], "/admission", ["staffHidden", "codesByMail"]],
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

describe("branding", () => {
  it("judges colours, tidies what is pasted, and takes senders apart", () => {
    expect(judge("#0b5d4d")).toMatchObject({ valid: true, readable: true });
    const light = judge("#8fd3c2");
    expect(light.readable).toBe(false);
    expect(judge(light.worn).readable).toBe(true);
    expect([tidy("ABC"), tidy(" 0B5D4D "), tidy("#12")]).toEqual(["#aabbcc", "#0b5d4d", "#12"]);
    expect(senderOf("Abq School <a@b.cd>")).toEqual({ name: "Abq School", address: "a@b.cd" });
    expect(senderText({ name: " Ab<q", address: " a@b.cd" })).toBe("Abq <a@b.cd>");
  });

  it("brings a logo under a name of its own, and takes an unpublished one away again", () => {
    const blob = { sha256: "abcdef0123456789", bytes: 1, media_type: "image/png", width: 1, height: 1 };
    expect(logoWishes(blob, "assets/logo-old.png", "assets/logo.png")).toEqual([
      { file: "assets/logo-abcdef012345.png", pointer: "", value: { $blob: "abcdef0123456789" } },
      { file: "school.yaml", pointer: "/branding/logo", value: "assets/logo-abcdef012345.png" },
      { file: "assets/logo-old.png", pointer: "", value: undefined },
    ]);
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
    desk({ settings: { locked: ["/mail_from"] } });
    await open(<BrandingRoom />);
    expect(await screen.findByText(/operators keep this/)).toBeVisible();
    expect(screen.getByRole("textbox", { name: "E-mail" })).toHaveAttribute("readonly");
    expect(screen.getByRole("textbox", { name: "Website" })).not.toHaveAttribute("readonly");
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
    await user.click(await screen.findByRole("button", { name: "Add a row" }));
    expect(screen.getAllByRole("textbox", { name: "School year" }).map((field) => (field as HTMLInputElement).value)).toEqual(["2027-2028", "2028-2029"]);
    expect(screen.getByText("30-Jun-2028", { selector: "strong bdi" })).toBeVisible();
    await waitFor(() => expect(edits()).toHaveLength(1));
    for (const name of ["Row 2: remove", "Row 1: remove"]) await user.click(screen.getByRole("button", { name }));
    expect(screen.getByRole("button", { name: "Set the first dates" })).toBeVisible();
  });
});

describe("texts", () => {
  const text = (key: string, en: string, ar: string, ns = "auth"): FoundText => ({ ns, key, pointer: `/${key}`, en, ar, own: { en: null, ar: null }, standard: { en, ar } });
  it("keep their holes, and their plural forms together", () => {
    expect(holeProblems("{{a}} and {{ b }}", "only {{a}} {{c}}", false)).toEqual({ missing: ["b"], unknown: ["c"] });
    expect(holeProblems("{{count}} days", "one day", true)).toEqual({ missing: [], unknown: [] });
    const groups = grouped([text("x_other", "", ""), text("x_zero", "", ""), text("step_one", "", "")]);
    expect(groups.map(({ base: name, members }) => [name, members.map(({ key }) => key)])).toEqual([["x", ["x_zero", "x_other"]], ["step_one", ["step_one"]]]);
    const path = (id: string) => `/f/${id}`;
    expect([screenOf("auth", "signUp.title", path, null), screenOf("form-abq", "x", path, null), screenOf("messages", "L001", path, null)]).toEqual(["/sign-up", "/f/abq", null]);
  });

  it("are changed in one language, and given back to the standard", async () => {
    const { sent } = desk({ more: { "GET /settings/texts": () => ({ items: [text("hello", "Hello {{name}}", "أهلاً {{name}}")], next_cursor: null, namespaces: ["auth"] }) } });
    const { user } = await open(<TextsRoom />);
    await user.click(await screen.findByRole("button", { name: /Hello/ }));
    const field = await screen.findByRole("textbox", { name: "English" });
    fireEvent.change(field, { target: { value: "Welcome" } });
    expect(screen.getByText(/Keep \{\{name\}\}/)).toBeVisible();
    fireEvent.change(field, { target: { value: "Welcome {{name}}" } });
    await waitFor(() => expect(sent.at(-1)?.body).toMatchObject({ edits: [{ file: "locales/en/auth.json", pointer: "/hello", value: "Welcome {{name}}" }] }));
    expect(screen.getByText("the school's own")).toBeVisible();
    await user.click(screen.getByRole("button", { name: "Back to ours" }));
    await waitFor(() => expect(sent.at(-1)?.body).toMatchObject({ edits: [{ file: "locales/en/auth.json", pointer: "/hello", reset: true }] }));
    expect(field).toHaveValue("Hello {{name}}");
  });
});

describe("roles", () => {
  it("give a page a list of its own, keep the settings open to administrators, and go back", async () => {
    const { sent } = desk();
    const { user } = await open(<RolesRoom />);
    const box = await screen.findByRole("checkbox", { name: "Principal: Who sees “Enquiries”" });
    await waitFor(() => expect(box).not.toBeChecked());
    await user.click(box);
    await waitFor(() => expect(sent.at(-1)?.body).toMatchObject({ edits: [{ pointer: "/routes/~1pre_admission", value: ["school_admin", "principal"] }] }));
    expect(screen.getByRole("checkbox", { name: "Administrator: Who sees “Settings”" })).toBeDisabled();
  });

  it("want both languages of a label", async () => {
    desk();
    await open(<RolesRoom />);
    const field = await screen.findByRole("textbox", { name: "Rejected (English)" });
    fireEvent.change(field, { target: { value: "Not this year" } });
    expect(screen.getByText("Both languages are needed.")).toBeVisible();
    fireEvent.change(screen.getByRole("textbox", { name: "Rejected (Arabic)" }), { target: { value: "ليس هذا العام" } });
    expect(screen.queryByText("Both languages are needed.")).toBeNull();
  });
});

describe("publishing", () => {
  it("tells in words what changes, sends the reason, and offers the way back", async () => {
    const { sent } = desk();
    const { user } = await open(<BrandingRoom />);
    fireEvent.change(await screen.findByRole("textbox", { name: "Main colour" }), { target: { value: "#123456" } });
    await user.click(screen.getByRole("button", { name: "Publish" }));
    const dialog = await screen.findByRole("dialog", { name: "Publish" });
    expect(await within(dialog).findByText("Main colour")).toBeVisible();
    expect(within(dialog).getByText("#123456")).toBeVisible();
    expect(within(dialog).getByText(/Everything was checked/)).toBeVisible();
    fireEvent.change(within(dialog).getByRole("textbox", { name: "Why" }), { target: { value: "New year" } });
    await user.click(within(dialog).getByRole("button", { name: "Publish now" }));
    expect(await screen.findByText("It is live now.")).toBeVisible();
    expect(screen.getByRole("button", { name: "Take it back" })).toBeVisible();
    expect(sent.at(-1)).toEqual({ call: "POST /settings/publish", body: { version: 2, note: "New year" } });
  });

  it("does not go on with errors, and leads to where they are mended", async () => {
    const problem: Diagnostic = { file: "school.yaml", line: 1, column: 1, pointer: "/schoolDates/0", code: "badRange", message: "ends before it begins", hint: null, severity: "error" };
    desk({ problems: [problem] });
    const { user } = await open(<BrandingRoom />);
    fireEvent.change(await screen.findByRole("textbox", { name: "Main colour" }), { target: { value: "#123456" } });
    await user.click(screen.getByRole("button", { name: "Publish" }));
    const dialog = await screen.findByRole("dialog", { name: "Publish" });
    expect(await within(dialog).findByText(/1 thing has to be mended first/)).toBeVisible();
    expect(within(dialog).getByRole("button", { name: "Publish now" })).toBeDisabled();
    expect(within(dialog).getByRole("link", { name: "Admission dates, row 1" })).toHaveAttribute("href", "/settings/dates");
  });

  it("knows the school's clock", () => {
    expect(instantAt("2026-12-01", "07:00", "Asia/Muscat")).toBe("2026-12-01T03:00:00.000Z");
    expect(instantAt("2026-03-29", "12:00", "Europe/London")).toBe("2026-03-29T11:00:00.000Z");
    expect(instantAt("tomorrow", "07:00", "Asia/Muscat")).toBeNull();
  });
});

it("asks field by field when somebody was faster", async () => {
  const theirs: DraftEdit = { file: "school.yaml", pointer: "/branding/colours/primary", value: "#aa0000", version: 9, by, at: "2026-11-21T10:00:00Z" };
  let asked = 0;
  const settings: Settings = { draft: { version: 1, edits: [] }, published: null, locked: [], schedules: [], problems: [] };
  const sent: unknown[] = [];
  desk({
    more: {
      "GET /settings": () => (asked++ === 0 ? settings : { ...settings, draft: { version: 9, edits: [theirs] } }),
      "PATCH /settings/draft": (body) => {
        sent.push(body);
        const { version, edits } = body as { version: number; edits: Edit[] };
        return version < 9 ? { status: 409, body: { messageId: "S002", theirs: [theirs] } } : { draft: { version: 10, edits: edits.map((edit) => ({ ...edit, version: 10, by, at: theirs.at })) }, problems: [] };
      },
    },
  });
  const { user } = await open(<BrandingRoom />);
  const field = await screen.findByRole("textbox", { name: "Main colour" });
  await waitFor(() => expect(field).toHaveValue("#0b5d4d"));
  fireEvent.change(field, { target: { value: "#123456" } });
  const dialog = await screen.findByRole("dialog", { name: "Huda changed the same thing" });
  const choice = within(dialog).getByRole("group", { name: "Main colour" });
  expect(within(choice).getByText("#aa0000")).toBeVisible();
  await user.click(within(choice).getByRole("radio", { name: /Use mine/ }));
  await user.click(within(dialog).getByRole("button", { name: "Go on" }));
  await waitFor(() => expect(sent.at(-1)).toMatchObject({ version: 9, edits: [{ value: "#123456" }] }));
  expect(field).toHaveValue("#123456");
});

it("asks before what could not be saved is left, and before the window closes", async () => {
  desk({ more: { "PATCH /settings/draft": () => ({ status: 503, body: { messageId: "R008" } }) } });
  const { user, router } = await open(
    <>
      <BrandingRoom />
      <a href="/dashboard">away</a>
    </>,
  );
  fireEvent.change(await screen.findByRole("textbox", { name: "Main colour" }), { target: { value: "#123456" } });
  expect(await screen.findByText("Not saved")).toBeVisible();
  const closing = new Event("beforeunload", { cancelable: true });
  window.dispatchEvent(closing);
  expect(closing.defaultPrevented).toBe(true);
  await user.click(screen.getByRole("link", { name: "away" }));
  const dialog = await screen.findByRole("dialog", { name: "Not everything is saved" });
  expect(router.state.location.pathname).toBe("/settings/x");
  await user.click(within(dialog).getByRole("button", { name: "Leave anyway" }));
  expect(router.state.location.pathname).toBe("/dashboard");
});

it("throws a draft away only after asking, and brings it back", async () => {
  const { sent } = desk();
  const { user, desk: held } = await open(<BrandingRoom />);
  fireEvent.change(await screen.findByRole("textbox", { name: "Main colour" }), { target: { value: "#123456" } });
  await user.click(screen.getByRole("button", { name: "Discard" }));
  await user.click(within(await screen.findByRole("dialog", { name: "Discard 1 change?" })).getByRole("button", { name: "Discard" }));
  expect(await screen.findByText("The draft was discarded")).toBeVisible();
  expect(sent.at(-1)?.call).toBe("POST /settings/draft/discard");
  expect(held.read("school.yaml", "/branding/colours/primary")).toBe("#0b5d4d");
  await user.click(within(screen.getByText("The draft was discarded").parentElement!).getByRole("button", { name: "Undo" }));
  expect(held.read("school.yaml", "/branding/colours/primary")).toBe("#123456");
});

it("lists what was published, compares, and brings back after asking", async () => {
  const asked: string[] = [];
  const restored: unknown[] = [];
  desk({
    more: {
      "GET /settings/revisions": () => ({ items: [revision(3), revision(2), revision(1, { kind: "files", by: null, note: "" })], next_cursor: null }),
      "GET /settings/revisions/compare": (_body, url) => {
        asked.push(url.search);
        return { changes: [{ file: "school.yaml", pointer: "/conditionalScreens/otp", from: "N", to: "Y" }], diff: "" };
      },
      "POST /settings/revisions/2/restore": (body) => {
        restored.push(body);
        return { draft: { version: 5, edits: [] } };
      },
    },
  });
  const { user } = await open(<HistoryRoom />);
  expect(await screen.findByText("note 3")).toBeVisible();
  await user.click(screen.getByRole("button", { name: "Revision 3: what changed" }));
  expect(await screen.findByText("Sign-in by code")).toBeVisible();
  expect(asked).toEqual(["?from=2&to=3"]);
  await user.keyboard("{Escape}");
  await user.click(screen.getByRole("button", { name: "Revision 2: bring back" }));
  const dialog = await screen.findByRole("dialog", { name: "Bring revision 2 back?" });
  await user.click(within(dialog).getByRole("button", { name: "Bring back" }));
  await waitFor(() => expect(restored).toEqual([{ version: 1 }]));
  expect(await screen.findByText(/Revision 2 is in the draft/)).toBeVisible();
});

it("speaks Arabic", async () => {
  desk();
  await open(<EntryRoom />, { language: "ar" });
  expect(await screen.findByRole("heading", { name: "شاشات الدخول" })).toBeVisible();
  expect(await screen.findByText("أول شاشة هي: تسجيل الدخول")).toBeVisible();
});
