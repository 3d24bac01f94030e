/**
 * A PDF of pictures alone: a page for each JPEG, which stands in it as it is. That is all of the format that joining photographs needs; a
 * library that writes all of it weighs a hundred times as much on a phone.
 */
import type { PicturePage } from "@/forms/widgets/shrink";

/** The long side of A4, in points. */
const LONG_SIDE = 842;

/** Four bytes above 127 say that the file is no text. */
const HEAD = new Uint8Array([0x25, 0x50, 0x44, 0x46, 0x2d, 0x31, 0x2e, 0x34, 0x0a, 0x25, 0xe2, 0xe3, 0xcf, 0xd3, 0x0a]);

/** Objects before the pages': the catalogue and the list of pages. */
const BEFORE = 2;
/** Objects of a page: itself, what is drawn on it, and the picture. */
const EACH = 3;

/** A PDF of these pages, in their order. */
export function pdfOf(pages: readonly PicturePage[]): Blob {
  const parts: BlobPart[] = [HEAD];
  const places: number[] = [];
  let at = HEAD.byteLength;
  const write = (part: string | Blob) => {
    parts.push(part);
    at += typeof part === "string" ? part.length : part.size;
  };
  const object = (...body: readonly (string | Blob)[]) => {
    places.push(at);
    write(`${places.length} 0 obj\n`);
    body.forEach(write);
    write("\nendobj\n");
  };
  const numberOf = (index: number) => BEFORE + 1 + index * EACH;
  object("<< /Type /Catalog /Pages 2 0 R >>");
  object(`<< /Type /Pages /Count ${pages.length} /Kids [${pages.map((_page, index) => `${numberOf(index)} 0 R`).join(" ")}] >>`);
  for (const [index, { jpeg, width, height }] of pages.entries()) {
    const own = numberOf(index);
    const scale = LONG_SIDE / Math.max(width, height);
    const [wide, high] = [(width * scale).toFixed(2), (height * scale).toFixed(2)];
    const drawn = `q ${wide} 0 0 ${high} 0 0 cm /Photo Do Q`;
    object(`<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${wide} ${high}] /Resources << /XObject << /Photo ${own + 2} 0 R >> >> /Contents ${own + 1} 0 R >>`);
    object(`<< /Length ${drawn.length} >>\nstream\n${drawn}\nendstream`);
    object(
      `<< /Type /XObject /Subtype /Image /Width ${width} /Height ${height} /ColorSpace /DeviceRGB /BitsPerComponent 8 /Filter /DCTDecode /Length ${jpeg.size} >>\nstream\n`,
      jpeg,
      "\nendstream",
    );
  }
  const table = at;
  // Each line of the table is twenty bytes.
  const lines = places.map((place) => `${String(place).padStart(10, "0")} 00000 n \n`);
  write(`xref\n0 ${places.length + 1}\n0000000000 65535 f \n${lines.join("")}trailer\n<< /Size ${places.length + 1} /Root 1 0 R >>\nstartxref\n${table}\n%%EOF\n`);
  return new Blob(parts, { type: "application/pdf" });
}
