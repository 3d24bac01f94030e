import { screen, waitFor, within } from "@testing-library/react";
import type * as shrink from "@/forms/widgets/shrink";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, it, vi } from "vitest";
import { SchoolContext } from "@/api/school";
import { storeSchoolId } from "@/api/schoolId";
import { renderWith } from "@/test/render";
import { school, stubServer } from "@/test/server";
import { MOST_PAGES } from "./joinPages";
import { PhotoPages } from "./PhotoPages";

vi.setConfig({ testTimeout: 30_000 });

const drawn = vi.hoisted(() => ({ names: [] as string[], levels: [] as number[], bytes: 10, unreadable: "" }));
// No browser here draws a picture.
vi.mock("@/forms/widgets/shrink", async (original) => ({
  ...(await original<typeof shrink>()),
  thumbnail: async () => null,
  asPage: async (file: File, level: number) => {
    drawn.names.push(file.name);
    drawn.levels.push(level);
    return file.name === drawn.unreadable ? null : { jpeg: new Blob(["x".repeat(drawn.bytes >> level)]), width: 10, height: 20 };
  },
}));

beforeEach(() => {
  storeSchoolId("abq");
  Object.assign(drawn, { names: [], levels: [], bytes: 10, unreadable: "" });
});

const photo = (name: string) => new File(["p"], name, { type: "image/jpeg" });

async function open(begin: readonly File[], limit = 1 << 20) {
  const onJoined = vi.fn<(file: File) => void>();
  const onClose = vi.fn<() => void>();
  stubServer({});
  await renderWith(
    <SchoolContext value={school}>
      <PhotoPages title="Passport" limit={limit} begin={begin} onJoined={onJoined} onClose={onClose} />
    </SchoolContext>,
  );
  await screen.findByRole("dialog");
  return { user: userEvent.setup(), onJoined, onClose };
}

const rows = () => within(screen.getByRole("list")).getAllByRole("listitem");

it("takes one page after another, in the order that is wished, and joins them into one file", async () => {
  const { user, onJoined } = await open([]);
  expect(screen.getByRole("button", { name: "Send" })).toBeDisabled();
  await user.upload(screen.getByLabelText("Take a photo", { selector: "input" }), photo("a.jpg"));
  await user.upload(screen.getByLabelText("Choose photos", { selector: "input" }), [photo("b.jpg"), photo("c.jpg")]);
  expect(rows()).toHaveLength(3);
  expect(screen.getByRole("button", { name: "Move page 1 up" })).toBeDisabled();
  await user.click(screen.getByRole("button", { name: "Move page 3 up" }));
  expect(screen.getByText("It is page 2 now.")).toBeInTheDocument();
  await user.click(screen.getByRole("button", { name: "Remove page 1" }));
  await user.click(screen.getByRole("button", { name: "Send 2 pages" }));
  await waitFor(() => expect(onJoined).toHaveBeenCalledOnce());
  expect(drawn.names).toEqual(["c.jpg", "b.jpg"]);
  const joined = onJoined.mock.calls[0]?.[0];
  expect([joined?.name, joined?.type]).toEqual(["Passport.pdf", "application/pdf"]);
});

it("draws the pages smaller until they fit, and says when they do not", async () => {
  drawn.bytes = 8_000;
  const { user, onJoined } = await open([photo("a.jpg")], 5_500);
  await user.click(screen.getByRole("button", { name: "Send 1 page" }));
  await waitFor(() => expect(onJoined).toHaveBeenCalledOnce());
  expect(drawn.levels).toEqual([0, 1]);
  drawn.bytes = 80_000;
  await user.click(screen.getByRole("button", { name: "Send 1 page" }));
  expect(await screen.findByRole("alert")).toHaveTextContent(/Together the pages are larger than/);
  expect(onJoined).toHaveBeenCalledOnce();
});

it("says which photo cannot be read, and takes no more pages than a document has", async () => {
  drawn.unreadable = "b.heic";
  const { user, onJoined } = await open([photo("a.jpg"), new File(["p"], "b.heic", { type: "image/heic" })]);
  await user.click(screen.getByRole("button", { name: "Send 2 pages" }));
  expect(await screen.findByRole("alert")).toHaveTextContent("cannot read one of the photos");
  expect(onJoined).not.toHaveBeenCalled();
  await user.upload(screen.getByLabelText("Choose photos", { selector: "input" }), Array.from({ length: MOST_PAGES }, (_each, index) => photo(`${index}.jpg`)));
  expect(rows()).toHaveLength(MOST_PAGES);
  expect(screen.getByRole("alert")).toHaveTextContent("20 pages are the most for one document.");
});

it.each([
  ["the cross", async (user: ReturnType<typeof userEvent.setup>) => user.click(screen.getByRole("button", { name: "Close" }))],
  ["Escape", async (user: ReturnType<typeof userEvent.setup>) => user.keyboard("{Escape}")],
  ["Cancel", async (user: ReturnType<typeof userEvent.setup>) => user.click(screen.getByRole("button", { name: "Cancel" }))],
  ["a phone's Back", async () => history.back()],
] as const)("asks before photos are lost by %s", async (_how, leave) => {
  const { user, onClose } = await open([photo("a.jpg"), photo("b.jpg")]);
  const at = location.href;
  await leave(user);
  expect(await screen.findByRole("alert")).toHaveTextContent("2 photos have not been sent. Discard them?");
  expect([onClose.mock.calls.length, location.href]).toEqual([0, at]);
  await user.click(screen.getByRole("button", { name: "Keep them" }));
  expect(rows()).toHaveLength(2);
  await leave(user);
  await user.click(await screen.findByRole("button", { name: "Discard" }));
  expect(onClose).toHaveBeenCalledOnce();
});

it("is closed at once while there is nothing to lose", async () => {
  const { onClose } = await open([]);
  history.back();
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
});
