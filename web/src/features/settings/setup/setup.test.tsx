import { configure, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { signedIn } from "@/api/authSlice";
import { SchoolContext } from "@/api/school";
import { storeSchoolId } from "@/api/schoolId";
import { storeToken } from "@/api/session";
import { isUnderWay, isUntouched, nextOpen, SETUP_STEPS, type Setup } from "@/api/setup";
import { makeStore } from "@/app/store";
import { desk } from "@/test/desk";
import { renderRoutes } from "@/test/render";
import { school } from "@/test/server";
import { SetupBanner } from "./SetupBanner";
import { SetupPage } from "./SetupPage";
import { after, before, resumeAt } from "./steps";

configure({ asyncUtilTimeout: 5_000 });
vi.setConfig({ testTimeout: 30_000 });

beforeEach(() => {
  storeSchoolId("abq");
  storeToken("t", 600);
});

async function open(page: React.ReactNode, { path = "/settings" } = {}) {
  const store = makeStore();
  store.dispatch(signedIn({ id: "u1", avatar: "", userName: "Amina", email: "a@abq.example", authority: ["school_admin"], kind: "staff" } as never));
  const element = <SchoolContext value={school}>{page}</SchoolContext>;
  const view = await renderRoutes([{ path: "/settings/*", element }, { path: "*", element: null }], { path, store });
  return { ...view, user: userEvent.setup() };
}

const fresh: Setup = { finished: false, skipped: [], done: [] };

/** A server that keeps how far the guide is; what is done follows the draft, as the real one derives it. */
function guide(begin: Partial<Setup> = {}) {
  let setup: Setup = { ...fresh, ...begin };
  const sent: unknown[] = [];
  const server = desk({
    more: {
      "GET /settings/setup": () => {
        const drafted = server.edits().some(({ pointer }) => pointer.startsWith("/branding/colours"));
        if (drafted && !setup.done.includes("colours")) setup = { ...setup, done: [...setup.done, "colours"] };
        return { setup };
      },
      "PATCH /settings/setup": (body) => {
        sent.push(body);
        setup = { ...setup, ...(body as Partial<Setup>) };
        return { setup };
      },
      "POST /settings/preview": () => ({ status: 503, body: { messageId: "R008" } }),
      "GET /people": () => ({ items: [], next_cursor: null, total: 0 }),
    },
  });
  return { ...server, told: sent };
}

describe("the order of the steps", () => {
  it("is walked both ways, and ends", () => {
    expect(after("logo")).toBe("colours");
    expect(after("publish")).toBe("end");
    expect(before("logo")).toBeNull();
    expect(before("end")).toBe("publish");
  });

  it("goes on where something is left", () => {
    expect(resumeAt(fresh)).toBe("logo");
    expect(resumeAt({ ...fresh, done: ["logo", "dates"], skipped: ["colours"] })).toBe("entry");
    expect(resumeAt({ ...fresh, done: [...SETUP_STEPS] })).toBe("end");
    expect(resumeAt({ ...fresh, finished: true })).toBe("end");
    expect(nextOpen({ ...fresh, skipped: [...SETUP_STEPS] })).toBeNull();
  });

  it("is offered to a school that nobody has touched, and to nobody else", () => {
    expect(isUntouched(fresh)).toBe(true);
    for (const change of [{ finished: true }, { skipped: ["logo" as const] }, { done: ["dates" as const] }, { done: ["colleague" as const] }, { done: ["publish" as const] }]) {
      expect(isUntouched({ ...fresh, ...change })).toBe(false);
    }
  });

  it("is under way from the first step until it is published or ended", () => {
    expect(isUnderWay({ ...fresh, done: ["dates"] })).toBe(true);
    expect(isUnderWay({ ...fresh, skipped: ["logo"] })).toBe(true);
    for (const change of [{}, { done: ["colleague" as const] }, { done: ["dates" as const, "publish" as const] }, { done: ["dates" as const], finished: true }]) {
      expect(isUnderWay({ ...fresh, ...change })).toBe(false);
    }
  });
});

describe("the guide", () => {
  it("opens at the first step that is left, and a skipped step is told to the server", async () => {
    const server = guide({ done: ["logo"] });
    const { user, router } = await open(<SetupPage />, { path: "/settings/setup" });
    expect(await screen.findByRole("heading", { level: 1, name: "Your school's colours" })).toBeVisible();
    expect(router.state.location.search).toBe("?step=colours");
    await user.click(await screen.findByRole("button", { name: "Skip this step" }));
    await waitFor(() => expect(screen.getByRole("heading", { level: 1, name: "When families may apply" })).toHaveFocus());
    expect(server.told).toEqual([{ skipped: ["colours"] }]);
    expect(within(screen.getByRole("navigation", { name: "Steps of the set-up" })).getByRole("link", { name: /Colours/ })).toHaveTextContent("left for later");
  });

  it("sees what the rooms' editors change, and leads on", async () => {
    const server = guide();
    const { user, router } = await open(<SetupPage />, { path: "/settings/setup?step=colours" });
    const field = await screen.findByRole("textbox", { name: "Main colour" });
    await user.clear(field);
    await user.paste("#7a1f3d");
    await waitFor(() => expect(server.edits()).toHaveLength(1));
    await user.click(await screen.findByRole("button", { name: "Next: Admission dates" }));
    expect(router.state.location.search).toBe("?step=dates");
    expect(server.told).toEqual([]);
  });

  it("is left for another day without being told finished, and finished at its end", async () => {
    const server = guide();
    const { user, router } = await open(<SetupPage />, { path: "/settings/setup?step=entry" });
    await user.click(await screen.findByRole("button", { name: "Continue another day" }));
    expect(router.state.location.pathname).toBe("/dashboard");
    expect(server.told).toEqual([]);
    void router.navigate("/settings/setup?step=end");
    await user.click(await screen.findByRole("button", { name: "Finish the set-up" }));
    await waitFor(() => expect(server.told).toEqual([{ finished: true }]));
  });

  it("invites from its own step", async () => {
    guide();
    const { user } = await open(<SetupPage />, { path: "/settings/setup?step=colleague" });
    await user.click(await screen.findByRole("button", { name: "Invite" }));
    expect(await screen.findByRole("dialog", { name: "New person" })).toBeVisible();
  });
});

describe("the banner over the settings", () => {
  it("leads back to the guide until it is finished, administrators alone", async () => {
    guide({ done: ["logo", "colours"] });
    await open(<SetupBanner />);
    const banner = await screen.findByRole("region", { name: "First set-up" });
    expect(banner).toHaveTextContent("2 of 7 done");
    expect(within(banner).getByRole("link", { name: "Continue" })).toHaveAttribute("href", "/settings/setup");
  });

  it("is nothing once it is finished", async () => {
    guide({ finished: true });
    const { store } = await open(<SetupBanner />);
    await waitFor(() => expect(JSON.stringify(store.getState())).toContain('"finished":true'));
    expect(screen.queryByRole("region", { name: "First set-up" })).toBeNull();
  });
});
