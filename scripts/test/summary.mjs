// The end of `make test`: what failed by name and with its first words, each stage with its runner's closing line, then one line for
// all. A runner that ran no test has failed. Who reads only the end of a long output must find there what to mend.
import { readFileSync } from "node:fs";
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

const total = { passed: 0, failed: 0, skipped: 0 };
const lines = [];
for (const row of readFileSync(path.join(logs, "stages.tsv"), "utf8").trim().split("\n")) {
  const [name, runner, code, took] = row.split("\t");
  const status = Number(code);
  const text = plain(readFileSync(path.join(logs, `${name}.log`), "utf8"));
  const end = RUNNERS[runner](text, status);
  const empty = end.passed + end.failed === 0;
  const failed = Math.max(end.failed, status === 0 && !empty ? 0 : 1);
  total.passed += end.passed;
  total.failed += failed;
  total.skipped += end.skipped;
  const line = empty ? `${end.line || "no closing line"}: no test ran` : end.line;
  if (failed > 0 || end.flaky > 0) console.log([`\n${name}:`, ...NAMES[runner](text)].join("\n").replaceAll(/^/gm, "  "));
  lines.push(`${failed > 0 ? "FAILED" : "ok    "} ${name.padEnd(16)} ${took.padStart(5)} s  ${line}`);
}
console.log(["", ...lines].join("\n"));
console.log(`\n${Math.floor(Number(seconds) / 60)} min ${Number(seconds) % 60} s`);
console.log(`total: ${total.passed} passed, ${total.failed} failed${total.skipped > 0 ? `, ${total.skipped} skipped` : ""}`);
process.exit(total.failed > 0 ? 1 : 0);
