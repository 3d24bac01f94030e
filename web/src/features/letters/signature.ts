/** A signature as it is sent: a typed name, strokes on paper of 600 x 200 points, or both. The server draws it; no picture is ever sent. */
export type Point = [x: number, y: number];
export type Stroke = readonly Point[];

export interface Signature {
  typed_name: string;
  strokes: readonly Stroke[];
}

export const PAPER = { width: 600, height: 200 } as const;
export const MOST_STROKES = 64;
export const MOST_POINTS = 6_000;
export const LONGEST_NAME = 80;
export const UNSIGNED: Signature = { typed_name: "", strokes: [] };

/** Points nearer than this to the one before say nothing about how somebody signs. */
const NEAR = 2;
/** A touch by mistake is no signature: it is larger than this in one direction. */
const SMALLEST = 24;
/** A name has as many letters. */
const FEWEST_LETTERS = 2;

/** What is wrong with a signature, by its field. */
export interface SignatureFaults {
  typed_name?: "missing" | "short";
  strokes?: "small";
}

/** The name as it is kept: composed letters, single blanks, none around. */
export const tidyName = (name: string): string => name.normalize("NFC").replaceAll(/\s+/g, " ").trim();

/** The signature as it is sent. */
export const toSend = ({ typed_name, strokes }: Signature): Signature => ({ typed_name: tidyName(typed_name), strokes });

export function faultsOf(signature: Signature): SignatureFaults {
  const name = tidyName(signature.typed_name);
  const { strokes } = signature;
  const faults: SignatureFaults = {};
  if (name === "" && strokes.length === 0) faults.typed_name = "missing";
  else if (name !== "" && (name.match(/\p{L}/gu)?.length ?? 0) < FEWEST_LETTERS) faults.typed_name = "short";
  if (strokes.length > 0 && isSmall(strokes)) faults.strokes = "small";
  return faults;
}

export const isSigned = (signature: Signature): boolean => Object.keys(faultsOf(signature)).length === 0;

function isSmall(strokes: readonly Stroke[]): boolean {
  const points = strokes.flat();
  const span = (place: 0 | 1) => {
    const at = points.map((point) => point[place]);
    return at.reduce((most, each) => Math.max(most, each), 0) - at.reduce((least, each) => Math.min(least, each), PAPER.width);
  };
  return Math.max(span(0), span(1)) < SMALLEST;
}

export const pointsIn = (strokes: readonly Stroke[]): number => strokes.reduce((sum, stroke) => sum + stroke.length, 0);

/** Whether another stroke may begin. */
export const hasRoom = (strokes: readonly Stroke[]): boolean => strokes.length < MOST_STROKES && pointsIn(strokes) < MOST_POINTS;

/** Where on the paper something is that lies on the screen. */
export function pointAt(at: { clientX: number; clientY: number }, box: { left: number; top: number; width: number; height: number }): Point {
  const on = (offset: number, length: number, most: number) => (length > 0 ? Math.min(most, Math.max(0, Math.round((offset / length) * most))) : 0);
  return [on(at.clientX - box.left, box.width, PAPER.width), on(at.clientY - box.top, box.height, PAPER.height)];
}

/** A stroke that goes on through these points, as far as there is room. */
export function drawnOn(stroke: Stroke, points: readonly Point[], room: number): Stroke {
  const next = [...stroke];
  for (const point of points) {
    if (next.length >= room) break;
    const last = next.at(-1);
    if (!last || Math.hypot(point[0] - last[0], point[1] - last[1]) >= NEAR) next.push(point);
  }
  return next.length === stroke.length ? stroke : next;
}

/** A stroke as a smooth line through its points, as the server draws it; one point is a dot. */
export function pathOf(stroke: Stroke): string {
  const [first, ...rest] = stroke;
  if (!first) return "";
  const last = rest.at(-1) ?? first;
  const curves = rest.slice(0, -1).map(([x, y], at) => {
    const next = rest[at + 1] ?? last;
    return `Q${x} ${y} ${Math.round((x + next[0]) / 2)} ${Math.round((y + next[1]) / 2)}`;
  });
  return `M${first[0]} ${first[1]}${curves.join("")}L${last[0]} ${last[1]}`;
}
