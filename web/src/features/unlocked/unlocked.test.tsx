import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, it, vi } from "vitest";
import { signedIn } from "@/api/authSlice";
import { SchoolContext } from "@/api/school";
import { storeSchoolId } from "@/api/schoolId";
import { makeStore } from "@/app/store";
import { renderRoutes } from "@/test/render";
import { school, stubServer } from "@/test/server";
import { UnlockedPage } from "./UnlockedPage";

vi.setConfig({ testTimeout: 30_000 });

const TOKEN = "t".repeat(43);
const GRANT = "grant-of-an-hour";
/** What the server says once the answers came. */
const CAME = { number: "ABQ27-00001", sent_at: "2026-11-22T10:05:00Z", answers: [{ en: "Name as in the passport", ar: "الاسم كما في الجواز" }, { en: "Brothers and sisters", ar: "الإخوة والأخوات" }], mailed: true };
const dead = { status: 404, body: { messageId: "L010" } };
const unlocked = {
  reference: "ABQ-E26-00017",
  registration_id: "ABQ27-00001",
  form_title: { en: "Application for admission", ar: "طلب الالتحاق" },
  person: "Sara",
  message: "The passport says otherwise.",
  until: "2026-11-28",
  fields: ["name", "siblings"],
  document: {
    title: "Application for admission",
    steps: [{ id: "child", title: "The child", fields: ["name", "siblings"] }],
    schema: {
      type: "object",
      properties: { name: { type: "string", title: "Name as in the passport", maxLength: 40 }, siblings: { type: "integer", title: "Brothers and sisters", maximum: 20 } },
      required: ["name"],
    },
    ui: { name: { "ui:widget": "text" }, siblings: { "ui:widget": "number" } },
    subject: {},
    messages: {},
  },
  values: { name: "Sara A", siblings: 2 },
  version: 1,
};

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
  storeSchoolId("abq");
});

type Handlers = Parameters<typeof stubServer>[0];

/** The page at its link, and what was sent to the server. */
async function load({ path = `/student-encrypted/${TOKEN}`, more = {}, store = makeStore() }: { path?: string; more?: Handlers; store?: ReturnType<typeof makeStore> } = {}) {
  const sent: Record<string, unknown>[] = [];
  const put = (body: unknown) => {
    sent.push(body as Record<string, unknown>);
    return CAME;
  };
  const { calls } = stubServer({
    "POST /public/unlocked/open": (body) => {
      const { token, proof } = body as { token: string; proof?: string };
      if (token !== TOKEN) return dead;
      return proof === undefined ? { asks: "phone", grant: null } : proof === "92345678" ? { asks: null, grant: GRANT } : { status: 422, body: { messageId: "L004", tries_left: 3 } };
    },
    "POST /public/unlocked/view": () => ({ application: unlocked }),
    "PUT /public/unlocked/values": put,
    ...more,
  });
  const page = (
    <SchoolContext value={school}>
      <UnlockedPage />
    </SchoolContext>
  );
  await renderRoutes([{ path: "/student-encrypted/:admissionDetailsToken", element: page }, { path: "/student-encrypted", element: page }], { path, store });
  return { sent, calls, user: userEvent.setup() };
}

async function prove(user: ReturnType<typeof userEvent.setup>, phone = "92345678") {
  const field = await screen.findByLabelText("Phone number on the application");
  await user.clear(field);
  await user.type(field, phone);
  await user.click(screen.getByRole("button", { name: "Show the answers" }));
}

/** All that this browser keeps. */
const kept = () => JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie, history.state, location.href]);

it("takes the token out of the address at once, and stores nothing of it to the end", async () => {
  const { sent, user } = await load();
  await screen.findByRole("heading", { name: "One answer first" });
  expect(location.pathname).toBe("/student-encrypted");
  await prove(user);
  const name = await screen.findByLabelText(/Name as in the passport/);
  expect(name).toHaveValue("Sara A");
  expect(screen.getByText("The passport says otherwise.")).toBeVisible();
  expect(screen.getByText("28-Nov-2026")).toBeVisible();
  await user.clear(name);
  await user.type(name, "Sara Ahmed");
  await user.click(screen.getByRole("button", { name: "Send the answers" }));
  expect(await screen.findByRole("heading", { name: "Thank you, the school has your answers" })).toBeVisible();
  expect(screen.getByText(/ABQ27-00001/)).toBeVisible();
  expect(screen.getByRole("region", { name: "What you sent" })).toHaveTextContent(/Name as in the passport.*Brothers and sisters/);
  expect(screen.getByRole("region", { name: "What happens next" })).toHaveTextContent(/Staff at the school look at your answers.*A receipt/);
  expect(screen.getByRole("link", { name: "To my application" })).toHaveAttribute("href", "/my-application");
  expect(sent).toEqual([{ grant: GRANT, version: 1, values: { name: "Sara Ahmed", siblings: 2 }, locale: "en" }]);
  for (const secret of [TOKEN, GRANT, "Sara", "92345678"]) expect(kept()).not.toContain(secret);
});

