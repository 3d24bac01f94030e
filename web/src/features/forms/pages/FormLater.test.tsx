import { configure, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it, vi } from "vitest";
import type { FormView } from "@/api/types";
import { SchoolContext } from "@/api/school";
import { renderRoutes } from "@/test/render";
import { school, stubServer } from "@/test/server";
import { FormPage } from "./FormPage";

const loaded = vi.hoisted(() => new Set<string>());
vi.mock("./ReviewPage", async (original) => {
  loaded.add("review");
  return await original();
});
vi.mock("../parts/MergeView", async (original) => {
  loaded.add("merge");
  return await original();
});
vi.mock("../parts/MoveView", async (original) => {
  loaded.add("move");
  return await original();
});

configure({ asyncUtilTimeout: 5_000 });
vi.setConfig({ testTimeout: 30_000 });

const form: FormView = {
  id: "new", version: "1.0.0", digest: "d", title: "Ask about a place",
  steps: [{ id: "child", title: "The child", fields: ["name"] }],
  schema: { type: "object", properties: { name: { type: "string", title: "Name", maxLength: 20 } }, required: ["name"] },
  ui: {}, subject: {}, messages: {}, computes: false, plugin: null,
};

it("what nobody meets first is fetched once the form is touched, and not beside the first question", async () => {
  vi.spyOn(window, "scrollTo").mockImplementation(() => {});
  stubServer({ "GET /public/forms/new": () => ({ form }) });
  await renderRoutes([{ path: "/enquiry/new", element: <SchoolContext value={school}><FormPage form="new" /></SchoolContext> }], { path: "/enquiry/new" });
  const question = await screen.findByLabelText(/^Name/);
  // The page itself moves the focus to its heading.
  await waitFor(() => expect(screen.getByRole("heading", { level: 1 })).toHaveFocus());
  expect([...loaded]).toEqual([]);
  await userEvent.click(question);
  await waitFor(() => expect([...loaded].toSorted()).toEqual(["merge", "move", "review"]));
});
