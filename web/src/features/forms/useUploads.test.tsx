import { renderHook } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import type { DraftController } from "./draft/controller";
import { sendFile, type Sent } from "./upload";
import { useUploads } from "./useUploads";

vi.mock("./upload", () => ({ sendFile: vi.fn<() => unknown>() }));

const stored = { upload_id: "u", field: "scan", name: "a.pdf", bytes: 1, media_type: "application/pdf" };

/** Sends a file of which the server says these things in turn; what the widget is told, and the proofs that went along. */
async function sent(answers: Sent[], proof: string | undefined) {
  const proofs: (string | undefined)[] = [];
  vi.mocked(sendFile).mockImplementation((request) => {
    proofs.push(request.proof);
    return { done: Promise.resolve(answers[proofs.length - 1] ?? "failed"), cancel: () => {} };
  });
  const controller = { ensureToken: async () => "t", uploaded: () => {} } as unknown as DraftController;
  const taken = vi.fn<() => void>();
  const { result } = renderHook(() => useUploads("abq", "new", controller, [], { slot: null, begin: () => {}, get: async () => proof, taken }));
  const told = await result.current.send("/scan", new File(["x"], "a.pdf"), () => {}).done;
  return { told, proofs, taken: taken.mock.calls.length };
}

it("shows that a person sends a file when the server asks, and sends it once more", async () => {
  expect(await sent([stored], "a-proof")).toEqual({ told: stored, proofs: [undefined], taken: 0 });
  expect(await sent(["unproved", stored], "a-proof")).toEqual({ told: stored, proofs: [undefined, "a-proof"], taken: 1 });
  expect(await sent(["unproved", "unproved"], "a-proof")).toEqual({ told: "failed", proofs: [undefined, "a-proof"], taken: 0 });
  expect(await sent(["unproved"], undefined)).toEqual({ told: "failed", proofs: [undefined], taken: 0 });
});

it("tells the page, and not the field, that the form was sent from elsewhere", async () => {
  vi.mocked(sendFile).mockReturnValue({ done: Promise.resolve({ sentAt: "2026-11-21T08:00:00Z" }), cancel: () => {} });
  const sentAt = vi.fn<(at: string) => void>();
  const controller = { ensureToken: async () => "t", sent: sentAt } as unknown as DraftController;
  const { result } = renderHook(() => useUploads("abq", "new", controller, [], { slot: null, begin: () => {}, get: async () => undefined, taken: () => {} }));
  expect(await result.current.send("/scan", new File(["x"], "a.pdf"), () => {}).done).toBeNull();
  expect(sentAt).toHaveBeenCalledWith("2026-11-21T08:00:00Z");
});
