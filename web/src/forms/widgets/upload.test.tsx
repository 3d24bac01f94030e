import { configure, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { beforeEach, expect, it, vi } from "vitest";
import { SchoolContext } from "@/api/school";
import { storeSchoolId } from "@/api/schoolId";
import { renderWith } from "@/test/render";
import { school, stubServer } from "@/test/server";
import { resolveSchema } from "../conditions";
import type { UploadPort } from "../context";
import type { FormDocument, FormSettings, UploadRule, Values } from "../model";
import { SchemaForm } from "../SchemaForm";
import type * as shrink from "./shrink";

configure({ asyncUtilTimeout: 5_000 });
vi.setConfig({ testTimeout: 30_000 });

// No browser here draws a picture.
vi.mock("./shrink", async (original) => ({
  ...(await original<typeof shrink>()),
  thumbnail: async () => null,
  shrink: async (file: File) => file,
  asPage: async () => ({ jpeg: new Blob(["x"]), width: 10, height: 20 }),
}));

beforeEach(() => storeSchoolId("abq"));

const settings: FormSettings = { language: "en", digits: "latn", timeZone: "Asia/Muscat", today: "2026-11-21", currency: "OMR" };
const photo = (name: string) => new File(["p"], name, { type: "image/jpeg" });

/** A form that asks for one document; what is sent of it. */
async function draw(kinds: UploadRule["kinds"]) {
  stubServer({});
  const sent: File[] = [];
  const uploads: UploadPort = {
    files: [],
    send: (field, file) => {
      sent.push(file);
      return { done: Promise.resolve({ upload_id: `u${sent.length}`, field, name: file.name, bytes: 3, media_type: file.type }), cancel: () => {} };
    },
  };
  const document: FormDocument = {
    title: "Form",
    steps: [{ id: "one", title: "One", fields: ["doc"] }],
    schema: { type: "object", properties: { doc: { type: "string", title: "Civil card", format: "upload", "x-upload": { tier: "5mb", kinds } } }, required: [] },
    ui: {},
    messages: {},
  };
  const changed = vi.fn<(values: Values) => void>();
  function Page() {
    const [values, setValues] = useState<Values>({});
    const change = (next: Values) => {
      changed(next);
      setValues(next);
    };
    return (
      <SchemaForm document={document} resolved={resolveSchema(document.schema, values)} step={document.steps[0]!} values={values} onChange={change} onLeave={() => {}} issues={[]} settings={settings} uploads={uploads} />
    );
  }
  await renderWith(
    <SchoolContext value={school}>
      <Page />
    </SchoolContext>,
  );
  const group = await screen.findByRole("group", { name: /Civil card/ });
  const [picker, camera] = [...group.querySelectorAll<HTMLInputElement>("input[type=file]")];
  return { user: userEvent.setup(), sent, picker: picker!, camera: camera!, latest: () => changed.mock.lastCall?.[0] };
}

it("joins both sides of a card, photographed one after the other, into one file", async () => {
  const { user, sent, camera, latest } = await draw(["pdf", "image"]);
  await user.upload(camera, photo("front.jpg"));
  const pages = await screen.findByRole("dialog");
  expect(sent).toHaveLength(0);
  await user.upload(within(pages).getByLabelText("Take a photo", { selector: "input" }), photo("back.jpg"));
  await user.click(within(pages).getByRole("button", { name: "Send 2 pages" }));
  await waitFor(() => expect(latest()).toEqual({ doc: "u1" }));
  expect(sent.map(({ name, type }) => [name, type])).toEqual([["Civil card.pdf", "application/pdf"]]);
  expect(screen.queryByRole("dialog")).toBeNull();
});

it("joins photographs that were chosen together where one file is asked for, or a PDF alone", async () => {
  const { user, sent, picker } = await draw(["pdf", "image"]);
  await user.upload(picker, [photo("a.jpg"), photo("b.jpg")]);
  await user.click(await screen.findByRole("button", { name: "Send 2 pages" }));
  await waitFor(() => expect(sent.map(({ name }) => name)).toEqual(["Civil card.pdf"]));
});

it("makes a PDF of a photograph where only that is taken", async () => {
  const { user, sent, picker } = await draw(["pdf"]);
  await user.upload(picker, photo("a.jpg"));
  await user.click(await screen.findByRole("button", { name: "Send 1 page" }));
  await waitFor(() => expect(sent.map(({ type }) => type)).toEqual(["application/pdf"]));
});

it("sends the child's own photograph as it is", async () => {
  const { user, sent, camera } = await draw(["image"]);
  await user.upload(camera, photo("face.jpg"));
  await waitFor(() => expect(sent.map(({ name }) => name)).toEqual(["face.jpg"]));
  expect(screen.queryByRole("dialog")).toBeNull();
});
