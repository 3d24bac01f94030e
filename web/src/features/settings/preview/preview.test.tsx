import { configure, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { useState } from "react";
import { beforeEach, expect, it, vi } from "vitest";
import { storeSchoolId } from "@/api/schoolId";
import { storeToken } from "@/api/session";
import { desk, open } from "@/test/desk";
import { PreviewContext, type PreviewView } from "./context";
import { previewAddress } from "./PreviewFrame";
import { PreviewPane } from "./PreviewPane";

configure({ asyncUtilTimeout: 8_000 });
vi.setConfig({ testTimeout: 40_000 });

beforeEach(() => {
  storeSchoolId("abq");
  storeToken("t", 600);
});

function Desk() {
  const [view, setView] = useState<PreviewView>({ screen: "/", language: "en", device: "phone", scheme: "light", viewer: "usual", pane: "preview" });
  return (
    <PreviewContext value={{ ...view, change: (part) => setView((now) => ({ ...now, ...part })) }}>
      <PreviewPane />
      <output aria-label="view">{`${view.screen} ${view.viewer}`}</output>
    </PreviewContext>
  );
}

it("tells the page whose eyes it is seen with", () => {
  const of = (...given: Parameters<typeof previewAddress>) => new URLSearchParams(previewAddress(...given).split("?")[1]);
  expect(Object.fromEntries(of("/sign-in", "p1", "en"))).toEqual({ preview: "p1", lng: "en", as: "visitor" });
  expect(of("/settings/people", "p1", "en").get("as")).toBe("me");
  expect(of("/pre_admission?state=new", "p1", "en").get("as")).toBe("me");
  expect(Object.fromEntries(of("/dashboard", "p1", "ar", "principal"))).toEqual({ preview: "p1", lng: "ar", as: "me", role: "principal" });
  expect(of("/dashboard", "p1", "ar", "visitor").get("as")).toBe("visitor");
});

it("offers every page, every room of the settings, any address of the school, and every role", async () => {
  desk({ more: { "POST /settings/preview": () => ({ token: "p1", expires_in: 3600 }) } });
  const { user } = await open(<Desk />);
  const which = await screen.findByRole("combobox", { name: "Screen" });
  const offered = within(which).getAllByRole<HTMLOptionElement>("option").map(({ value }) => value);
  expect(offered).toEqual(expect.arrayContaining(["/", "/sign-in", "/admission-dates", "/reset-password", "/dashboard", "/pre_admission", "/profile", "/settings/people", "/settings/tills", "/pos", "/settings/roles"]));
  expect(offered.filter((path) => /[:*]/.test(path))).toEqual([]);
  const names = within(which).getAllByRole("option").map((option) => option.textContent ?? "");
  expect(names.filter((name) => name === "" || name.includes("/"))).toEqual([]);
  await user.selectOptions(which, "/settings/people");
  await user.selectOptions(screen.getByRole("combobox", { name: "View as" }), "principal");
  expect(screen.getByRole("status", { name: "view" })).toHaveTextContent("/settings/people principal");
  const seen = screen.getByText("The pages that a principal has, with your own data");
  expect(seen).toBeVisible();
  // It is said above the page, whose caption stands below.
  expect(seen.compareDocumentPosition(screen.getByText("This is the published version.")) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy();
  await user.selectOptions(screen.getByRole("combobox", { name: "View as" }), "usual");
  expect(screen.getByText("Your own pages, with your own data")).toBeVisible();
  await user.selectOptions(screen.getByRole("combobox", { name: "View as" }), "principal");
  await user.selectOptions(which, "other");
  const address = screen.getByRole("textbox", { name: "Address of the page" });
  fireEvent.change(address, { target: { value: "//evil.example" } });
  await user.type(address, "{Enter}");
  expect(screen.getByRole("status", { name: "view" })).toHaveTextContent("/settings/people principal");
  fireEvent.change(address, { target: { value: "/profile/security" } });
  await user.type(address, "{Enter}");
  await waitFor(() => expect(screen.getByRole("status", { name: "view" })).toHaveTextContent("/profile/security principal"));
});
