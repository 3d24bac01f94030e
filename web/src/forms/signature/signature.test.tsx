import { act, configure, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { renderWith } from "@/test/render";
import { pictureAddress } from "@/api/picture";
import { AnswersLetter } from "../AnswersLetter";
import { resolveSchema } from "../conditions";
import type { UploadFault, UploadPort } from "../context";
import type { FormDocument, FormSettings, Issue, UploadedFile, Values } from "../model";
import { SchemaForm } from "../SchemaForm";
import { isArabic, lettersFor, scaled } from "./ink";

configure({ asyncUtilTimeout: 5_000 });
vi.setConfig({ testTimeout: 30_000 });

const settings: FormSettings = { language: "en", digits: "latn", timeZone: "Asia/Muscat", today: "2026-11-21", currency: "OMR" };
const PNG = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 0]);

const document: FormDocument = {
  title: "Form",
  steps: [{ id: "one", title: "One", fields: ["sign"] }],
  schema: { type: "object", properties: { sign: { type: "string", title: "Guardian's signature", format: "upload", maxLength: 64, "x-upload": { tier: "2mb", kinds: ["image"] } } }, required: ["sign"] },
  ui: { sign: { "ui:widget": "signature" } },
  messages: {},
};

/** jsdom draws nothing: a canvas whose pen takes everything and whose picture is an empty PNG. */
beforeEach(() => {
  const pen = new Proxy({}, { get: (_, name) => (name === "measureText" ? () => ({ width: 300 }) : () => {}), set: () => true });
  vi.spyOn(HTMLCanvasElement.prototype, "getContext").mockReturnValue(pen as never);
  vi.spyOn(HTMLCanvasElement.prototype, "toBlob").mockImplementation((done) => done(new Blob([PNG], { type: "image/png" })));
});
afterEach(() => vi.restoreAllMocks());

interface Setup {
  values?: Values;
  issues?: Issue[];
  answers?: (UploadFault | UploadedFile)[];
  picture?: UploadPort["picture"];
}

async function draw({ values = {}, issues = [], answers = [], picture }: Setup) {
  const sent: File[] = [];
  const kept = new Map<string, string>();
  const left: string[] = [];
  const queue = [...answers];
  const finishes = new Set<() => Promise<void>>();
  const uploads: UploadPort = {
    files: [],
    send: (_field, file) => {
      sent.push(file);
      return { done: Promise.resolve(queue.shift() ?? null), cancel: () => {} };
    },
    picture: picture ?? ((id) => Promise.resolve(kept.get(id) ?? null)),
    keepPicture: (id, src) => void kept.set(id, src),
  };
  const latest = vi.fn<(values: Values) => void>();
  const whenLeft = (finish: () => Promise<void>) => {
    finishes.add(finish);
    return () => void finishes.delete(finish);
  };
  function Page() {
    const [given, setGiven] = useState(values);
    return (
      <SchemaForm
        document={document}
        resolved={resolveSchema(document.schema, given)}
        step={document.steps[0]!}
        values={given}
        onChange={(next) => {
          latest(next);
          setGiven(next);
        }}
        onLeave={(pointer) => left.push(pointer)}
        whenLeft={whenLeft}
        issues={issues}
        settings={settings}
        uploads={uploads}
      />
    );
  }
  await renderWith(<Page />, { language: "en" });
  return { user: userEvent.setup(), sent, kept, left, latest, goOn: () => act(() => Promise.all([...finishes].map((finish) => finish()))) };
}

const stored: UploadedFile = { upload_id: "upload-00000001", field: "sign", name: "signature.png", bytes: 12, media_type: "image/png" };

async function typeName(user: ReturnType<typeof userEvent.setup>, name: string) {
  await user.click(await screen.findByRole("radio", { name: "Type your name" }));
  await user.type(screen.getByRole("textbox", { name: "Your full name: Guardian's signature" }), name);
}

