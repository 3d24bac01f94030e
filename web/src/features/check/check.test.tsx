import { createHash, webcrypto } from "node:crypto";
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { SchoolContext } from "@/api/school";
import { storeSchoolId } from "@/api/schoolId";
import { fill } from "@/test/fill";
import { renderRoutes } from "@/test/render";
import { school, stubServer } from "@/test/server";
import { KINDS, STATES, type KnownLetter } from "./api";
import { CheckPage } from "./CheckPage";

const CODE = "7K3M-9QXT-2BWD";
const PDF = "%PDF-1.7 the letter, with Sara's name in it";
const sha = (text: string) => createHash("sha256").update(text).digest("hex");
const certificate = { sha256: "d".repeat(64), not_after: "2036-11-19T07:00:00Z" };
const letter: KnownLetter = {
  school: { en: "Abq School", ar: "مدرسة أبق" },
  kind: "offer",
  reference: "ABQ-2026-OL-00417",
  issued_on: "2026-11-22",
  state: "accepted",
  until: "2026-12-06",
  signatures: { done: 2, of: 2, last_on: "2026-11-23" },
  files: [
    { kind: "offered", sha256: sha("%PDF-1.7 offered"), sealed_at: "2026-11-22T07:00:00Z" },
    { kind: "signed", sha256: sha(PDF), sealed_at: "2026-11-23T07:00:00Z" },
  ],
  certificate,
};
const nobody = { status: 404, body: { messageId: "L010" } };

beforeEach(() => {
  vi.stubGlobal("crypto", webcrypto);
  storeSchoolId("abq");
});

type Handlers = Parameters<typeof stubServer>[0];

interface Setup {
  path?: string;
  language?: "en" | "ar";
  known?: KnownLetter;
  more?: Handlers;
}

async function load({ path = "/v", language = "en", known = letter, more = {} }: Setup = {}) {
  const sent: string[] = [];
  const { calls } = stubServer({
    [`GET /public/letters/${CODE}`]: () => known,
    "GET /public/letters": (body, url) => {
      sent.push(`${JSON.stringify(body)} ${url.search}`);
      return known.files.some(({ sha256 }) => url.searchParams.get("sha256") === sha256) ? known : nobody;
    },
    ...more,
  });
  const page = (
    <SchoolContext value={school}>
      <CheckPage />
    </SchoolContext>
  );
  const view = await renderRoutes([{ path: "/v/:code", element: page }, { path: "/v", element: page }], { path, language });
  return { ...view, calls, sent, user: userEvent.setup() };
}

/** jsdom reads a file into a window of another kind than the calculation takes. */
const pdf = (text = PDF, name = "offer.pdf") => Object.assign(new File([text], name, { type: "application/pdf" }), { arrayBuffer: () => Promise.resolve(new Uint8Array(Buffer.from(text)).buffer) });
const chooser = () => document.querySelector<HTMLInputElement>('input[type="file"][accept*="pdf"]')!;
const answer = () => within(screen.getByRole("status", { name: "Answer" }));

