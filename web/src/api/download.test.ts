import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { makeStore } from "@/app/store";
import { baseApi } from "./baseApi";
import { saved } from "./download";
import { storeSchoolId } from "./schoolId";

const calls = baseApi.injectEndpoints({
  endpoints: (build) => ({ saveForTest: build.mutation<null, { body: object }>({ query: ({ body }) => saved("/v1/oa/public/paper_pdf", body, "paper.pdf") }) }),
});

const links: HTMLAnchorElement[] = [];

beforeEach(() => {
  storeSchoolId("abq");
  vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(function click(this: HTMLAnchorElement) {
    links.push(this);
  });
  URL.createObjectURL = () => "blob:paper";
  URL.revokeObjectURL = () => {};
});
afterEach(() => {
  links.length = 0;
});

async function save(answer: Response) {
  const asked: Request[] = [];
  vi.stubGlobal("fetch", async (request: Request) => (asked.push(request), answer));
  const store = makeStore();
  const made = await store.dispatch(calls.endpoints.saveForTest.initiate({ body: { token: "t" } }));
  return { made, asked, kept: JSON.stringify(store.getState().api.mutations) };
}

it("what a POST answers is on the disk under its name, and the store keeps none of it", async () => {
  const { made, asked, kept } = await save(new Response("%PDF-1.7", { status: 200, headers: { "content-type": "application/pdf" } }));
  expect(made.error).toBeUndefined();
  expect(links.map(({ download, href }) => [download, href])).toEqual([["paper.pdf", "blob:paper"]]);
  expect([asked[0]?.method, asked[0]?.cache, await asked[0]?.json()]).toEqual(["POST", "no-store", { token: "t" }]);
  expect(kept).not.toContain("PDF");
});

it("a refusal is told, and nothing is saved", async () => {
  const { made } = await save(new Response(JSON.stringify({ success: false, messageId: "L010" }), { status: 404, headers: { "content-type": "application/problem+json" } }));
  expect(made.error).toMatchObject({ status: 404, data: { messageId: "L010" } });
  expect(links).toEqual([]);
});
