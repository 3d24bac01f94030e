import { configure, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { SchoolContext } from "@/api/school";
import { storeSchoolId } from "@/api/schoolId";
import { storeToken } from "@/api/session";
import { drawRows } from "@/test/drawRows";
import { renderWith } from "@/test/render";
import { school, stubServer } from "@/test/server";
import type { Till } from "./api";
import { TillsPage } from "./TillsPage";

configure({ asyncUtilTimeout: 5_000 });
vi.setConfig({ testTimeout: 30_000 });

const till: Till = { id: "t1", version: 1, code: "T1", name: "Canteen", store_types: ["canteen"], enrolled_at: null, device_label: "", disabled: false, signed_in: null };

beforeEach(() => {
  storeSchoolId("abq");
  storeToken("t", 600);
});

async function open(page: React.ReactNode, path: string, handlers: Parameters<typeof stubServer>[0], language: "en" | "ar" = "en") {
  const server = stubServer(handlers);
  const view = await renderWith(<SchoolContext value={school}>{page}</SchoolContext>, { path, language });
  return { ...view, ...server, user: userEvent.setup() };
}

describe("tills", () => {
  it("shows the enrolment code once, large, and counts its time", async () => {
    const { user } = await open(<TillsPage />, "/settings/tills", {
      "GET /tills": () => ({ items: [till] }),
      "POST /tills": (body) => ({ status: 201, body: { till: { ...till, ...(body as object) }, enrolment_code: "7QK2M9XD" } }),
    });
    await user.click(await screen.findByRole("button", { name: "Add a till" }));
    const dialog = await screen.findByRole("dialog");
    await user.type(within(dialog).getByLabelText("Code"), "T9");
    await user.type(within(dialog).getByLabelText("Name"), "Gate");
    await user.click(within(dialog).getByRole("button", { name: "Add and show the code" }));
    const code = await screen.findByRole("status", { name: "Enrolment code" });
    expect(code).toHaveTextContent("7QK2 M9XD");
    expect(screen.getByRole("timer")).toHaveTextContent(/14:5\d|15:00/);
    await user.click(screen.getByRole("button", { name: "Done" }));
    await waitFor(() => expect(screen.queryByText("7QK2 M9XD")).toBeNull());
  });

  it("switches a till off only after asking", async () => {
    const bodies: unknown[] = [];
    const { user } = await open(<TillsPage />, "/settings/tills?open=t1", {
      "GET /tills": () => ({ items: [till] }),
      "PATCH /tills/t1": (body) => {
        bodies.push(body);
        return { till: { ...till, disabled: true, version: 2 } };
      },
    });
    await user.click(await screen.findByRole("button", { name: "Switch off" }));
    expect(bodies).toEqual([]);
    await user.click(within(await screen.findByRole("dialog", { name: /^Switch off/ })).getByRole("button", { name: "Switch off" }));
    await waitFor(() => expect(bodies).toEqual([{ version: 1, disabled: true }]));
  });

  it.each([
    ["en", "Filter", "Switched off", "Nothing matches"],
    ["ar", "تصفية", "موقوفة", "لا شيء يطابق"],
  ] as const)("are searched and narrowed by the address (%s)", async (language, filter, off, nothing) => {
    drawRows();
    const { user } = await open(<TillsPage />, "/settings/tills?sells=canteen", {
      "GET /tills": () => ({ items: [till, { ...till, id: "t2", code: "T2", name: "Canteen 2", disabled: true }, { ...till, id: "t3", code: "U1", name: "Uniforms", store_types: ["uniform"] }] }),
    }, language);
    const found = () => screen.getAllByRole("button", { expanded: false }).map((button) => button.textContent).filter((text) => text?.startsWith("Canteen") || text === "Uniforms");
    await waitFor(() => expect(found()).toEqual(["Canteen", "Canteen 2"]));
    await user.click(screen.getByRole("button", { name: filter }));
    await user.click(await screen.findByRole("menuitemradio", { name: off }));
    await waitFor(() => expect(found()).toEqual(["Canteen 2"]));
    await user.type(screen.getByRole("searchbox"), "u1");
    expect(await screen.findByRole("heading", { name: nothing })).toBeVisible();
    expect(Object.fromEntries(new URLSearchParams(location.search))).toEqual({ sells: "canteen", state: "disabled", q: "u1" });
  });
});