describe("by the code", () => {
  it("is asked at once where the square code led here, and shows nothing but how the letter stands", async () => {
    const { calls } = await load({ path: `/v/${CODE}` });
    const [form, told] = [screen.getByRole("region", { name: "What do you have?" }), screen.getByRole("status", { name: "Answer" })];
    expect(told.compareDocumentPosition(form) & Node.DOCUMENT_POSITION_FOLLOWING, "the answer comes first").toBeTruthy();
    expect(await answer().findByRole("heading", { name: "We issued a letter with this code" })).toBeVisible();
    expect(calls).toEqual([`GET /public/letters/${CODE}`]);
    const facts = [...document.querySelectorAll("dl > div")].map((fact) => [fact.querySelector("dt")?.textContent, fact.querySelector("dd")?.textContent]);
    expect(facts).toEqual([
      ["Status", "Accepted"],
      ["Issued by", "Abq School"],
      ["Letter", "Offer of a place"],
      ["Reference", "ABQ-2026-OL-00417"],
      ["Issued on", "22-Nov-2026"],
      ["Signatures", "2 of 2, the last on 23-Nov-2026"],
    ]);
    expect(document.title).toBe("Check a letter · Abq School");
  });

  it("is typed in any way, shown in groups, and stands in the address from then on", async () => {
    const { user, calls } = await load();
    const field = screen.getByRole("textbox", { name: "Code on the letter" });
    await user.type(field, "7k3m9qxt2bwd{Enter}");
    expect(field).toHaveValue(CODE);
    expect(await answer().findByRole("heading", { name: "We issued a letter with this code" })).toBeVisible();
    expect(location.pathname).toBe(`/v/${CODE}`);
    expect(field).toHaveFocus();
    expect(calls).toEqual([`GET /public/letters/${CODE}`]);
  });

  it.each([
    ["", "Enter the code that stands on the letter."],
    ["7K3M", "A code has 12 letters and digits."],
    ["UUUU-UUUU-UUUU", "A code has only the digits 0 to 9"],
  ])("that cannot be one is refused at its field, and nobody is asked: “%s”", async (typed, words) => {
    const { user, calls } = await load();
    const field = screen.getByRole("textbox", { name: "Code on the letter" });
    if (typed) await fill(field, typed, user);
    await user.click(screen.getByRole("button", { name: "Look up the code" }));
    expect(field).toBeInvalid();
    expect(field).toHaveAccessibleDescription(expect.stringContaining(words));
    await fill(field, "7", user);
    expect(field).toBeValid();
    expect(calls).toEqual([]);
  });

  it("that came wrong in the address is said at once", async () => {
    const { calls } = await load({ path: "/v/ABC" });
    expect(screen.getByRole("textbox")).toBeInvalid();
    expect(calls).toEqual([]);
  });

  it("that nobody knows is not ours", async () => {
    await load({ path: "/v/AAAA-AAAA-AAAA", more: { "GET /public/letters/AAAA-AAAA-AAAA": () => nobody } });
    expect(await answer().findByRole("heading", { name: "This letter is not from us" })).toBeVisible();
    expect(answer().getByText(/We issued no letter with this code/)).toBeVisible();
  });

  it("says of a letter that was withdrawn that it no longer counts", async () => {
    await load({ path: `/v/${CODE}`, known: { ...letter, state: "withdrawn" } });
    expect(await answer().findByText(/The letter is no longer valid/)).toBeVisible();
  });
});

describe("by the file", () => {
  it("that is ours and unchanged, found by its fingerprint alone: no byte of it is sent", async () => {
    const { user, sent, calls } = await load();
    await user.upload(chooser(), pdf());
    expect(await answer().findByRole("heading", { name: "This letter is from us, and it was not changed" })).toBeVisible();
    expect(calls).toEqual(["GET /public/letters"]);
    expect(sent).toEqual([`null ?sha256=${sha(PDF)}`]);
    expect(screen.getByText("offer.pdf")).toBeVisible();
  });

  it("is compared in the browser where the code is there: nothing at all is sent", async () => {
    const { user, sent } = await load({ path: `/v/${CODE}` });
    await answer().findByRole("heading");
    await user.upload(chooser(), pdf());
    expect(await answer().findByRole("heading", { name: "This letter is from us, and it was not changed" })).toBeVisible();
    expect(sent).toEqual([]);
  });

  it("that was changed by one byte is told apart from one that is only older", async () => {
    const { user } = await load({ path: `/v/${CODE}` });
    await user.upload(chooser(), pdf(`${PDF} `));
    expect(await answer().findByRole("heading", { name: "We know this letter, but your file was changed or is an older one" })).toBeVisible();
    await user.upload(chooser(), pdf("%PDF-1.7 offered"));
    expect(await answer().findByRole("heading", { name: "This file is from us, but there is a newer one" })).toBeVisible();
  });

  it("is unchanged and no longer valid where the letter ended", async () => {
    const { user } = await load({ known: { ...letter, state: "replaced" } });
    await user.upload(chooser(), pdf());
    expect(await answer().findByRole("heading", { name: /not changed, but it is no longer valid/ })).toBeVisible();
    expect(answer().getByText("Replaced by a newer letter")).toBeVisible();
  });

  it("that nobody issued is not ours, and asks for the code", async () => {
    const { user } = await load();
    await user.upload(chooser(), pdf("%PDF-1.7 forged"));
    expect(await answer().findByRole("heading", { name: "This letter is not from us" })).toBeVisible();
    expect(answer().getByText(/is found only by its code/)).toBeVisible();
  });

  it("is dropped as well, taken away again, and none that is no PDF", async () => {
    const { user } = await load();
    const zone = screen.getByRole("group", { name: "The letter as a PDF file" });
    const drop = (file: File) => fireEvent.drop(zone, { dataTransfer: { files: [file], items: [{ kind: "file", type: file.type, getAsFile: () => file }], types: ["Files"] } });
    drop(pdf());
    expect(await answer().findByRole("heading", { name: /was not changed$/ })).toBeVisible();
    await user.click(screen.getByRole("button", { name: /^Remove/ }));
    expect(answer().queryByRole("heading")).toBeNull();
    drop(new File(["\u0089PNG"], "photo.png", { type: "image/png" }));
    expect(await screen.findByRole("alert")).toHaveTextContent("This is no PDF file.");
    expect(screen.getByRole("button", { name: "Choose another file" })).toHaveAccessibleDescription(/This is no PDF file/);
  });

  it("says so where the browser cannot calculate it", async () => {
    vi.stubGlobal("crypto", {});
    const { user, calls } = await load();
    await user.upload(chooser(), pdf());
    expect(await screen.findByRole("alert")).toHaveTextContent("over https");
    expect(calls).toEqual([]);
  });
});

