import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, it, vi } from "vitest";
import { signedIn } from "@/api/authSlice";
import { SchoolContext } from "@/api/school";
import { storeSchoolId } from "@/api/schoolId";
import { beforeSignOut, signOut } from "@/api/signOut";
import { makeStore } from "@/app/store";
import { renderRoutes, renderWith } from "@/test/render";
import { school, stubServer } from "@/test/server";
import { LinkPage } from "./LinkPage";

const dead = { status: 404, body: { success: false, messageId: "L010", errors: [] } };

beforeEach(() => {
  sessionStorage.clear();
  storeSchoolId("abq");
});

/** The page, as a tab loads it: at the link, or again where the link's secret is no longer in the address. */
async function load(path: string, answer: () => object = () => ({ asks: "birth_date" }), without_auth: "Y" | "N" = "N") {
  const tokens: unknown[] = [];
  stubServer({
    "POST /public/applications/open": (body) => {
      const { token, proof } = body as { token: string; proof?: string };
      tokens.push(token);
      return proof === undefined ? answer() : dead;
    },
  });
  const conditionalScreens = { ...school.authPage.conditionalScreens, without_auth };
  const { unmount } = await renderWith(
    <SchoolContext value={{ ...school, authPage: { conditionalScreens } }}>
      <LinkPage />
    </SchoolContext>,
    { path },
  );
  return { tokens, unmount };
}

it("asks for the proof again after a reload of the tab, as the link is still known", async () => {
  const first = await load("/my-application#token=secret");
  expect(await screen.findByRole("heading", { name: "One answer first" })).toBeVisible();
  first.unmount();
  const { tokens } = await load("/my-application");
  expect(await screen.findByRole("heading", { name: "One answer first" })).toBeVisible();
  expect(tokens).toEqual(["secret"]);
  expect(JSON.stringify(localStorage)).not.toContain("secret");
});

it("leads the account that owns it to its own page, and asks for nothing", async () => {
  stubServer({ "POST /public/applications/open": () => ({ asks: null, application: "s1" }) });
  const page = (
    <SchoolContext value={school}>
      <LinkPage />
    </SchoolContext>
  );
  const { router } = await renderRoutes([{ path: "/my-application", element: page }, { path: "*", element: null }], { path: "/my-application#token=secret" });
  await waitFor(() => expect(router.state.location.pathname).toBe("/my-application/s1"));
  expect(JSON.stringify(sessionStorage), "the link opens nothing more than the account does").not.toContain("secret");
});

it("leads who is signed in to all that is theirs, without a link", async () => {
  stubServer({});
  const store = makeStore();
  store.dispatch(signedIn({ id: "u", avatar: "", userName: "Maryam", email: "m@example.com", authority: ["guardian"], kind: "family" } as never));
  const page = (
    <SchoolContext value={school}>
      <LinkPage />
    </SchoolContext>
  );
  const { router } = await renderRoutes([{ path: "/my-application", element: page }, { path: "*", element: null }], { path: "/my-application", store });
  await waitFor(() => expect(router.state.location.pathname).toBe("/dashboard"));
});

it("takes a new link in place of the one that the tab knew", async () => {
  (await load("/my-application#token=old")).unmount();
  (await load("/my-application#token=new")).unmount();
  const { tokens } = await load("/my-application");
  await waitFor(() => expect(tokens).toEqual(["new"]));
});

it("forgets a link that opens nothing", async () => {
  const first = await load("/my-application#token=secret", () => dead);
  expect(await screen.findByRole("heading", { name: "This link no longer works" })).toBeVisible();
  first.unmount();
  const { tokens } = await load("/my-application");
  expect(await screen.findByRole("heading", { name: "Open the link that we sent you" })).toBeVisible();
  expect(tokens).toEqual([]);
});

it("is forgotten with all else of the tab by whoever signs out, on whichever page", async () => {
  (await load("/my-application#token=secret")).unmount();
  sessionStorage.setItem("qabul.tab.outcome", "{}");
  sessionStorage.setItem("other", "kept");
  expect(JSON.stringify(sessionStorage)).toContain("secret");
  await signOut("/", vi.fn())(vi.fn(async () => ({})));
  expect({ ...sessionStorage }).toEqual({ other: "kept" });
});

it("stays where somebody thinks better of signing out", async () => {
  (await load("/my-application#token=secret")).unmount();
  const leave = vi.fn<(to: string) => void>();
  let go = () => {};
  const stop = beforeSignOut((out) => {
    go = out;
    return Promise.resolve(false);
  });
  await signOut("/", leave)(vi.fn(async () => ({})));
  stop();
  expect({ ...sessionStorage }).toEqual({ "qabul.tab.link": "secret" });
  // And is forgotten once they go after all.
  go();
  await waitFor(() => expect(leave).toHaveBeenCalled());
  expect({ ...sessionStorage }).toEqual({});
});

it.each(["Y", "N"] as const)("offers the tracking code only where one is given (%s)", async (without) => {
  const { unmount } = await load("/my-application", undefined, without);
  const offered = without === "Y" ? 1 : 0;
  expect(await screen.findByRole("link", { name: "Sign in" })).toBeVisible();
  expect(screen.queryAllByRole("link", { name: "Use a tracking code" })).toHaveLength(offered);
  expect(screen.queryAllByText(/tracking code\./)).toHaveLength(offered);
  unmount();
  await load("/my-application#token=secret", () => dead, without);
  expect(await screen.findByRole("heading", { name: "This link no longer works" })).toBeVisible();
  expect(screen.queryAllByRole("link", { name: "Use a tracking code" })).toHaveLength(offered);
  expect(screen.queryAllByText(/tracking code\./)).toHaveLength(offered);
});

it("counts the last wrong answer as the end of the link", async () => {
  const first = await load("/my-application#token=secret", () => ({ asks: "phone" }));
  const user = userEvent.setup();
  await user.type(await screen.findByLabelText("Phone number on the application"), "1");
  await user.click(screen.getByRole("button", { name: "Open my application" }));
  expect(await screen.findByRole("heading", { name: "This link no longer works" })).toBeVisible();
  first.unmount();
  await load("/my-application");
  expect(await screen.findByRole("heading", { name: "Open the link that we sent you" })).toBeVisible();
});
