import { createHash, webcrypto } from "node:crypto";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { answerTo, compared } from "./answer";
import type { CheckApi, KnownLetter } from "./api";
import { grouped, readCode } from "./code";
import { fingerprintOf, inFours, LARGEST } from "./fingerprint";

const [OFFERED, SIGNED, OTHER] = ["a".repeat(64), "b".repeat(64), "c".repeat(64)] as const;
const letter: KnownLetter = {
  school: { en: "Abq School", ar: "مدرسة أبق" },
  kind: "offer",
  reference: "ABQ-2026-OL-00417",
  issued_on: "2026-11-22",
  state: "offered",
  until: "2026-12-06",
  signatures: { done: 0, of: 2, last_on: null },
  files: [{ kind: "offered", sha256: OFFERED, sealed_at: "2026-11-22T07:00:00Z" }],
  certificate: { sha256: "d".repeat(64), not_after: "2036-11-19T07:00:00Z" },
};
const signed: KnownLetter = { ...letter, state: "accepted", files: [...letter.files, { kind: "signed", sha256: SIGNED, sealed_at: "2026-11-23T07:00:00Z" }] };

describe("a code", () => {
  it.each([
    ["7K3M-9QXT-2BWD", "7K3M-9QXT-2BWD"],
    [" 7k3m9qxt 2bwd ", "7K3M-9QXT-2BWD"],
    ["٧K٣M–٩QXT—٢BWD", "7K3M-9QXT-2BWD"],
    ["OIL0-1111-ABCD", "0110-1111-ABCD"],
    ["https://abq.example.org/v/7K3M-9QXT-2BWD/?lng=ar#x", "7K3M-9QXT-2BWD"],
  ])("is read from %s", (typed, code) => expect(readCode(typed)).toEqual({ code }));

  it.each([
    ["", "empty"],
    [" - ", "empty"],
    ["7K3M-9QXT-2BW", "length"],
    ["7K3M-9QXT-2BWDD", "length"],
    ["7K3M-9QXT-2BWU", "letters"],
    ["رمز", "letters"],
  ])("of “%s” is refused", (typed, fault) => expect(readCode(typed)).toEqual({ fault }));

  it("stands in groups while it is typed", () => {
    expect(["7", "7k3m", "7k3m9", "7K3M-", "7K3M-9QXT-2"].map(grouped)).toEqual(["7", "7K3M", "7K3M-9", "7K3M", "7K3M-9QXT-2"]);
  });
});

describe("a file's fingerprint", () => {
  beforeEach(() => vi.stubGlobal("crypto", webcrypto));
  const file = (bytes: string | Uint8Array<ArrayBuffer>) => ({ size: bytes.length, arrayBuffer: () => Promise.resolve(new Uint8Array(Buffer.from(bytes)).buffer) }) as unknown as Blob;

  it("is its SHA-256, and another one for one other byte", async () => {
    const [one, two] = ["%PDF-1.7 a", "%PDF-1.7 b"];
    expect(await fingerprintOf(file(one))).toEqual({ sha256: createHash("sha256").update(one).digest("hex") });
    expect(await fingerprintOf(file(two))).toEqual({ sha256: createHash("sha256").update(two).digest("hex") });
    expect(await fingerprintOf(file(`\n\n${one}`))).toEqual({ sha256: createHash("sha256").update(`\n\n${one}`).digest("hex") });
  });

  it("is of PDFs alone, and of none that no letter of ours can be", async () => {
    expect(await fingerprintOf(file("\u0089PNG"))).toEqual({ fault: "kind" });
    expect(await fingerprintOf(file(""))).toEqual({ fault: "kind" });
    const large = { size: LARGEST + 1, arrayBuffer: vi.fn<() => Promise<ArrayBuffer>>() };
    expect(await fingerprintOf(large as unknown as Blob)).toEqual({ fault: "large" });
    expect(large.arrayBuffer).not.toHaveBeenCalled();
    expect(await fingerprintOf({ size: 1, arrayBuffer: () => Promise.reject(new Error("gone")) } as unknown as Blob)).toEqual({ fault: "unread" });
  });

  it("cannot be had where the browser keeps it for https", async () => {
    vi.stubGlobal("crypto", {});
    expect(await fingerprintOf(file("%PDF-1.7"))).toEqual({ fault: "unable" });
  });

  it("is read out in fours", () => expect(inFours("0a1b2c3d4e")).toBe("0A1B 2C3D 4E"));
});

describe("a file beside its letter", () => {
  it.each<[string, KnownLetter, string, ReturnType<typeof compared>]>([
    ["as offered", letter, OFFERED, "same"],
    ["as signed", signed, SIGNED, "same"],
    ["as offered, though signed since", signed, OFFERED, "older"],
    ["that is none of it", signed, OTHER, "changed"],
    ["of a letter that was withdrawn", { ...letter, state: "withdrawn" }, OFFERED, "ended"],
    ["of a letter that was replaced", { ...signed, state: "replaced" }, SIGNED, "ended"],
    ["told in capitals", { ...letter, files: [{ kind: "offered", sha256: OFFERED.toUpperCase(), sealed_at: "" }] }, OFFERED, "same"],
  ])("%s", (_what, known, sha256, kind) => expect(compared(known, sha256)).toBe(kind));
});

describe("the answer", () => {
  const api = (byCode: KnownLetter | null, byHash: KnownLetter | null) => {
    const asked: string[] = [];
    const told: CheckApi = {
      byCode: (code) => {
        asked.push(`code ${code}`);
        return Promise.resolve(byCode);
      },
      byHash: (sha256) => {
        asked.push(`hash ${sha256[0]}`);
        return Promise.resolve(byHash);
      },
      seals: () => Promise.resolve([]),
    };
    return { told, asked };
  };
  const other = { ...letter, reference: "ABQ-2026-OL-00418", files: [{ kind: "offered", sha256: OTHER, sealed_at: "" }] } as const satisfies KnownLetter;

  it.each([
    ["nothing", {}, null, null, null, []],
    ["a code that we know", { code: "X" }, letter, null, { kind: "open", letter }, ["code X"]],
    ["a code that nobody knows", { code: "X" }, null, null, { kind: "unknown", by: "code" }, ["code X"]],
    ["code and file", { code: "X", sha256: OFFERED }, letter, null, { kind: "same", letter }, ["code X"]],
    ["a changed file", { code: "X", sha256: OTHER }, letter, null, { kind: "changed", letter }, ["code X", "hash c"]],
    ["another letter's file", { code: "X", sha256: OTHER }, letter, other, { kind: "other", letter: other }, ["code X", "hash c"]],
    ["a file alone", { sha256: SIGNED }, null, signed, { kind: "same", letter: signed }, ["hash b"]],
    ["a file that nobody knows", { sha256: SIGNED }, null, null, { kind: "unknown", by: "file" }, ["hash b"]],
    ["a wrong code with a file of ours", { code: "X", sha256: OFFERED }, null, signed, { kind: "older", letter: signed, codeUnknown: true }, ["code X", "hash a"]],
    ["neither code nor file of ours", { code: "X", sha256: OTHER }, null, null, { kind: "unknown", by: "both" }, ["code X", "hash c"]],
  ] as const)("to %s", async (_what, asks, byCode, byHash, answer, calls) => {
    const { told, asked } = api(byCode, byHash);
    expect(await answerTo({ code: null, sha256: null, ...asks }, told)).toEqual(answer);
    expect(asked).toEqual(calls);
  });
});
