import { expect, it } from "vitest";
import { pdfOf } from "./pdf";

/** A byte a character, as the places in a PDF count. */
function bytesOf(blob: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.addEventListener("load", () => resolve(typeof reader.result === "string" ? reader.result : ""));
    reader.addEventListener("error", () => reject(new Error("unreadable")));
    reader.readAsBinaryString(blob);
  });
}

const page = (text: string, width: number, height: number) => ({ jpeg: new Blob([text], { type: "image/jpeg" }), width, height });

it("has a page for each picture, in their order and as it stands", async () => {
  const joined = pdfOf([page("first picture", 1_500, 2_000), page("second", 2_000, 1_000)]);
  expect(joined.type).toBe("application/pdf");
  const text = await bytesOf(joined);
  expect(text.startsWith("%PDF-1.4\n")).toBe(true);
  expect(text.endsWith("%%EOF\n")).toBe(true);
  expect(text).toContain("/Count 2 /Kids [3 0 R 6 0 R]");
  // The long side is that of A4, however the page lies.
  expect(text.match(/\/MediaBox \[[^\]]*\]/g)).toEqual(["/MediaBox [0 0 631.50 842.00]", "/MediaBox [0 0 842.00 421.00]"]);
  expect(text).toContain("/Width 1500 /Height 2000 /ColorSpace /DeviceRGB /BitsPerComponent 8 /Filter /DCTDecode /Length 13 >>\nstream\nfirst picture\nendstream");
  expect(text.indexOf("first picture")).toBeLessThan(text.indexOf("stream\nsecond\nendstream"));
});

it("says of each of its parts where it is", async () => {
  const text = await bytesOf(pdfOf([page("ü\u0000ÿ", 10, 20), page("b", 1, 1)]));
  const table = Number(/startxref\n(\d+)\n/.exec(text)?.[1]);
  expect(text.slice(table, table + 4)).toBe("xref");
  const places = [...text.slice(table).matchAll(/^(\d{10}) 00000 n $/gm)].map(([, place]) => Number(place));
  expect(places).toHaveLength(8);
  for (const [index, place] of places.entries()) expect(text.slice(place)).toMatch(new RegExp(`^${index + 1} 0 obj\n`));
  expect(text).toContain("/Size 9 /Root 1 0 R");
});
