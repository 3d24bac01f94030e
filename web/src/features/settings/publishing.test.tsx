import { configure, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { storeSchoolId } from "@/api/schoolId";
import { storeToken } from "@/api/session";
import { signOut } from "@/api/signOut";
import { instantAt } from "@/i18n/zone";
import { BrandingRoom } from "./branding/BrandingRoom";
import type { Diagnostic, DraftEdit, Edit, Settings } from "./desk/types";
import { HistoryRoom } from "./history/HistoryRoom";
import { by, desk, open, revision } from "@/test/desk";

configure({ asyncUtilTimeout: 8_000 });
vi.setConfig({ testTimeout: 40_000 });

vi.mock("@mantine/core", async (original) => (await import("@/test/plainTextareas")).plainTextareas(await original()));

beforeEach(() => {
  storeSchoolId("abq");
  storeToken("t", 600);
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
    fireEvent.change(within(dialog).getByRole("textbox", { name: "Reason" }), { target: { value: "New year" } });
    await user.click(within(dialog).getByRole("button", { name: "Publish now" }));
    expect(await screen.findByText("Published.")).toBeVisible();
    expect(screen.getByRole("button", { name: "Undo publishing" })).toBeVisible();
    expect(sent.at(-1)).toEqual({ call: "POST /settings/publish", body: { version: 2, note: "New year" } });
  });

  /** A server to which somebody showed long ago who they are. */
  const stale = () => {
    const seen = { confirmed: false, published: 0 };
    desk({
      more: {
        "GET /profile": () => ({ profile: { has_password: true } }),
        "POST /profile/sessions/confirm": (body: unknown) => {
          seen.confirmed = (body as { current: string }).current === "right";
          return seen.confirmed ? {} : { status: 422, body: { success: false, messageId: "L016" } };
        },
        "POST /settings/publish": () => {
          if (!seen.confirmed) return { status: 403, body: { success: false, messageId: "L018" } };
          seen.published += 1;
          return { revision: revision(4) };
        },
        "POST /settings/revisions/3/restore": () => ({ draft: { version: 5, edits: [] } }),
      },
    });
    return seen;
  };

  it("asks once more who it is, keeps what was written where nobody answers, and then publishes by itself", async () => {
    const seen = stale();
    const { user } = await open(<BrandingRoom />);
    fireEvent.change(await screen.findByRole("textbox", { name: "Main colour" }), { target: { value: "#123456" } });
    await user.click(screen.getByRole("button", { name: "Publish" }));
    const dialog = await screen.findByRole("dialog", { name: "Publish" });
    fireEvent.change(await within(dialog).findByRole("textbox", { name: "Reason" }), { target: { value: "New year" } });
    await user.click(within(dialog).getByRole("button", { name: "Publish now" }));
    expect(await screen.findByRole("dialog", { name: "Confirm your password to publish" })).toBeVisible();
    await user.keyboard("{Escape}");
    await waitFor(() => expect(screen.queryByRole("dialog", { name: "Confirm your password to publish" })).toBeNull());
    expect(within(dialog).getByRole("textbox", { name: "Reason" })).toHaveValue("New year");
    expect(within(dialog).queryByRole("alert")).toBeNull();
    await user.click(within(dialog).getByRole("button", { name: "Publish now" }));
    const asked = await screen.findByRole("dialog", { name: "Confirm your password to publish" });
    await user.type(within(asked).getByLabelText("Your password"), "right");
    await user.click(within(asked).getByRole("button", { name: "Confirm and publish" }));
    expect(await screen.findByText("Published.")).toBeVisible();
    expect(seen.published).toBe(1);
    // A quarter of an hour later the way back is prepared, and waits for who publishes it.
    seen.confirmed = false;
    await user.click(screen.getByRole("button", { name: "Undo publishing" }));
    expect(await screen.findByText("What was live before is in the draft: publish it to restore it.")).toBeVisible();
    expect(seen.published).toBe(1);
  });

  it("asks in Arabic too", async () => {
    stale();
    const { user } = await open(<BrandingRoom />, { language: "ar" });
    fireEvent.change(await screen.findByRole("textbox", { name: "اللون الرئيسي" }), { target: { value: "#123456" } });
    await user.click(screen.getByRole("button", { name: "نشر" }));
    const dialog = await screen.findByRole("dialog", { name: "النشر" });
    await user.click(await within(dialog).findByRole("button", { name: "النشر الآن" }));
    const asked = await screen.findByRole("dialog", { name: "أكّدوا كلمة مروركم للنشر" });
    expect(within(asked).getByRole("button", { name: "تأكيد ونشر" })).toBeVisible();
  });

  it.each([
    ["en", /came back when the school was restored/, /Could not go live on/, "Publish"],
    ["ar", /عاد هذا النشر عند استعادة/, /تعذّر النشر في/, "النشر"],
  ] as const)("tells of a publication that came back with a restore (%s)", async (language, why, opens, publish) => {
    const problem: Diagnostic = { file: "x/overlay.json", line: 1, column: 1, pointer: "", code: "broughtBack", message: "this publication came back when the school was restored, and may have been called off since", hint: null, severity: "error" };
    const schedule = { id: "s1", at: "2026-11-21T10:00:00Z", note: "", by, edits: 1, state: "failed" as const, problems: [problem] };
    desk({ more: { "GET /settings": () => ({ draft: { version: 1, edits: [] }, published: null, locked: [], schedules: [schedule], problems: [] }) } });
    const { user } = await open(<BrandingRoom />, { language });
    await user.click(await screen.findByRole("button", { name: opens }));
    const dialog = await screen.findByRole("dialog", { name: publish });
    expect(await within(dialog).findByText(why)).toBeVisible();
  });

  it.each([
    ["en", { open: /Could not go live on/, publish: "Publish", why: /Whoever set this publication may no longer publish/, drop: "Back to the draft", asked: "Confirm your password to continue", password: "Your password", go: "Confirm and continue" }],
    ["ar", { open: /تعذّر النشر في/, publish: "النشر", why: /من حدد موعد هذا النشر/, drop: "إعادته إلى المسودة", asked: "أكّدوا كلمة مروركم للمتابعة", password: "كلمة مروركم", go: "تأكيد ومتابعة" }],
  ] as const)("tells why a publication failed on its day, and takes it back for who shows who they are (%s)", async (language, words) => {
    const problem: Diagnostic = { file: "x/overlay.json", line: 1, column: 1, pointer: "", code: "mayNotPublish", message: "whoever set this publication may no longer publish", hint: null, severity: "error" };
    const schedule = { id: "s1", at: "2026-11-21T10:00:00Z", note: "", by, edits: 1, state: "failed" as const, problems: [problem] };
    let confirmed = false;
    let waits = true;
    desk({
      more: {
        "GET /settings": () => ({ draft: { version: 1, edits: [] }, published: null, locked: [], schedules: waits ? [schedule] : [], problems: [] }),
        "GET /profile": () => ({ profile: { has_password: true } }),
        "POST /profile/sessions/confirm": () => {
          confirmed = true;
          return {};
        },
        "DELETE /settings/schedules/s1": () => {
          if (!confirmed) return { status: 403, body: { success: false, messageId: "L018" } };
          waits = false;
          return { draft: { version: 2, edits: [] }, problems: [] };
        },
      },
    });
    const { user } = await open(<BrandingRoom />, { language });
    await user.click(await screen.findByRole("button", { name: words.open }));
    const dialog = await screen.findByRole("dialog", { name: words.publish });
    expect(await within(dialog).findByText(words.why)).toBeVisible();
    expect(within(dialog).queryByText(/overlay\.json/)).toBeNull();
    await user.click(within(dialog).getByRole("button", { name: words.drop }));
    const asked = await screen.findByRole("dialog", { name: words.asked });
    await user.type(within(asked).getByLabelText(words.password), "right");
    await user.click(within(asked).getByRole("button", { name: words.go }));
    await waitFor(() => expect(within(dialog).queryByText(words.why)).toBeNull());
  });

  it("does not go on with errors, and leads to where they are mended", async () => {
    const problem: Diagnostic = { file: "school.yaml", line: 1, column: 1, pointer: "/schoolDates/0", code: "badRange", message: "ends before it begins", hint: null, severity: "error" };
    desk({ problems: [problem] });
    const { user } = await open(<BrandingRoom />);
    fireEvent.change(await screen.findByRole("textbox", { name: "Main colour" }), { target: { value: "#123456" } });
    await user.click(screen.getByRole("button", { name: "Publish" }));
    const dialog = await screen.findByRole("dialog", { name: "Publish" });
    expect(await within(dialog).findByText(/1 thing has to be corrected first/)).toBeVisible();
    expect(within(dialog).getByRole("button", { name: "Publish now" })).toBeDisabled();
    expect(within(dialog).getByRole("link", { name: "Admission dates, round 1" })).toHaveAttribute("href", "/settings/dates");
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
  await user.click(within(dialog).getByRole("button", { name: "Continue" }));
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
  expect(screen.getByText("The server is very busy right now. Nothing you entered is lost; try again in a moment.")).toBeVisible();
  const closing = new Event("beforeunload", { cancelable: true });
  window.dispatchEvent(closing);
  expect(closing.defaultPrevented).toBe(true);
  await user.click(screen.getByRole("link", { name: "away" }));
  const dialog = await screen.findByRole("dialog", { name: "Not everything is saved" });
  expect(router.state.location.pathname).toBe("/settings/x");
  await user.click(within(dialog).getByRole("button", { name: "Leave anyway" }));
  expect(router.state.location.pathname).toBe("/dashboard");
});

it("saves what is typed before a sign-out, and asks where it cannot", async () => {
  const order: string[] = [];
  let down = false;
  desk({
    more: {
      "PATCH /settings/draft": () => {
        order.push("saved");
        return down ? { status: 503, body: { messageId: "R008" } } : { draft: { version: 2, edits: [] }, problems: [] };
      },
      "POST /auth/sign-out": () => {
        order.push("signed out");
        return {};
      },
    },
  });
  const { user, store } = await open(<BrandingRoom />);
  const field = await screen.findByRole("textbox", { name: "Main colour" });
  const leave = vi.fn<(to: string) => void>();
  const out = () => signOut("/settings", leave)((action) => store.dispatch(action as never));
  fireEvent.change(field, { target: { value: "#123456" } });
  await out();
  expect(order).toEqual(["saved", "signed out"]);
  down = true;
  order.length = 0;
  fireEvent.change(field, { target: { value: "#654321" } });
  await out();
  expect(order).not.toContain("signed out");
  const dialog = await screen.findByRole("dialog", { name: "Not everything is saved" });
  await user.click(within(dialog).getByRole("button", { name: "Leave anyway" }));
  await waitFor(() => expect(order).toContain("signed out"));
  await waitFor(() => expect(leave).toHaveBeenCalledTimes(2));
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
  await user.click(screen.getByRole("button", { name: "Version 3: what changed" }));
  expect(await screen.findByText("Sign-in by code")).toBeVisible();
  expect(asked).toEqual(["?from=2&to=3"]);
  await user.keyboard("{Escape}");
  await user.click(screen.getByRole("button", { name: "Version 2: restore" }));
  const dialog = await screen.findByRole("dialog", { name: "Restore version 2?" });
  await user.click(within(dialog).getByRole("button", { name: "Restore" }));
  await waitFor(() => expect(restored).toEqual([{ version: 1 }]));
  expect(await screen.findByText(/Version 2 is in the draft/)).toBeVisible();
});