describe("the page", () => {
  it("waits where too many ask, and asks again", async () => {
    let refusals = 1;
    const { user, calls } = await load({
      path: `/v/${CODE}`,
      more: { [`GET /public/letters/${CODE}`]: () => (refusals-- > 0 ? { status: 503, body: { messageId: "L000" } } : letter) },
    });
    expect(await screen.findByRole("alert")).toHaveTextContent("The letter could not be checked");
    await user.click(screen.getByRole("button", { name: "Try again" }));
    expect(await answer().findByRole("heading", { name: "We issued a letter with this code" })).toBeVisible();
    expect(screen.queryByRole("alert")).toBeNull();
    expect(calls).toHaveLength(2);
  });

  it("hands over the certificate of the letter that was found, with its fingerprint to compare", async () => {
    const saved: Blob[] = [];
    vi.stubGlobal("URL", Object.assign(URL, { createObjectURL: (blob: Blob) => (saved.push(blob), "blob:x"), revokeObjectURL: () => {} }));
    vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(() => {});
    const seal = (sha256: string, pem: string) => ({ sha256, pem, not_after: "2036-11-19T07:00:00Z" });
    const { user } = await load({ path: `/v/${CODE}`, more: { "GET /public/seals": () => ({ seals: [seal("e".repeat(64), "OLD"), seal(certificate.sha256, "CURRENT\n")] }) } });
    expect(screen.queryByText("Fingerprint of the certificate (SHA-256)")).toBeNull();
    await answer().findByRole("heading");
    expect(screen.getByText(Array.from({ length: 16 }, () => "DDDD").join(" "))).toBeVisible();
    await user.click(screen.getByRole("button", { name: "Download the certificate" }));
    expect(await screen.findByText("The certificate was saved.")).toBeVisible();
    const text = await new Promise((resolve) => {
      const reader = new FileReader();
      reader.addEventListener("load", () => resolve(reader.result));
      reader.readAsText(saved[0]!);
    });
    expect(text).toBe("CURRENT\n");
  });

  it("hands over all certificates where no letter was found, and says where there is none or it failed", async () => {
    const answers = [{ seals: [] }, { status: 500, body: { messageId: "L000" } }];
    const { user } = await load({ more: { "GET /public/seals": () => answers.shift()! } });
    const get = screen.getByRole("button", { name: "Download the certificate" });
    await user.click(get);
    expect(await screen.findByText("There is no certificate to download at the moment.")).toBeVisible();
    await user.click(get);
    expect(await screen.findByRole("alert")).toBeVisible();
  });

  it.each(["en", "ar"] as const)("has words for every kind and state (%s)", async (language) => {
    for (const [at, state] of STATES.entries()) {
      const view = await load({ path: `/v/${CODE}`, language, known: { ...letter, state, kind: KINDS[at] ?? "plain", signatures: { done: 0, of: 1, last_on: null } } });
      await waitFor(() => expect(document.querySelectorAll("dd").length).toBeGreaterThan(4));
      for (const told of document.querySelectorAll("dd, h1, h2, li, p")) expect(told.textContent).not.toMatch(/\{\{|<bdi>|^(kind|state|answer|facts|check|without|limits)\./);
      view.unmount();
    }
  });

  it("says in Arabic what it does not say", async () => {
    await load({ language: "ar" });
    expect(screen.getByRole("heading", { name: "ما لا تقوله هذه الصفحة" })).toBeVisible();
    expect(screen.getByRole("textbox", { name: "الرمز المكتوب على الخطاب" })).toHaveAttribute("autocapitalize", "characters");
    expect(screen.getByRole("textbox").closest("[dir]")).toHaveAttribute("dir", "ltr");
  });
});
