import { act, configure, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { signedIn } from "@/api/authSlice";
import { SchoolContext } from "@/api/school";
import { storeSchoolId } from "@/api/schoolId";
import { makeStore } from "@/app/store";
import { StaffShell } from "@/app/shells/StaffShell";
import { ListTable } from "@/ui/list/ListTable";
import { useOfferedHere } from "@/ui/pageActions";
import { useBegun } from "@/ui/useBegun";
import { drawRows } from "@/test/drawRows";
import { renderRoutes } from "@/test/render";
import { school, stubServer } from "@/test/server";
import { KEY_GROUPS } from "./groups";

configure({ asyncUtilTimeout: 8_000 });
vi.setConfig({ testTimeout: 40_000 });

beforeEach(() => {
  storeSchoolId("abq");
  drawRows();
});

/** A page with something open on it. */
function Open() {
  const [done, setDone] = useState(0);
  useOfferedHere([{ id: "write", label: "Write to the family", icon: null, run: () => setDone(done + 1) }]);
  return <p>written {done}</p>;
}

function Forms() {
  const [begun] = useBegun();
  return <p>{begun ? "a form is begun" : "the forms"}</p>;
}

const rows = [{ id: "a" }, { id: "b" }];
const list = (
  <ListTable label="Rows" columns={[{ id: "name", head: "Name" }]} rows={rows} total={2} rowHeight={40} opened={null} onOpen={() => {}} more={{ available: false, loading: false, failed: false, load: () => {} }} row={(row, { index }) => (
    <tr key={row.id} data-row={index} aria-rowindex={index + 2}>
      <td>
        <a href={`#${row.id}`}>{row.id}</a>
      </td>
    </tr>
  )} />
);

async function draw(language: "en" | "ar" = "en", authority: string[] = ["school_admin"], path = "/list") {
  stubServer({ "GET /views": () => ({ items: [] }), "GET /enquiries": () => ({ items: [], total: 0 }), "GET /settings": () => ({ status: 403, body: {} }), "GET /settings/setup": () => ({ status: 403, body: {} }) });
  const store = makeStore();
  store.dispatch(signedIn({ id: "u1", avatar: "", userName: "Amina", email: "a@abq.example", authority, kind: "staff" } as never));
  const shell = <SchoolContext value={school}><StaffShell handle={{}} /></SchoolContext>;
  const view = await renderRoutes([{ element: shell, children: [{ path: "/list", element: list }, { path: "/open", element: <Open /> }, { path: "/settings/forms", element: <Forms /> }] }], { path, language, store });
  return { ...view, user: userEvent.setup() };
}

describe("the keyboard's help", () => {
  it("opens by a question mark, tells the keys of this page, and not where something is written", async () => {
    const { user } = await draw();
    await screen.findByRole("table", { name: "Rows" });
    await user.keyboard("?");
    const help = await screen.findByRole("dialog", { name: "Keyboard shortcuts" });
    expect(within(help).getAllByRole("heading", { level: 3 }).map((head) => head.textContent)).toEqual(["Everywhere", "In the list"]);
    expect(within(help).getByText("open the row")).toBeVisible();
    await user.keyboard("{Escape}");
    await user.click(screen.getByRole("button", { name: /Amina/ }));
    expect(await screen.findByRole("menuitem", { name: /Keyboard shortcuts/ })).toBeVisible();
  });

  it("is there in Arabic, by the Arabic sign", async () => {
    const { user } = await draw("ar");
    await screen.findByRole("table", { name: "Rows" });
    await user.keyboard("؟");
    expect(within(await screen.findByRole("dialog", { name: "اختصارات لوحة المفاتيح" })).getByText("في القائمة")).toBeVisible();
  });

  it("names each group once", () => {
    expect(new Set(KEY_GROUPS.map(({ id }) => id)).size).toBe(KEY_GROUPS.length);
  });
});

it("comes from the page to the list's first row by an arrow down", async () => {
  const { user } = await draw();
  await screen.findByRole("table", { name: "Rows" });
  await user.keyboard("{ArrowDown}");
  expect(screen.getByRole("link", { name: "a" })).toHaveFocus();
  await user.keyboard("{ArrowDown}");
  await waitFor(() => expect(screen.getByRole("link", { name: "b" })).toHaveFocus());
});

describe("the palette", () => {
  it("knows what can be done", async () => {
    const { user } = await draw();
    await user.click(screen.getByRole("button", { name: "Search or go to" }));
    const field = await screen.findByRole("combobox", { name: "Search or go to" });
    await user.type(field, "dark");
    await user.click(await screen.findByRole("option", { name: "Use dark colours" }));
    expect(document.documentElement.dataset.mantineColorScheme).toBe("dark");
    await user.keyboard("{Control>}k{/Control}");
    await user.type(await screen.findByRole("combobox", { name: "Search or go to" }), "new form");
    await user.keyboard("{Enter}");
    expect(await screen.findByText("a form is begun")).toBeVisible();
  });

  it("lists what can be done with what is open first, and forgets it elsewhere", async () => {
    const { user, router } = await draw("en", ["school_admin"], "/open");
    for (const times of [1, 2]) {
      await user.keyboard("{Control>}k{/Control}");
      await screen.findByRole("combobox", { name: "Search or go to" });
      expect(screen.getAllByRole("option")[0]).toHaveTextContent("Write to the family");
      expect(screen.getByText("On this page")).toBeVisible();
      await user.keyboard("{Enter}");
      expect(await screen.findByText(`written ${times}`)).toBeVisible();
    }
    await act(async () => router.navigate("/list"));
    await user.keyboard("{Control>}k{/Control}");
    await screen.findByRole("combobox", { name: "Search or go to" });
    expect(screen.queryByText("On this page")).toBeNull();
  });

  it("offers what the person's rights let them, and leads to the keyboard's help", async () => {
    const { user } = await draw("en", ["uniform_approver"]);
    await user.keyboard("{Control>}k{/Control}");
    const field = await screen.findByRole("combobox", { name: "Search or go to" });
    expect(screen.queryByRole("option", { name: "New form" })).toBeNull();
    expect(screen.queryByRole("option", { name: "Export enquiries" })).toBeNull();
    await user.type(field, "hotkeys{Enter}");
    expect(await screen.findByRole("dialog", { name: "Keyboard shortcuts" })).toBeVisible();
  });
});