describe("the signature", () => {
  it("is the name, typed and sent by the keyboard alone", async () => {
    const { user, sent, kept, left, latest } = await draw({ answers: [stored] });
    const draws = await screen.findByRole("radio", { name: "Draw" });
    draws.focus();
    await user.keyboard("{ArrowRight}");
    await user.tab();
    expect(screen.getByRole("textbox", { name: /full name/ })).toHaveFocus();
    await user.keyboard("Sara Al Balushi");
    expect(screen.getByRole("img", { name: "Box for the signature: Guardian's signature. It says Sara Al Balushi." })).toBeInTheDocument();
    await user.keyboard("{Enter}");
    await waitFor(() => expect(latest).toHaveBeenLastCalledWith({ sign: "upload-00000001" }));
    expect(sent).toHaveLength(1);
    expect(sent[0]).toMatchObject({ name: "signature.png", type: "image/png" });
    expect(kept.get("upload-00000001")).toMatch(/^data:image\/png;base64,/);
    expect(left).toEqual(["/sign"]);
    expect(await screen.findByRole("img", { name: "Signature: Guardian's signature" })).toBeInTheDocument();
    expect(screen.getByText("Your signature is saved.")).toBeInTheDocument();
    expect(screen.getByRole("button", { name: "Sign again: Guardian's signature" })).toHaveFocus();
  });

  it("stays where it could not be sent, and goes once there is a connection", async () => {
    const { user, sent, latest, goOn } = await draw({ answers: ["offline", "failed", stored] });
    await typeName(user, "Sara");
    await goOn();
    expect(await screen.findByRole("alert")).toHaveTextContent("There is no connection.");
    expect(screen.getByRole("img", { name: "Signature: Guardian's signature" })).toBeInTheDocument();
    window.dispatchEvent(new Event("online"));
    await waitFor(() => expect(screen.getByRole("alert")).toHaveTextContent("could not be saved"));
    await user.click(screen.getByRole("button", { name: "Send it again" }));
    await waitFor(() => expect(latest).toHaveBeenLastCalledWith({ sign: "upload-00000001" }));
    expect(sent).toHaveLength(3);
  });

  it("counts as it stands once the person goes on, or turns to something else, and an empty box is none", async () => {
    const { user, sent, latest, goOn } = await draw({ answers: [stored, stored] });
    await screen.findByRole("radio", { name: "Draw" });
    await goOn();
    expect(sent).toHaveLength(0);
    await typeName(user, "Sara");
    await goOn();
    expect(latest).toHaveBeenLastCalledWith({ sign: "upload-00000001" });
    await user.click(screen.getByRole("button", { name: /Sign again/ }));
    await typeName(user, "Salim");
    const elsewhere = window.document.body.appendChild(window.document.createElement("input"));
    elsewhere.focus();
    await waitFor(() => expect(sent).toHaveLength(2));
    elsewhere.remove();
  });

  it("is shown to who comes back, and is kept when they think better of signing again", async () => {
    const { user, latest } = await draw({ values: { sign: "upload-00000001" }, picture: () => Promise.resolve("data:image/png;base64,AAAA") });
    expect(await screen.findByRole("img", { name: "Signature: Guardian's signature" })).toHaveAttribute("src", "data:image/png;base64,AAAA");
    await user.click(screen.getByRole("button", { name: /Sign again/ }));
    await user.click(await screen.findByRole("button", { name: "Keep the current signature" }));
    expect(await screen.findByRole("img", { name: "Signature: Guardian's signature" })).toBeInTheDocument();
    expect(latest).not.toHaveBeenCalled();
  });

  it("says that it is there on a device without the picture", async () => {
    await draw({ values: { sign: "upload-00000001" } });
    expect(await screen.findByText("Signed. The picture is kept with the answers.")).toBeInTheDocument();
  });

  it("cannot be taken back or cleared while the box is empty, and says what lacks", async () => {
    await draw({ issues: [{ path: "/sign", code: "required", params: {}, severity: "error" }] });
    expect(await screen.findByRole("img", { name: "Box for the signature, empty: Guardian's signature" })).toBeInTheDocument();
    for (const name of ["Undo the last stroke", "Clear"]) expect(screen.getByRole("button", { name })).toBeDisabled();
    expect(screen.getByText(/Please sign here\./)).toBeInTheDocument();
  });

  it("is a picture among the answers", async () => {
    await renderWith(<AnswersLetter document={document} values={{ sign: "file-1" }} files={[]} settings={settings} picture={(id) => Promise.resolve(`data:image/png;base64,${id}`)} />, { language: "en" });
    expect(await screen.findByRole("img", { name: "Signature: Guardian's signature" })).toHaveAttribute("src", "data:image/png;base64,file-1");
  });
});

describe("its parts", () => {
  it("show pictures only, whatever a file calls itself", async () => {
    expect(await pictureAddress(new Blob([PNG], { type: "application/octet-stream" }))).toMatch(/^data:image\/png;base64,/);
    expect(await pictureAddress(new Blob(["<svg onload='x()'/>"], { type: "image/svg+xml" }))).toBeNull();
    expect(await pictureAddress(new Blob(["%PDF-1.7"], { type: "image/png" }))).toBeNull();
  });

  it("fit a name to the paper and strokes to its width", () => {
    expect(lettersFor(100, { width: 340, height: 180 })).toBeCloseTo(68.4);
    expect(lettersFor(2000, { width: 340, height: 180 })).toBeCloseTo(14.62);
    expect(isArabic("سارة البلوشي")).toBe(true);
    expect(isArabic("Sara")).toBe(false);
    const stroke = { penColor: "#000", dotSize: 0, minWidth: 1, maxWidth: 2, velocityFilterWeight: 0.7, compositeOperation: "source-over" as const, points: [{ x: 10, y: 5, pressure: 0, time: 1 }] };
    expect(scaled([stroke], 0.5)[0]?.points[0]).toMatchObject({ x: 5, y: 5 });
  });
});
