import i18next from "i18next";
import { describe, expect, it, vi } from "vitest";
import { sharedOptions } from "./i18n";
import { textsBackend } from "./textsBackend";

async function start(answers: Array<Response | Error>) {
  const asked: string[] = [];
  vi.stubGlobal("fetch", async (input: URL) => {
    asked.push(input.pathname);
    const answer = answers[asked.length - 1] ?? new Response(null, { status: 404 });
    if (answer instanceof Error) throw answer;
    return answer;
  });
  const instance = i18next.createInstance();
  await instance.use(textsBackend).init({ ...sharedOptions, lng: "en", ns: ["common"], backend: {}, retryTimeout: 1 });
  return { asked, instance };
}

const texts = () => Response.json({ greeting: "Welcome" });

describe("the texts", () => {
  it("come from the server's merged files", async () => {
    const { asked, instance } = await start([texts()]);
    expect(asked).toEqual(["/locales/en/common.json"]);
    expect(instance.getResource("en", "common", "greeting")).toBe("Welcome");
  });

  it.each([
    ["a lost connection", new TypeError("no network")],
    ["a busy server", new Response(null, { status: 503 })],
  ])("are asked for again after %s", async (_, first) => {
    const { asked, instance } = await start([first, texts()]);
    expect(asked).toHaveLength(2);
    expect(instance.getResource("en", "common", "greeting")).toBe("Welcome");
  });

  it("that do not exist are asked for once", async () => {
    const { asked } = await start([new Response(null, { status: 404 }), texts()]);
    expect(asked).toHaveLength(1);
  });
});
