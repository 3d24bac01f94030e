// The end of `make test`: what failed by name and with its first words, the dearest tests, each stage with its share of the time and its
// runner's closing line, what could not run here, then one line for all. A runner that ran no test has failed; a test that went well only when it was tried
// again is named as flaky. Who reads only the end of a long output must find there what to mend.
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";

const [logs, seconds] = process.argv.slice(2);
// Colours in a log are escape sequences.
const plain = (text) => text.replaceAll(/\u001B\[[0-9;?]*[A-Za-z]/g, "");
const last = (text, pattern) => [...text.matchAll(pattern)].at(-1);
const number = (text, pattern) => Number(text?.match(pattern)?.[1] ?? 0);

/** What each runner says at its end: the line, and its counts. */
const RUNNERS = {
  check: (text, status) => ({ line: text.trim().split("\n").at(-1)?.trim() ?? "", passed: status === 0 ? 1 : 0, failed: status === 0 ? 0 : 1, skipped: 0 }),
  cargo(text) {
    const nextest = last(text, /Summary \[[^\n]*/g)?.[0];
    if (nextest) return { line: nextest, passed: number(nextest, /(\d+) passed/), failed: number(nextest, /(\d+) failed/) + number(nextest, /(\d+) timed out/), skipped: number(nextest, /(\d+) skipped/) };
    const results = [...text.matchAll(/test result: \w+\. (\d+) passed; (\d+) failed; (\d+) ignored/g)];
    const sum = (index) => results.reduce((total, each) => total + Number(each[index]), 0);
    return { line: results.length > 0 ? `test result: ${sum(1)} passed; ${sum(2)} failed; ${sum(3)} ignored, in ${results.length} binaries` : "", passed: sum(1), failed: sum(2), skipped: sum(3) };
  },
  vitest(text) {
    // Only `make test-quick` lets it end so: it asks for what a change touches.
    if (/^No test files found, exiting with code 0/m.test(text)) return { line: "no test reads what was changed", passed: 1, failed: 0, skipped: 0 };
    const line = last(text, /^\s*Tests {2}[^\n]*/gm)?.[0].trim();
    return { line: line ?? "", passed: number(line, /(\d+) passed/), failed: number(line, /(\d+) failed/), skipped: number(line, /(\d+) skipped/) };
  },
  playwright(text) {
    const count = (word) => Number(last(text, new RegExp(`^\\s*(\\d+) ${word}\\b`, "gm"))?.[1] ?? 0);
    const counts = { passed: count("passed"), failed: count("failed"), skipped: count("skipped") + count("did not run"), flaky: count("flaky") };
    return { line: Object.entries(counts).filter(([, n]) => n > 0).map(([word, n]) => `${n} ${word}`).join(", "), ...counts };
  },
};

/** How each runner names what failed (or went well only when it was tried again), a line each with a few lines of what it said. */
const NAMES = {
  check: (text) => text.trim().split("\n").slice(-12),
  cargo: (text) => [...new Set([...text.matchAll(/^\s*(?:FAIL|TIMEOUT|SIGNAL|TRY \d+ FAIL|FLAKY)[^\n]*/gm)].map(([line]) => line.trim())), ...matches(text, /^thread '[^\n]*panicked at [^\n]*\n[^\n]*/gm, 10)],
  vitest: (text) => matches(text, /^\s*FAIL {2}[^\n]*(?:\n\w*Error: [^\n]*)?/gm, 20),
  playwright: (text) => matches(text, /^ {2}\d+\) [^\n]*\n(?:[^\n]*\n){1,12}/gm, 20),
};
const matches = (text, pattern, most) => [...text.matchAll(pattern)].slice(0, most).map(([line]) => line);

const seconds_of = (text) => [...text.matchAll(/([\d.]+)(ms|s|m)\b/g)].reduce((sum, [, n, unit]) => sum + Number(n) * { ms: 0.001, s: 1, m: 60 }[unit], 0);

/** What each test took, where its runner tells: {name, seconds} of a stage. */
const TIMES = {
  check: () => [],
  /** nextest's report. */
  cargo(name) {
    const file = path.join(logs, `${name}.xml`);
    if (!existsSync(file)) return [];
    return [...readFileSync(file, "utf8").matchAll(/<testcase name="([^"]*)" classname="([^"]*)"[^>]* time="([\d.]+)"/g)].map(([, test, binary, took]) => ({ name: `${binary} ${test}`, seconds: Number(took) }));
  },
  /** vitest's report, a file each: its tests run one after the other. */
  vitest(name) {
    const file = path.join(logs, `${name}.json`);
    if (!existsSync(file)) return [];
    const { testResults } = JSON.parse(readFileSync(file, "utf8"));
    return testResults.map((each) => ({ name: each.name.replace(/^.*\/web\//, ""), seconds: (each.endTime - each.startTime) / 1000 }));
  },
  /** The list reporter's lines. */
  playwright: (_, text) => [...text.matchAll(/^\s*[✓✘×ok-]+\s+\d+ (?:\[[^\]]*\] › )?(.*?) \(([\d.]+m?s?m?[^)]*)\)$/gm)].map(([, test, took]) => ({ name: test, seconds: seconds_of(took) })),
};
const times = [];

/** What a script left out because something is not to be had here: it says so in a line of its own. */
const left_out = (text) => [...text.matchAll(/^\S+: did not run, [^\n]*$/gm)].map(([line]) => line);
const absent = [];

const total = { passed: 0, failed: 0, skipped: 0 };
const lines = [];
const all = Math.max(1, Number(seconds));
for (const row of readFileSync(path.join(logs, "stages.tsv"), "utf8").trim().split("\n")) {
  const [name, runner, code, took] = row.split("\t");
  const status = Number(code);
  const text = plain(readFileSync(path.join(logs, `${name}.log`), "utf8"));
  const end = RUNNERS[runner](text, status);
  const empty = end.passed + end.failed === 0;
  const failed = Math.max(end.failed, status === 0 && !empty ? 0 : 1);
  absent.push(...left_out(text));
  times.push(...TIMES[runner](name, text).map((each) => ({ stage: name, ...each })));
  total.passed += end.passed;
  total.failed += failed;
  total.skipped += end.skipped;
  const line = empty ? `${end.line || "no closing line"}: no test ran` : end.line;
  if (failed > 0 || end.flaky > 0) console.log([`\n${name}:`, ...NAMES[runner](text)].join("\n").replaceAll(/^/gm, "  "));
  const share = `${Math.round((100 * Number(took)) / all)} %`;
  lines.push(`${failed > 0 ? "FAILED" : "ok    "} ${name.padEnd(16)} ${took.padStart(5)} s ${share.padStart(5)}  ${line}`);
}
console.log("\nThe ten slowest tests:");
for (const each of times.sort((a, b) => b.seconds - a.seconds).slice(0, 10)) console.log(`  ${each.seconds.toFixed(1).padStart(6)} s  ${each.stage}: ${each.name}`);
console.log(["", ...lines].join("\n"));
if (absent.length > 0) console.log(["\nDid not run here:", ...absent.map((line) => `  ${line.replace(": did not run,", ":")}`)].join("\n"));
console.log(`\n${Math.floor(Number(seconds) / 60)} min ${Number(seconds) % 60} s`);
console.log(`total: ${total.passed} passed, ${total.failed} failed${total.skipped > 0 ? `, ${total.skipped} skipped` : ""}${absent.length > 0 ? `, ${absent.length} did not run` : ""}`);
process.exit(total.failed > 0 ? 1 : 0);
