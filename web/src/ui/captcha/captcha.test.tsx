import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, it, vi } from "vitest";
import { storeSchoolId } from "@/api/schoolId";
import { renderWith } from "@/test/render";
import { stubServer } from "@/test/server";
import { useCaptcha } from "./useCaptcha";

/** Solvers as the page has started them; a test answers for one of them. */
const workers = vi.hoisted(() => [] as { asked: Record<string, unknown>; answer: (data: unknown) => void; ended: boolean }[]);

vi.mock("altcha/workers/pbkdf2?worker", () => ({
  default: class {
    private hear: (event: { data: unknown }) => void = () => {};
    private readonly own = { asked: {}, answer: (data: unknown) => this.hear({ data }), ended: false };
    addEventListener(kind: string, listener: (event: { data: unknown }) => void) {
      if (kind === "message") this.hear = listener;
    }
    postMessage(asked: Record<string, unknown>) {
      this.own.asked = asked;
      workers.push(this.own);
    }
    terminate() {
      this.own.ended = true;
    }
  },
}));

const challenge = { parameters: { algorithm: "PBKDF2/SHA-256", nonce: "00", salt: "00", cost: 1, keyLength: 32, keyPrefix: "ab" }, signature: "s" };
const riddle = (provider: string) => () => ({ captcha: { provider, site_key: "", challenge, expires_in: 300 } });

function Form({ onToken }: { onToken: (token: string | undefined) => void }) {
  const captcha = useCaptcha();
  return (
    <form onFocus={captcha.begin}>
      <input aria-label="field" />
      {captcha.slot}
      <button type="button" onClick={() => void captcha.token().then(onToken)}>
        send
      </button>
    </form>
  );
}

beforeEach(() => {
  storeSchoolId("abq");
  workers.length = 0;
  vi.stubGlobal("navigator", { ...navigator, hardwareConcurrency: 2, language: "en", languages: ["en"] });
});

it("is solved beside the page from the first touch, and every call gets a proof of its own", async () => {
  const { calls } = stubServer({ "GET /auth/captcha": riddle("altcha") });
  const tokens: (string | undefined)[] = [];
  await renderWith(<Form onToken={(token) => tokens.push(token)} />);
  expect(screen.getByRole("status")).toHaveTextContent("Protected against automated submissions");
  expect(calls).toEqual([]);
  await userEvent.click(screen.getByLabelText("field"));
  await waitFor(() => expect(workers).toHaveLength(2));
  expect(screen.getByRole("status")).toHaveTextContent("Checking that you are a person");
  expect(workers.map(({ asked }) => [asked.counterStart, asked.counterStep])).toEqual([[0, 2], [1, 2]]);
  workers[1]?.answer({ counter: 7, derivedKey: "abcd" });
  await waitFor(() => expect(screen.getByRole("status")).toHaveTextContent("Check passed"));
  expect(workers.every(({ ended }) => ended)).toBe(true);
  await userEvent.click(screen.getByRole("button", { name: "send" }));
  await waitFor(() => expect(tokens).toHaveLength(1));
  expect(JSON.parse(atob(tokens[0] ?? ""))).toEqual({ challenge, solution: { counter: 7, derivedKey: "abcd" } });

  await userEvent.click(screen.getByRole("button", { name: "send" }));
  await waitFor(() => expect(workers).toHaveLength(4));
  workers[3]?.answer({ counter: 9, derivedKey: "abef" });
  await waitFor(() => expect(tokens).toHaveLength(2));
  expect(tokens[1]).not.toBe(tokens[0]);
});

it("is nothing where the school asks for none", async () => {
  stubServer({ "GET /auth/captcha": riddle("off") });
  const tokens: (string | undefined)[] = [];
  await renderWith(<Form onToken={(token) => tokens.push(token)} />);
  await userEvent.click(screen.getByRole("button", { name: "send" }));
  await waitFor(() => expect(tokens).toEqual([undefined]));
  expect(screen.queryByRole("status")).toBeNull();
});

it("that could not be had says so, and the call goes out all the same: the server decides", async () => {
  stubServer({ "GET /auth/captcha": () => ({ status: 503, body: { messageId: "R008" } }) });
  const tokens: (string | undefined)[] = [];
  await renderWith(<Form onToken={(token) => tokens.push(token)} />);
  await userEvent.click(screen.getByRole("button", { name: "send" }));
  await waitFor(() => expect(tokens).toEqual([undefined]));
  expect(screen.getByRole("status")).toHaveTextContent("This check did not work.");
  expect(screen.getByRole("button", { name: "Try again" })).toBeVisible();
});
