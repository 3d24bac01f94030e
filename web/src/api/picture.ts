/** Bytes that came as a picture, as an address that a page can show. */

/** How the kinds of picture begin that are shown; drawings that can hold scripts are not among them. */
const SHOWN: ReadonlyArray<readonly [type: string, begins: RegExp]> = [
  ["image/png", /^\x89PNG\r\n/],
  ["image/jpeg", /^\xff\xd8\xff/],
  ["image/webp", /^RIFF[\s\S]{4}WEBP/],
];

/** A file's bytes as a `data:` address; null where they are no picture to be shown. What the sender calls them does not count. */
export async function pictureAddress(bytes: Blob): Promise<string | null> {
  const head = String.fromCharCode(...new Uint8Array(await bytes.slice(0, 12).arrayBuffer()));
  const type = SHOWN.find(([, begins]) => begins.test(head))?.[0];
  if (!type) return null;
  return new Promise((resolve) => {
    const reader = new FileReader();
    reader.addEventListener("load", () => resolve(typeof reader.result === "string" ? reader.result : null));
    reader.addEventListener("error", () => resolve(null));
    reader.readAsDataURL(new Blob([bytes], { type }));
  });
}
