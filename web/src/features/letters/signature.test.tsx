import { fireEvent, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { describe, expect, it, vi } from "vitest";
import { renderWith } from "@/test/render";
import { drawnOn, faultsOf, hasRoom, isSigned, MOST_POINTS, MOST_STROKES, pathOf, pointAt, toSend, UNSIGNED, type Signature, type Stroke } from "./signature";
import { SignaturePad } from "./SignaturePad";

const LONG: Stroke = [[10, 100], [60, 40], [120, 130]];

interface Setup {
  value?: Signature;
  tried?: boolean;
  disabled?: boolean;
  problems?: { typed_name?: string; strokes?: string };
  language?: "en" | "ar";
}

/** The pad, half as large on the screen as its paper and somewhere in the page. */
async function draw({ value = UNSIGNED, language = "en", ...rest }: Setup = {}) {
  vi.spyOn(Element.prototype, "getBoundingClientRect").mockReturnValue({ left: 20, top: 50, width: 300, height: 100 } as DOMRect);
  const latest = vi.fn<(signature: Signature) => void>();
  function Page() {
    const [signature, setSignature] = useState(value);
    return (
      <SignaturePad
        label="First guardian"
        tried={false}
        {...rest}
        value={signature}
        onChange={(next) => {
          latest(next);
          setSignature(next);
        }}
      />
    );
  }
  const view = await renderWith(<Page />, { language });
  return { ...view, latest, box: screen.getByRole("img"), user: userEvent.setup() };
}

type Move = readonly [x: number, y: number];

/** jsdom's pointer events forget where they are. */
function send(box: HTMLElement, type: string, [clientX, clientY]: Move, { button = 0, ...more }: { button?: number; pointerId?: number; isPrimary?: boolean } = {}) {
  const event = new MouseEvent(type, { bubbles: true, cancelable: true, clientX, clientY, button });
  Object.assign(event, { pointerId: 1, isPrimary: true, ...more });
  fireEvent(box, event);
}

function stroke(box: HTMLElement, moves: readonly Move[], more: { button?: number; pointerId?: number; isPrimary?: boolean } = {}) {
  send(box, "pointerdown", moves[0]!, more);
  for (const move of moves.slice(1)) send(box, "pointermove", move, more);
  send(box, "pointerup", moves.at(-1)!, more);
}

describe("the pad", () => {
  it("takes strokes as whole points of its own paper, never beyond its edge", async () => {
    const { box, latest } = await draw();
    expect(box).toHaveAccessibleName("Box for the signature, empty: First guardian");
    stroke(box, [[20, 50], [120.4, 100], [900, -40]]);
    expect(latest).toHaveBeenCalledTimes(1);
    expect(latest).toHaveBeenLastCalledWith({ typed_name: "", strokes: [[[0, 0], [201, 100], [600, 0]]] });
    stroke(box, [[100, 100]]);
    expect(latest.mock.lastCall?.[0].strokes[1]).toEqual([[160, 100]]);
    expect(box).toHaveAccessibleName("Box for the signature: First guardian. 2 strokes.");
    expect(box.querySelectorAll("path")).toHaveLength(2);
  });

  it.each(["pointercancel", "lostpointercapture"])("shows a stroke while it is drawn, and keeps it where the system takes the finger away: %s", async (taken) => {
    const { box, latest } = await draw();
    send(box, "pointerdown", [20, 50]);
    send(box, "pointermove", [120, 100]);
    expect(box.querySelectorAll("path")).toHaveLength(1);
    expect(latest).not.toHaveBeenCalled();
    send(box, taken, [120, 100]);
    send(box, "pointerup", [120, 100]);
    expect(latest).toHaveBeenCalledTimes(1);
  });

  it("draws nothing by a second finger, by another button, or by moving past", async () => {
    const { box, latest } = await draw();
    send(box, "pointermove", [60, 60]);
    stroke(box, [[20, 50], [120, 100]], { pointerId: 2, isPrimary: false });
    stroke(box, [[20, 50], [120, 100]], { button: 2 });
    expect(latest).not.toHaveBeenCalled();
    send(box, "pointerdown", [20, 50]);
    send(box, "pointermove", [300, 100], { pointerId: 2, isPrimary: false });
    send(box, "pointerup", [300, 100], { pointerId: 2, isPrimary: false });
    expect(latest).not.toHaveBeenCalled();
    send(box, "pointerup", [20, 50]);
    expect(latest).toHaveBeenLastCalledWith({ typed_name: "", strokes: [[[0, 0]]] });
  });

  it("undoes the last stroke, clears all, and says so to those who do not see it", async () => {
    const { latest, user } = await draw({ value: { typed_name: "Sara", strokes: [LONG, [[5, 5]]] } });
    await user.click(screen.getByRole("button", { name: "Undo the last stroke" }));
    expect(latest).toHaveBeenLastCalledWith({ typed_name: "Sara", strokes: [LONG] });
    expect(screen.getByRole("status")).toHaveTextContent("The last stroke was removed.");
    await user.click(screen.getByRole("button", { name: "Clear" }));
    expect(latest).toHaveBeenLastCalledWith({ typed_name: "Sara", strokes: [] });
    expect(screen.getByRole("status")).toHaveTextContent("The box is empty again.");
    for (const name of ["Undo the last stroke", "Clear"]) expect(screen.getByRole("button", { name })).toBeDisabled();
  });

  it.each(["en", "ar"] as const)("is signed with the keyboard alone (%s)", async (language) => {
    const { latest, user } = await draw({ language });
    await user.tab();
    expect(screen.getByRole("textbox", { name: language === "en" ? "Your full name" : "الاسم الكامل" })).toHaveFocus();
    await user.keyboard("سارة البلوشي");
    expect(latest).toHaveBeenLastCalledWith({ typed_name: "سارة البلوشي", strokes: [] });
    expect(isSigned(latest.mock.lastCall![0])).toBe(true);
  });

  it("says what lacks at its field, and not before somebody wanted to go on", async () => {
    const early = await draw();
    expect(screen.getByRole("textbox")).toBeValid();
    early.unmount();
    const { box } = await draw({ tried: true });
    expect(screen.getByRole("textbox")).toBeInvalid();
    expect(screen.getByRole("textbox")).toHaveAccessibleDescription("Type your name, or draw your signature in the box below.");
    stroke(box, [[20, 50], [21, 51]]);
    expect(screen.getByRole("textbox")).toBeValid();
    expect(screen.getByRole("alert")).toHaveTextContent("too small to be a signature");
    expect(box).toHaveAccessibleDescription(/too small/);
    stroke(box, [[30, 60], [220, 100]]);
    expect(screen.queryByRole("alert")).toBeNull();
  });

  it("says what the server did not take, at its field", async () => {
    const { box } = await draw({ value: { typed_name: "Sara", strokes: [LONG] }, problems: { typed_name: "A letter cannot be printed.", strokes: "Too many points." } });
    expect(screen.getByRole("textbox")).toHaveAccessibleDescription("A letter cannot be printed.");
    expect(box).toHaveAccessibleDescription("Too many points.");
  });

  it("takes no more strokes than are kept, and says that it is full", async () => {
    const { box, latest } = await draw({ value: { typed_name: "", strokes: Array.from({ length: MOST_STROKES }, () => LONG) } });
    expect(screen.getByRole("status")).toHaveTextContent("The box is full.");
    stroke(box, [[20, 50], [120, 100]]);
    expect(latest).not.toHaveBeenCalled();
  });

  it("takes nothing while it is sent", async () => {
    const { box, latest } = await draw({ value: { typed_name: "Sara", strokes: [LONG] }, disabled: true });
    stroke(box, [[20, 50], [120, 100]]);
    expect(latest).not.toHaveBeenCalled();
    expect(screen.getByRole("textbox")).toBeDisabled();
    expect(screen.getByRole("button", { name: "Clear" })).toBeDisabled();
  });
});

describe("a signature", () => {
  it.each<[string, Signature, object]>([
    ["nothing", UNSIGNED, { typed_name: "missing" }],
    ["blanks", { typed_name: " \t ", strokes: [] }, { typed_name: "missing" }],
    ["one letter", { typed_name: "S", strokes: [] }, { typed_name: "short" }],
    ["figures", { typed_name: "12345", strokes: [LONG] }, { typed_name: "short" }],
    ["a touch by mistake", { typed_name: "", strokes: [[[300, 100]]] }, { strokes: "small" }],
    ["a name", { typed_name: "Li", strokes: [] }, {}],
    ["strokes", { typed_name: "", strokes: [LONG] }, {}],
    ["many dots far apart", { typed_name: "", strokes: [[[10, 10]], [[400, 20]]] }, {}],
  ])("of %s", (_what, signature, faults) => {
    expect(faultsOf(signature)).toEqual(faults);
    expect(isSigned(signature)).toBe(Object.keys(faults).length === 0);
  });

  it("is sent with a tidy name and the strokes as they are", () => {
    expect(toSend({ typed_name: "  Zoe\u0308 \u00a0 Al  Said ", strokes: [LONG] })).toEqual({ typed_name: "Zo\u00eb Al Said", strokes: [LONG] });
  });

  it("keeps points that say something, as many as there is room for", () => {
    expect(drawnOn([[0, 0]], [[1, 1], [2, 0], [2, 1], [9, 9]], 10)).toEqual([[0, 0], [2, 0], [9, 9]]);
    expect(drawnOn([[0, 0]], [[9, 9], [20, 20]], 2)).toEqual([[0, 0], [9, 9]]);
    const all: Stroke = Array.from({ length: MOST_POINTS }, (_, at) => [at % 600, 0] as [number, number]);
    expect([hasRoom([all]), hasRoom([all.slice(1)])]).toEqual([false, true]);
  });

  it("lies on the paper however large the box is, also where it has no size yet", () => {
    expect(pointAt({ clientX: 170, clientY: 100 }, { left: 20, top: 50, width: 300, height: 100 })).toEqual([300, 100]);
    expect(pointAt({ clientX: 170, clientY: 100 }, { left: 0, top: 0, width: 0, height: 0 })).toEqual([0, 0]);
  });

  it("is a smooth line, and a dot where it is one point", () => {
    expect(pathOf([[30, 154], [43, 133], [52, 115]])).toBe("M30 154Q43 133 48 124L52 115");
    expect(pathOf([[5, 6]])).toBe("M5 6L5 6");
    expect(pathOf([])).toBe("");
  });
});
