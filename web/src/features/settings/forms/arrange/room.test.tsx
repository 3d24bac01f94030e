import { configure, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { signedIn } from "@/api/authSlice";
import { SchoolContext } from "@/api/school";
import { storeSchoolId } from "@/api/schoolId";
import { storeToken } from "@/api/session";
import { makeStore } from "@/app/store";
import { renderRoutes } from "@/test/render";
import { school, stubServer } from "@/test/server";
import { BuilderPage } from "../BuilderPage";
import { emit } from "../model/emit";
import { mendSamples } from "../model/sample";
import { fromTemplate } from "../model/templates";
import type { StoredDocument } from "../model/types";
import type { Arrange } from "./model";

configure({ asyncUtilTimeout: 8_000 });
vi.setConfig({ testTimeout: 60_000 });

interface Edit {
  file: string;
  pointer: string;
  value?: unknown;
}

const written = emit(fromTemplate("visit"));
const visit: StoredDocument = { ...written, samples: mendSamples(written) };

function desk(config: object = {}, more: Parameters<typeof stubServer>[0] = {}, settings: object = {}) {
  let version = 1;
  let edits: (Edit & { version: number; by: object; at: string })[] = [];
  const file = { forms: { visit: { plugin: "visits", ...config } } };
  stubServer({
    "GET /settings": () => ({ draft: { version, edits }, published: null, locked: [], schedules: [], problems: [], ...settings }),
    "GET /settings/files": () => ({ items: [] }),
    "GET /settings/file": (_body, url) => {
      const value = url.searchParams.get("file") === "school.yaml" ? file : null;
      return { file: url.searchParams.get("file"), base: value, published: value, draft: value };
    },
    "PATCH /settings/draft": (body) => {
      version += 1;
      for (const edit of (body as { edits: Edit[] }).edits) edits = [...edits.filter((each) => each.pointer !== edit.pointer), { ...edit, version, by: { id: "u", name: "Amina" }, at: "2026-11-21T08:00:00Z" }];
      return { draft: { version, edits }, problems: [] };
    },
    "POST /settings/preview": () => ({ token: "p1", expires_in: 3600 }),
    "GET /settings/forms/visit/plain": () => ({ document: visit }),
    ...more,
  });
  return { saved: () => edits.find(({ pointer }) => pointer === "/forms/visit/arrange")?.value as Arrange | undefined };
}

async function open(path = "/settings/forms/visit", roles = ["school_admin"]) {
  const store = makeStore();
  store.dispatch(signedIn({ id: "u", avatar: "", userName: "Amina", email: "a@abq.example", authority: roles, kind: "staff" } as never));
  await renderRoutes([{ path: "/settings/forms/:id", element: <SchoolContext value={school}><BuilderPage /></SchoolContext> }], { path, language: "en", store });
  return userEvent.setup();
}

beforeEach(() => {
  storeSchoolId("abq");
  storeToken("t", 600);
});

const row = async (name: RegExp) => within(await screen.findByRole("region", { name: "Outline of the form" })).findByRole("button", { name });

describe("a plugin's form is arranged", () => {
  it("by keyboard: moved over the edge of its step, required and hidden, and taken back", async () => {
    const { saved } = desk();
    const user = await open("/settings/forms/visit?at=field:access_note");
    (await row(/^What should we prepare/)).focus();
    await user.keyboard("{Alt>}{ArrowDown}{/Alt}");
    expect(await screen.findByText("What should we prepare?: now 1 of 5 in How we reach you")).toBeInTheDocument();
    await user.click(screen.getByRole("switch", { name: /An answer is required/ }));
    await waitFor(() => expect(saved()?.require).toEqual(["access_note"]), { timeout: 5_000 });
    expect(saved()?.steps?.map(({ fields }) => fields.includes("access_note"))).toEqual([false, true]);
    (await row(/^What should we prepare/)).focus();
    await user.keyboard("{Delete}");
    expect(await screen.findByText("What should we prepare? is hidden")).toBeInTheDocument();
    await waitFor(() => expect(saved()).toMatchObject({ hide: ["access_note"] }), { timeout: 5_000 });
    expect(saved()?.require).toBeUndefined();
    await user.click(within(screen.getByRole("region", { name: /draft/i })).getByRole("button", { name: "Undo" }));
    await waitFor(() => expect(saved()?.hide).toBeUndefined(), { timeout: 5_000 });
  });

  it("with a new step in both languages, widths, and the plugin's own layout to go back to", async () => {
    const { saved } = desk();
    const user = await open("/settings/forms/visit?at=step:visit");
    await row(/When you would like to come/);
    await user.click(screen.getByRole("button", { name: "Add a step" }));
    const arabic = await screen.findByRole("textbox", { name: "Heading of the step in Arabic" });
    await user.clear(arabic);
    await user.type(arabic, "الوصول");
    await user.click(await row(/^Day/));
    await user.selectOptions(await screen.findByRole("combobox", { name: "Step" }), "2. New step");
    await user.selectOptions(screen.getByRole("combobox", { name: "Width of the answer" }), "Full");
    await waitFor(() => expect(saved()).toMatchObject({ widths: { day: "full" } }), { timeout: 5_000 });
    expect(saved()?.steps?.[1]).toEqual({ id: "step", title: { en: "New step", ar: "الوصول" }, fields: ["day"] });
    (await row(/^Day/)).focus();
    await user.keyboard("{Home}");
    await user.click(await screen.findByRole("button", { name: "Back to the plugin's layout" }));
    await user.click(within(await screen.findByRole("dialog")).getByRole("button", { name: "Back to the plugin's layout" }));
    await waitFor(() => expect(saved()).toBeUndefined(), { timeout: 5_000 });
  });

  it("says at the field what cannot be done", async () => {
    desk();
    await open("/settings/forms/visit?at=field:day");
    expect(await screen.findByText("It cannot be hidden: the plugin requires an answer.")).toBeInTheDocument();
    expect(screen.getByText("The plugin requires it already.")).toBeInTheDocument();
    expect(screen.getByRole("switch", { name: /Hide it/ })).toBeDisabled();
  });

  it("shows what the check found at its place, and cannot be changed where the operators keep it", async () => {
    const arrange = { hide: ["day"] };
    desk({ arrange }, {}, { locked: ["/forms"], problems: [{ file: "school.yaml", line: 1, column: 1, pointer: "/forms/visit/arrange/hide/0", code: "cannotHide", message: "x", hint: "", severity: "error" }] });
    await open("/settings/forms/visit?at=field:day");
    expect(await screen.findByText("It cannot be hidden: the form needs it. Show it again.")).toBeInTheDocument();
    expect(screen.getByText(/operators manage this form/)).toBeInTheDocument();
    expect(screen.queryByRole("button", { name: "Add a step" })).toBeNull();
    expect(screen.getByRole("switch", { name: /Hide it/ })).toBeDisabled();
  });

  it("says so when the plugin's own form cannot be had, and tries again", async () => {
    let there = false;
    desk({}, { "GET /settings/forms/visit/plain": () => (there ? { document: visit } : { status: 404, body: {} }) });
    const user = await open();
    const again = await screen.findByRole("button", { name: "Try again" });
    there = true;
    await user.click(again);
    expect(await screen.findByRole("button", { name: "Add a step" })).toBeInTheDocument();
  });
});
