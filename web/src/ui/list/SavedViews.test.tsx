import { configure, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, describe, expect, it, vi } from "vitest";
import ar from "@locales/ar/list.json";
import en from "@locales/en/list.json";
import { storeSchoolId } from "@/api/schoolId";
import type { SavedView } from "@/api/views";
import { fill } from "@/test/fill";
import { renderWith } from "@/test/render";
import { stubServer } from "@/test/server";
import { SavedViews } from "./SavedViews";

configure({ asyncUtilTimeout: 5_000 });
vi.setConfig({ testTimeout: 30_000 });

const mine: SavedView = { id: "v1", version: 3, list: "inbox", name: "Tours", query: { state: "toured" } };
const names = ["q", "state", "columns"];

beforeEach(() => storeSchoolId("abq"));

/** A server that keeps views; what was sent to it stands in `sent`. */
function serverOf(items: SavedView[], refuse: { status: number; body: object } | null = null) {
  const sent: unknown[] = [];
  let list = items;
  const handlers: Parameters<typeof stubServer>[0] = {
    "GET /views": () => ({ items: list }),
    "POST /views": (body) => {
      sent.push(body);
      if (refuse) return refuse;
      const view = { id: `v${sent.length + 1}`, version: 1, ...(body as Pick<SavedView, "list" | "name" | "query">) };
      list = [...list, view];
      return { status: 201, body: { view } };
    },
    "PATCH /views/v1": (body) => {
      sent.push(body);
      if (refuse) return refuse;
      list = list.map((view) => (view.id === "v1" ? { ...view, ...(body as object), version: view.version + 1 } : view));
      return { view: list[0]! };
    },
    "DELETE /views/v1": () => {
      list = list.filter(({ id }) => id !== "v1");
      return {};
    },
  };
  stubServer(handlers);
  return sent;
}

const where = () => Object.fromEntries(new URLSearchParams(location.search));

