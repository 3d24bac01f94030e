import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { problemWords } from "./useProblemText";

const root = path.resolve(import.meta.dirname, "../../..");
const identity = path.join(root, "platform/identity/src");
const texts = (language: string) => JSON.parse(readFileSync(path.join(root, "web/locales", language, "common.json"), "utf8")) as Record<string, string>;

/** Every problem that the server's account forms write, read from where it is written. */
function written(): { path: string; code: string; format: string | undefined }[] {
  const source = readdirSync(identity, { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".rs"))
    .map((file) => readFileSync(path.join(identity, file), "utf8"))
    .join("\n");
  return [...source.matchAll(/Issue::error\(\s*(?:"([^"]*)"|[\w.&]+),\s*"(\w+)"\s*\)(?:\s*\.with\("format",\s*"([\w-]+)"\))?/g)].map((found) => ({
    path: found[1] ?? "/field",
    code: found[2] ?? "",
    format: found[3],
  }));
}

describe("the problems of account forms", () => {
  const problems = written();

  it("are found in the server's own source", () => {
    expect(new Set(problems.map(({ code }) => code))).toEqual(new Set(["required", "format", "pattern", "enum", "const", "maxLength", "tooShort", "tooLong", "tooCommon", "tooWeak", "ownAccount", "needsProof", "notReached", "maxItems"]));
    expect(new Set(problems.flatMap(({ format }) => format ?? []))).toEqual(new Set(["email", "phone", "pin", "staff-code", "till-code"]));
  });

  it("each have words of their own, in both languages", () => {
    const wordless = problems.filter(({ path: at, code, format }) => {
      const { key } = problemWords({ path: at, code, params: format ? { format } : {}, severity: "error" });
      const said = (language: string) => key in texts(language) || `${key}_other` in texts(language);
      return key === "problem.other" || (format !== undefined && key === "problem.pattern") || !said("en") || !said("ar");
    });
    expect(wordless).toEqual([]);
  });

  it("never call a PIN a password", () => {
    const said = problemWords({ path: "/pin", code: "tooCommon", params: {}, severity: "error" }).key;
    expect(texts("en")[said]).toMatch(/PIN/);
    expect(texts("en")[said]).not.toMatch(/password/i);
    expect(texts("ar")[said]).not.toMatch(/كلمة/);
  });
});
