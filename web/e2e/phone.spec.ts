import type { Page } from "@playwright/test";
import { api } from "./support/http.ts";
import { at } from "./support/state.ts";
import { expect, test } from "./support/test.ts";

// What a telephone on a slow line has to fetch until a page stands: each request waits for a round trip, each kilobyte for the line.

const MOST_REQUESTS = 25;
/** Of what it takes to stand: scripts, styles, texts, data and the font that is named; 300 KB of 1,024 bytes. */
const MOST_BYTES = 300 * 1024;
/** With what may come beside it until the line is silent: the logo, and the font of the other script. What a form ends with waits for the first touch. */
const MOST_IN_ALL = 340_000;
const MOST_REQUESTS_IN_ALL = 30;
/** The page and what it names: nothing that it takes to stand is found out one after the other. */
const LONGEST_CHAIN = 2;
/** How much of what stands already may move, as browsers count it. */
const MOST_MOVED = 0.02;
/** Slow 4G, as Lighthouse means it. */
const LINE = { offline: false, latency: 150, downloadThroughput: 1_600_000 / 8, uploadThroughput: 750_000 / 8 };

interface Fetched {
  path: string;
  /** How many requests stand before it, the page itself being the first. */
  depth: number;
  /** When it was asked for, in seconds of the browser's own clock. */
  at: number;
  /** What came of it over the line, and when. */
  parts: { at: number; bytes: number }[];
}

/** Listens to the browser's own account of the network: requests, bytes as they came over the line, and who asked for what. */
async function listen(page: Page): Promise<Map<string, Fetched>> {
  const client = await page.context().newCDPSession(page);
  const fetched = new Map<string, Fetched>();
  const depths = new Map<string, number>();
  await client.send("Network.enable");
  client.on("Network.requestWillBeSent", ({ requestId, request, initiator, timestamp }) => {
    const stack = initiator.stack?.callFrames.map((frame) => frame.url) ?? [];
    const asked = initiator.type === "script" ? stack : [initiator.url ?? ""];
    // What was named beforehand is asked for once: the earlier one counts.
    const depth = depths.get(request.url) ?? 1 + Math.max(0, ...asked.map((url) => depths.get(url) ?? 0));
    depths.set(request.url, depth);
    fetched.set(requestId, { path: new URL(request.url).pathname, depth, at: timestamp, parts: [] });
  });
  client.on("Network.requestServedFromCache", ({ requestId }) => fetched.delete(requestId));
  client.on("Network.dataReceived", ({ requestId, timestamp, encodedDataLength }) => fetched.get(requestId)?.parts.push({ at: timestamp, bytes: encodedDataLength }));
  client.on("Network.loadingFinished", ({ requestId, timestamp, encodedDataLength }) => {
    const one = fetched.get(requestId);
    // With the headers, that are in no part.
    if (one) one.parts.push({ at: timestamp, bytes: encodedDataLength - one.parts.reduce((sum, part) => sum + part.bytes, 0) });
  });
  await client.send("Network.emulateNetworkConditions", LINE);
  return fetched;
}

/** Notes in the page itself when something first stands in it, in milliseconds from the beginning. */
async function noteWhenThere(page: Page, selector: string): Promise<() => Promise<number>> {
  await page.addInitScript((wanted) => {
    const look = new MutationObserver(() => {
      if (!document.querySelector(wanted)) return;
      performance.mark("stands");
      look.disconnect();
    });
    look.observe(document, { childList: true, subtree: true });
  }, selector);
  return async () => {
    await page.locator(selector).first().waitFor();
    return await page.evaluate(() => performance.getEntriesByName("stands")[0]?.startTime ?? 0);
  };
}

/** Adds up in the page itself how much of it moves without anybody having done anything. */
async function noteWhatMoves(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript(() => {
    const seen = { moved: 0 };
    Object.assign(window, { seen });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) seen.moved += (entry as PerformanceEntry & { value: number }).value;
    }).observe({ type: "layout-shift", buffered: true });
  });
  return async () => await page.evaluate(() => (window as unknown as { seen: { moved: number } }).seen.moved);
}

for (const [name, path, stands] of [
  ["sign-in", "/sign-in?lng=ar", 'input[type="password"], input[type="email"]'],
  ["admission", "/admission?lng=ar", "main h1"],
  ["the form of a school", "/enquiryform/abq?lng=ar", '[id^="f."]'],
] as const) {
  test(`${name} in Arabic stands after few requests and bytes`, async ({ page }) => {
    // The school is awake: somebody was here before.
    for (const call of ["/common/school-details", "/public/forms/abq?lng=ar", "/public/forms/form?lng=ar"]) await api("abq", "GET", call);
    const fetched = await listen(page);
    const stood = await noteWhenThere(page, stands);
    const moved = await noteWhatMoves(page);
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto(at("abq", path), { waitUntil: "networkidle" });
    const all = [...fetched.values()];
    const moment = (all[0]?.at ?? 0) + (await stood()) / 1000;
    const before = all.filter((one) => one.at < moment).map(({ parts, ...one }) => ({ ...one, bytes: parts.reduce((sum, part) => sum + (part.at < moment ? part.bytes : 0), 0) }));
    const listed = before.map((one) => `${one.depth} ${one.bytes} ${one.path}`).join("\n");
    expect(before.length, listed).toBeGreaterThan(8);
    expect(before.length, listed).toBeLessThanOrEqual(MOST_REQUESTS);
    const beside = (one: { path: string }) => /^.branding|latin.*woff2$|access-check$/.test(one.path);
    const needed = before.filter((one) => !beside(one));
    expect(needed.reduce((sum, one) => sum + one.bytes, 0), listed).toBeLessThanOrEqual(MOST_BYTES);
    const inAll = all.flatMap((one) => one.parts).reduce((sum, part) => sum + part.bytes, 0);
    const names = all.map((one) => one.path).join("\n");
    expect(inAll, names).toBeLessThanOrEqual(MOST_IN_ALL);
    expect(all.length, names).toBeLessThanOrEqual(MOST_REQUESTS_IN_ALL);
    expect(Math.max(...needed.map((one) => one.depth)), listed).toBeLessThanOrEqual(LONGEST_CHAIN);
    expect(await moved()).toBeLessThanOrEqual(MOST_MOVED);
    // What the page brought along is asked for by nobody, nor texts of the other language.
    expect(all.map((one) => one.path).filter((one) => /locales.en|school-details|public.forms.(abq|form)$/.test(one))).toEqual([]);
    test.info().annotations.push({ type: "until it stands", description: `${before.length} requests, ${before.reduce((sum, one) => sum + one.bytes, 0)} bytes, ${Math.round((moment - (all[0]?.at ?? 0)) * 1000)} ms; ${all.length} requests, ${inAll} bytes until the line is silent` });
  });
}
