import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { signedIn } from "@/api/authSlice";
import { SchoolContext } from "@/api/school";
import { storeSchoolId } from "@/api/schoolId";
import { makeStore } from "@/app/store";
import { renderWith } from "@/test/render";
import { school, stubServer } from "@/test/server";
import { InboxHeader } from "../InboxHeader";
import { ExportList } from "./ExportList";
import type { ExportJob } from "./useExports";

vi.setConfig({ testTimeout: 20_000 });

const job = (changed: Partial<ExportJob>): ExportJob => ({
  id: "e1", state: "running", name: "abq-enquiries.csv", total: 50_000, done: 12_400, bytes: null, fault: null, created_at: "2026-11-23T09:00:00Z", expires_at: null, ...changed,
});

function person(role: "school_admin" | "auditor") {
  const store = makeStore();
  store.dispatch(signedIn({ id: "u1", avatar: "", userName: "Amina", email: "a@abq.example", authority: [role], kind: "staff" }));
  return store;
}

const Both = ({ total = 50_000 }: { total?: number }) => (
  <SchoolContext value={school}>
    <InboxHeader total={total} filters={{ state: "new", q: "sara" }} />
    <ExportList />
  </SchoolContext>
);

beforeEach(() => {
  storeSchoolId("abq");
  vi.useFakeTimers({ shouldAdvanceTime: true });
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

/** What a screen reader is told. */
const announced = () => screen.getByRole("status");
const user = () => userEvent.setup({ advanceTimers: vi.advanceTimersByTime });

it("asks for a long list by itself, shows how far it is, and gives the file when it is ready", async () => {
  URL.createObjectURL = () => "blob:x";
  URL.revokeObjectURL = () => undefined;
  let items: ExportJob[] = [];
  const asked: unknown[] = [];
  const { calls } = stubServer({
    "GET /enquiries/exports": () => ({ items }),
    "POST /enquiries/exports": (body) => {
      asked.push(body);
      items = [job({ state: "waiting", done: 0 })];
      return { status: 201, body: { export: items[0] as ExportJob } };
    },
    "GET /enquiries/exports/e1/file": () => ({}),
    "DELETE /enquiries/exports/e1": () => {
      items = [];
      return {};
    },
  });
  await renderWith(<Both />, { store: person("school_admin") });
  const hand = user();
  await hand.click(screen.getByRole("button", { name: "Export" }));
  const dialog = await screen.findByRole("dialog");
  await hand.click(within(dialog).getByRole("radio", { name: /CSV/ }));
  await hand.click(within(dialog).getByRole("button", { name: "Export" }));
  await vi.waitFor(() => expect(announced()).toHaveTextContent("Preparing your file"));
  expect(asked).toEqual([{ format: "csv", lng: "en", state: "new", q: "sara" }]);
  expect(screen.getByText("0 of 50,000")).toBeVisible();
  items = [job({})];
  await vi.advanceTimersByTimeAsync(1100);
  expect(await screen.findByText("12,400 of 50,000")).toBeVisible();
  expect(screen.getByRole("progressbar")).toHaveAttribute("aria-valuenow", "24");
  items = [job({ state: "done", done: 50_000, bytes: 2_500_000, expires_at: "2026-11-24T09:00:30Z" })];
  await vi.advanceTimersByTimeAsync(6000);
  await vi.waitFor(() => expect(announced()).toHaveTextContent("Your file is ready"));
  const ready = screen.getByRole("listitem");
  expect(ready).toHaveTextContent(/abq-enquiries\.csv · 50,000 enquiries · 2\.\d MB · kept until 24-Nov-2026, 13:00/);
  const before = calls.length;
  await vi.advanceTimersByTimeAsync(60_000);
  expect(calls).toHaveLength(before);
  await hand.click(within(ready).getByRole("button", { name: "Download" }));
  await vi.waitFor(() => expect(calls).toContain("GET /enquiries/exports/e1/file"));
  await hand.click(within(ready).getByRole("button", { name: "Remove" }));
  await vi.waitFor(() => expect(screen.queryByRole("listitem")).toBeNull());
});

it("takes a list out otherwise that has grown too long meanwhile", async () => {
  const { calls } = stubServer({
    "GET /enquiries/exports": () => ({ items: [] }),
    "GET /enquiries/export": () => ({ status: 422, body: { success: false, messageId: "A009", limit: 2000 } }),
    "POST /enquiries/exports": () => ({ status: 409, body: { success: false, messageId: "A008", limit: 1 } }),
  });
  await renderWith(<Both total={1999} />, { store: person("school_admin") });
  const hand = user();
  await hand.click(screen.getByRole("button", { name: "Export" }));
  const dialog = await screen.findByRole("dialog");
  await hand.click(within(dialog).getByRole("radio", { name: /XLSX/ }));
  await hand.click(within(dialog).getByRole("button", { name: "Export" }));
  expect(await screen.findByRole("alert")).toHaveTextContent("As many files as allowed are being prepared or kept");
  expect(calls).toContain("POST /enquiries/exports");
});

it("asks nothing in a tab that nobody looks at, and cancels", async () => {
  const state = vi.spyOn(document, "visibilityState", "get").mockReturnValue("hidden");
  let items = [job({ done: 50_000 })];
  const { calls } = stubServer({
    "GET /enquiries/exports": () => ({ items }),
    "POST /enquiries/exports/e1/cancel": () => {
      items = [job({ state: "cancelled" })];
      return { export: items[0] as ExportJob };
    },
  });
  await renderWith(<ExportList />, { store: person("school_admin") });
  expect(await screen.findByText(/putting the file together/)).toBeVisible();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(calls).toHaveLength(1);
  state.mockReturnValue("visible");
  document.dispatchEvent(new Event("visibilitychange"));
  await vi.advanceTimersByTimeAsync(1100);
  expect(calls).toHaveLength(2);
  await user().click(screen.getByRole("button", { name: "Cancel" }));
  await vi.waitFor(() => expect(screen.getByRole("listitem")).toHaveTextContent("Export cancelled"));
  expect(screen.getByRole("button", { name: "Dismiss" })).toBeVisible();
});

it("says why there is no file, in Arabic too", async () => {
  const items = [job({ state: "failed", fault: "A002" }), job({ id: "e2", state: "failed", fault: "R999" })];
  stubServer({ "GET /enquiries/exports": () => ({ items }) });
  await renderWith(<ExportList />, { store: person("school_admin"), language: "ar" });
  expect(await screen.findAllByText("تعذّر تحضير ملفكم", { selector: "li *" })).toHaveLength(2);
  expect(screen.getByText("حدث خلل لدينا. صدّروا القائمة مرة أخرى.")).toBeVisible();
});

it("asks for nobody's files where the role has none", async () => {
  const { calls } = stubServer({});
  await renderWith(<ExportList />, { store: person("auditor") });
  expect(calls).toEqual([]);
});