describe.each([["en", en], ["ar", ar]] as const)("saved views (%s)", (language, t) => {
  const open = async (path: string, look?: Record<string, string>) => {
    await renderWith(<SavedViews list="inbox" names={names} {...(look && { look })} />, { path, language });
    return userEvent.setup();
  };
  const fromMenu = async (user: ReturnType<typeof userEvent.setup>, item: string) => {
    await user.click(await screen.findByRole("button", { name: t["views.menu"] }));
    await user.click(await screen.findByRole("menuitem", { name: item }));
  };

  it("begin with all, and keep what is filtered under a name", async () => {
    const sent = serverOf([{ ...mine, list: "people" }]);
    const user = await open("/pre_admission?state=new&open=e1", { columns: "form,age" });
    await screen.findByRole("button", { name: t["views.menu"] });
    // Those of other lists are not here.
    expect(screen.getAllByRole("link").map((link) => link.textContent)).toEqual([t["views.all"]]);
    // What is filtered can be saved here, so that the bar stays on a phone too.
    expect(screen.getByRole("navigation", { name: t["views.label"] })).not.toHaveAttribute("data-plain");
    expect(screen.getByRole("link", { name: t["views.all"] })).toHaveAttribute("aria-current", "page");
    await user.click(screen.getByRole("button", { name: t["views.save"] }));
    const dialog = await screen.findByRole("dialog", { name: t["views.save"] });
    await user.click(within(dialog).getByRole("button", { name: t["views.name.save"] }));
    expect(await within(dialog).findByText(t["views.name.missing"])).toBeVisible();
    await fill(within(dialog).getByLabelText(t["views.name"]), "Grade 1", user);
    await user.click(within(dialog).getByRole("button", { name: t["views.name.save"] }));
    expect(await screen.findByRole("link", { name: "Grade 1", current: "page" })).toBeVisible();
    expect(sent).toEqual([{ list: "inbox", name: "Grade 1", query: { state: "new", columns: "form,age" } }]);
    expect(where()).toEqual({ state: "new", open: "e1", view: "v2" });
    expect(screen.queryByRole("button", { name: t["views.save"] })).toBeNull();
  });

  it("are a bar of nothing but all where none is saved, which a phone leaves out", async () => {
    serverOf([]);
    await open("/pre_admission");
    await screen.findByRole("button", { name: t["views.menu"] });
    expect(screen.getByRole("navigation", { name: t["views.label"] })).toHaveAttribute("data-plain");
  });

  it("are opened by a click or by the keys, and left by all", async () => {
    serverOf([mine]);
    const user = await open("/pre_admission?q=sara");
    await screen.findByRole("link", { name: "Tours" });
    await user.keyboard("v{Tab}{Enter}");
    await waitFor(() => expect(where()).toEqual({ state: "toured", view: "v1" }));
    expect(screen.getByRole("link", { name: "Tours" })).toHaveAttribute("aria-current", "page");
    await user.click(screen.getByRole("link", { name: t["views.all"] }));
    expect(where()).toEqual({});
  });

  it("say that the list shows something else by now, and take that over", async () => {
    const sent = serverOf([mine]);
    const user = await open("/pre_admission?state=toured&q=sara&view=v1");
    expect(await screen.findByRole("link", { name: `Tours${t["views.changed"]}` })).toHaveAttribute("aria-current", "page");
    await user.click(screen.getByRole("button", { name: t["views.saveChanges"] }));
    expect(await screen.findByRole("link", { name: "Tours" })).toBeVisible();
    expect(sent).toEqual([{ version: 3, query: { state: "toured", q: "sara" } }]);
    expect(screen.queryByRole("button", { name: t["views.saveChanges"] })).toBeNull();
  });

  it("are given another name, but not another view's", async () => {
    const sent = serverOf([mine], { status: 409, body: { messageId: "A005", field: "name" } });
    const user = await open("/pre_admission?state=toured&view=v1");
    await fromMenu(user, t["views.rename"]);
    const dialog = await screen.findByRole("dialog", { name: t["views.rename"] });
    const field = within(dialog).getByLabelText(t["views.name"]);
    expect(field).toHaveValue("Tours");
    await user.clear(field);
    await fill(field, "Mine", user);
    await user.click(within(dialog).getByRole("button", { name: t["views.name.save"] }));
    expect(await within(dialog).findByText(t["views.name.taken"])).toBeVisible();
    expect(field).toHaveValue("Mine");
    expect(sent).toEqual([{ version: 3, name: "Mine" }]);
  });

  it("are deleted, and come back", async () => {
    const sent = serverOf([mine]);
    const user = await open("/pre_admission?state=toured&view=v1");
    await fromMenu(user, t["views.remove"]);
    expect(await screen.findByRole("status")).toHaveTextContent("Tours");
    await waitFor(() => expect(screen.queryByRole("link", { name: "Tours" })).toBeNull());
    expect(where()).toEqual({ state: "toured" });
    await user.click(screen.getByRole("button", { name: t["views.undo"] }));
    expect(await screen.findByRole("link", { name: "Tours", current: "page" })).toBeVisible();
    expect(sent).toEqual([{ list: "inbox", name: "Tours", query: { state: "toured" } }]);
    expect(screen.getByRole("status")).toBeEmptyDOMElement();
  });

  it("are fifty at most, of all lists together", async () => {
    serverOf(Array.from({ length: 50 }, (_, index) => ({ ...mine, id: `x${index}`, name: `View ${index}`, list: "audit" as const })));
    const user = await open("/pre_admission?state=new");
    await user.click(await screen.findByRole("button", { name: t["views.save"] }));
    const dialog = await screen.findByRole("dialog");
    expect(within(dialog).getByRole("alert")).toHaveTextContent(t["views.full"]);
    expect(within(dialog).getByRole("button", { name: t["views.name.save"] })).toBeDisabled();
  });

  it("are asked for again where they did not come", async () => {
    let fails = true;
    stubServer({ "GET /views": () => (fails ? { status: 500, body: { messageId: "L000" } } : { items: [mine] }) });
    const user = await open("/pre_admission?state=new");
    const again = await screen.findByRole("button", { name: t["views.failed"] });
    // Nothing is saved beside views that nobody has seen.
    expect(screen.queryByRole("button", { name: t["views.save"] })).toBeNull();
    fails = false;
    await user.click(again);
    expect(await screen.findByRole("link", { name: "Tours" })).toBeVisible();
  });
});
