import { act, screen } from "@testing-library/react";
import { beforeEach, expect, it, vi } from "vitest";
import { renderRoutes } from "@/test/render";
import { Boundary } from "./Boundary";

let failure: Error | null;

function Page() {
  if (failure) throw failure;
  return <p>All is well</p>;
}

const routes = [{ path: "*", element: <><nav>The shell</nav><Boundary><Page /></Boundary></> }];

beforeEach(() => {
  failure = new Error("broken");
  vi.spyOn(console, "error").mockImplementation(() => {});
});

it("a page that breaks says so inside the shell, and is drawn again after going elsewhere", async () => {
  const { router } = await renderRoutes(routes, { path: "/here" });
  expect(screen.getByText("The shell")).toBeVisible();
  expect(screen.getByRole("alert")).toHaveTextContent("This page could not be shown");
  failure = null;
  await act(async () => router.navigate("/there"));
  expect(screen.getByText("All is well")).toBeVisible();
});

it("a script that a new version has removed asks for a reload", async () => {
  failure = new TypeError("Failed to fetch dynamically imported module: /assets/a.js");
  await renderRoutes(routes);
  expect(screen.getByRole("alert")).toHaveTextContent("There is a newer version");
});
