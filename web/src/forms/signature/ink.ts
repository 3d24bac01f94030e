/** A signature's ink and paper: the canvas at the screen's own sharpness, and a typed name written out as by hand. */
import type { PointGroup } from "signature_pad";

/** The picture is dark on white wherever it is looked at, whatever the page's colours are. */
export const INK = "#15224a";
export const PAPER = "#ffffff";

/** Sharper than three dots a point makes the file larger and nothing better. */
const SHARPEST = 3;

/** Handwriting that systems bring along; the last ones are what every system has. */
const LATIN_HANDS = '"Snell Roundhand", "Segoe Script", "Dancing Script", "Bradley Hand", "URW Chancery L", "Z003", cursive';
const ARABIC_HANDS = '"Aref Ruqaa", "Diwan Thuluth", "DecoType Naskh", "Aldhabi", "Noto Nastaliq Urdu", "Farah", "Noto Naskh Arabic", "Traditional Arabic", "Noto Sans Arabic Variable", serif';

/** Fits the canvas's dots to the screen; the size that it is drawn in comes back. */
export function fitCanvas(canvas: HTMLCanvasElement): { width: number; height: number } {
  const { clientWidth: width, clientHeight: height } = canvas;
  const ratio = Math.min(Math.max(window.devicePixelRatio || 1, 1), SHARPEST);
  canvas.width = Math.round(width * ratio);
  canvas.height = Math.round(height * ratio);
  canvas.getContext("2d")?.scale(ratio, ratio);
  return { width, height };
}

/** Strokes as they lie on paper of another width. */
export function scaled(strokes: readonly PointGroup[], by: number): PointGroup[] {
  return strokes.map((stroke) => ({ ...stroke, points: stroke.points.map((point) => ({ ...point, x: point.x * by })) }));
}

/** Whether a name is written from right to left. */
export function isArabic(name: string): boolean {
  return /\p{Script=Arabic}/u.test(name);
}

/** The largest letters, in points, with which a name of this width (at 100 points) fits the paper. */
export function lettersFor(widthAt100: number, paper: { width: number; height: number }): number {
  const most = paper.height * 0.38;
  return widthAt100 <= 0 ? most : Math.max(12, Math.min(most, ((paper.width * 0.86) / widthAt100) * 100));
}

/** Writes a name onto the paper: slanted, as large as it fits, with a stroke under it. */
export function writeName(canvas: HTMLCanvasElement, name: string): void {
  const paper = fitCanvas(canvas);
  const pen = canvas.getContext("2d");
  if (!pen) return;
  const { width, height } = paper;
  pen.fillStyle = PAPER;
  pen.fillRect(0, 0, width, height);
  if (name === "") return;
  const rtl = isArabic(name);
  const hand = (size: number) => `${rtl ? "" : "italic "}${size}px ${rtl ? ARABIC_HANDS : LATIN_HANDS}`;
  pen.font = hand(100);
  const natural = pen.measureText(name).width;
  const size = lettersFor(natural, paper);
  const half = (natural * size) / 200;
  const line = height * 0.56;
  pen.save();
  // Writing leans towards where it goes, a little upwards.
  pen.transform(1, rtl ? 0.03 : -0.03, rtl ? 0.12 : -0.12, 1, width / 2, line);
  pen.font = hand(size);
  pen.direction = rtl ? "rtl" : "ltr";
  pen.textAlign = "center";
  pen.textBaseline = "middle";
  pen.fillStyle = INK;
  pen.fillText(name, 0, 0);
  const way = rtl ? -1 : 1;
  pen.beginPath();
  pen.moveTo(-half * 0.9 * way, size * 0.62);
  pen.quadraticCurveTo(half * 0.3 * way, size * 0.5, half * 1.02 * way, size * 0.66);
  pen.strokeStyle = INK;
  pen.lineCap = "round";
  pen.lineWidth = Math.max(1.2, size / 28);
  pen.stroke();
  pen.restore();
}

/** The canvas as a PNG; null where the browser makes none. */
export function pngOf(canvas: HTMLCanvasElement): Promise<Blob | null> {
  return new Promise((resolve) => canvas.toBlob(resolve, "image/png"));
}