it("is over with the tab: a reload knows no link", async () => {
  const { calls } = await load({ path: "/student-encrypted" });
  expect(await screen.findByRole("heading", { name: "Open the link in our e-mail" })).toBeVisible();
  expect(screen.getByRole("link", { name: "Sign in, without staying signed in" })).toHaveAttribute("href", "/student-encrypted/link/sign-in");
  expect(calls).toEqual([]);
});

it("shows the same to whoever is signed in, and asks them as well", async () => {
  const store = makeStore();
  store.dispatch(signedIn({ id: "u1", avatar: "", userName: "Huda", email: "h@example.org", authority: ["guardian"], kind: "family" }));
  const { user } = await load({ store });
  await prove(user);
  expect(await screen.findByLabelText(/Name as in the passport/)).toBeVisible();
});

it("says how many tries are left, and that a link is dead", async () => {
  const { user } = await load();
  await prove(user, "11111111");
  expect(await screen.findByText(/3 tries left/)).toBeVisible();
});

it("has one answer to every link that opens nothing", async () => {
  await load({ path: "/student-encrypted/other" });
  expect(await screen.findByRole("heading", { name: "This link no longer works" })).toBeVisible();
});

it("says what is wrong at its field, and sends nothing before that is right", async () => {
  const { sent, user } = await load({
    more: {
      "PUT /public/unlocked/values": (body) => {
        const { values } = body as { values: { name: string } };
        if (values.name === "Taken") return { status: 422, body: { messageId: "F003", errors: [{ path: "/name", code: "maxLength", params: { limit: 3 }, severity: "error" }] } };
        sent.push(body as Record<string, unknown>);
        return CAME;
      },
    },
  });
  await prove(user);
  const name = await screen.findByLabelText(/Name as in the passport/);
  await user.clear(name);
  await user.click(screen.getByRole("button", { name: "Send the answers" }));
  expect(await screen.findByText("Please check 1 marked answer.")).toBeVisible();
  expect(name).toBeInvalid();
  await waitFor(() => expect(name).toHaveFocus());
  await user.type(name, "Taken");
  await user.click(screen.getByRole("button", { name: "Send the answers" }));
  await waitFor(() => expect(name).toBeInvalid());
  await user.clear(name);
  await user.type(name, "Sara");
  await user.click(screen.getByRole("button", { name: "Send the answers" }));
  expect(await screen.findByRole("heading", { name: "Thank you, the school has your answers" })).toBeVisible();
  expect(sent).toHaveLength(1);
});

it("keeps what was typed where the answers were changed meanwhile", async () => {
  let version = 1;
  const sent: unknown[] = [];
  const { user } = await load({
    more: {
      "POST /public/unlocked/view": () => ({ application: { ...unlocked, version, values: { name: version === 1 ? "Sara A" : "Another", siblings: 2 } } }),
      "PUT /public/unlocked/values": (body) => {
        const { version: based } = body as { version: number };
        if (based === 1) {
          version = 2;
          return { status: 409, body: { messageId: "A003" } };
        }
        sent.push(body);
        return CAME;
      },
    },
  });
  await prove(user);
  const name = await screen.findByLabelText(/Name as in the passport/);
  await user.clear(name);
  await user.type(name, "Mine");
  await user.click(screen.getByRole("button", { name: "Send the answers" }));
  expect(await screen.findByText(/changed in the meantime/)).toBeVisible();
  expect(name).toHaveValue("Mine");
  await user.click(screen.getByRole("button", { name: "Send the answers" }));
  expect(await screen.findByRole("heading", { name: "Thank you, the school has your answers" })).toBeVisible();
  expect(sent).toEqual([{ grant: GRANT, version: 2, values: { name: "Mine", siblings: 2 }, locale: "en" }]);
});

it("ends where the school closed the answers meanwhile", async () => {
  const { user } = await load({ more: { "PUT /public/unlocked/values": () => dead } });
  await prove(user);
  await user.click(await screen.findByRole("button", { name: "Send the answers" }));
  expect(await screen.findByRole("heading", { name: "This link no longer works" })).toBeVisible();
});
