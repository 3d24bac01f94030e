import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { AxeResults, RunOptions } from "axe-core";
import { expect, type Page } from "@playwright/test";

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const RULES: RunOptions = { iframes: false, resultTypes: ["violations"], runOnly: { type: "tag", values: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"] } };

/** The page's script, once it holds axe. */
type Window = typeof globalThis & { axe?: { run: (context: object, options: RunOptions) => Promise<AxeResults> } };

/**
 * No accessibility fault that axe can find, in WCAG 2.2 A and AA and its best practices. A preview's frame is a page of its own,
 * looked at by its own journeys. Axe is put into a document once, and runs in it.
 */
export async function expectAccessible(page: Page, what: string): Promise<void> {
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(AXE);
  // A new scheme is taken up by the page's own script; a page in neither is looked at as it is.
  await page.waitForFunction(() => {
    const { mantineColorScheme } = document.documentElement.dataset;
    return mantineColorScheme === undefined || (mantineColorScheme === "dark") === matchMedia("(prefers-color-scheme: dark)").matches;
  });
  const { found, passed } = await page.evaluate(async (options) => {
    // A new width or scheme is drawn in the frame after next, and a colour on its way is not the one that is meant.
    for (let frame = 0; frame < 2; frame += 1) await new Promise(requestAnimationFrame);
    for (const motion of document.getAnimations()) if (Number.isFinite(motion.effect?.getComputedTiming().endTime)) motion.finish();
    const results = await (window as Window).axe?.run({ exclude: [["iframe"]] }, options);
    return {
      found: results?.violations.map((each) => `${each.id}: ${each.nodes.map((node) => node.target.join(" ")).slice(0, 3).join(" | ")}`),
      passed: results?.passes.length ?? 0,
    };
  }, RULES);
  expect(found, `axe on ${what}`).toEqual([]);
  // Axe that was kept from looking would find nothing either.
  expect(passed, `rules that axe held ${what} to`).toBeGreaterThan(5);
}

/** No table is cut by what it stands in; as many as there are come back, for without one nothing would be seen. */
export async function expectWholeTables(page: Page, what: string): Promise<number> {
  const tables = () => page.evaluate(() => [...document.querySelectorAll("main table")].flatMap(({ parentElement: box }) => (box ? [[box.clientWidth, box.scrollWidth]] : [])));
  await expect.poll(async () => (await tables()).filter(([room = 0, taken = 0]) => taken > room), `tables that are cut: ${what}`).toEqual([]);
  return (await tables()).length;
}

/** Nothing reaches over the side of the page, once it has taken its present width. */
export async function expectNoOverflow(page: Page, what: string): Promise<void> {
  const over = () =>
    page.evaluate(async () => {
      for (let frame = 0; frame < 2; frame += 1) await new Promise(requestAnimationFrame);
      const width = document.documentElement.clientWidth;
      if (document.documentElement.scrollWidth <= width) return [];
      return [...document.body.querySelectorAll("*")]
        .filter((element) => {
          const box = element.getBoundingClientRect();
          return box.width > 0 && (box.right > width + 1 || box.left < -1);
        })
        .slice(0, 5)
        .map((element) => `${element.tagName.toLowerCase()}.${element.getAttribute("class") ?? ""}`);
    });
  await expect.poll(over, { message: `overflow on ${what}`, intervals: [50, 100, 250], timeout: 3_000 }).toEqual([]);
}

/** Words that stand in Latin letters in Arabic too: signs of formats, units and papers, names of examinations; never sentences. */
const FORMATS = /^(DD-MMM-YYYY|WebP|PwD|[Ll]evels?|[a-z]?[A-Z]{2,}[0-9]*|\S+@\S+|https?:\S+|[0-9A-Za-z]{1,2}|US\$)$/;

/** In Arabic no label, heading, button or hint is left in English. */
export async function expectNoLatin(page: Page, what: string): Promise<void> {
  const texts = await page.evaluate(() => {
    const found: string[] = [];
    const inLatin = (element: Element) => element.closest("[lang=en], bdi, [dir=ltr], option, code") !== null;
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const element = node.parentElement;
      if (!element || inLatin(element) || element.closest("script, style, noscript, textarea, [hidden]")) continue;
      found.push(node.textContent ?? "");
    }
    for (const element of document.body.querySelectorAll("[aria-label], [placeholder], [title], [alt]")) {
      if (element.closest("[lang=en], [aria-hidden=true]")) continue;
      for (const name of ["aria-label", "placeholder", "title", "alt"]) found.push(element.getAttribute(name) ?? "");
    }
    return found;
  });
  const words = texts.flatMap((text) => text.replaceAll(/[\u2066-\u2069\u200E\u200F]/g, " ").split(/[\s،؛؟.,:;()[\]«»"'“”/–—-]+/));
  const latin = [...new Set(words.filter((each) => /[A-Za-z]{2,}/.test(each) && !FORMATS.test(each)))];
  expect(latin, `Latin words in Arabic on ${what}`).toEqual([]);
}
