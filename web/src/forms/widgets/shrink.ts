/** Pictures from telephones are made smaller here, so that a photograph of a paper is sent in seconds and never refused for its size. */

/** The longest side of a picture that is sent: a page of small print stays readable. */
const LONGEST_SIDE = 2_000;
/** What is smaller than this is sent as it is. */
const SMALL_BYTES = 900_000;
/** From the best picture to the smallest that still shows a paper. */
const TRIES: readonly { side: number; quality: number }[] = [
  { side: LONGEST_SIDE, quality: 0.85 },
  { side: LONGEST_SIDE, quality: 0.7 },
  { side: 1_500, quality: 0.7 },
];

/** Whether a file is a picture in the format of newer telephones, which schools' computers cannot open. */
export function isHeic({ name, type }: Pick<File, "name" | "type">): boolean {
  return /^image\/hei[cf]/.test(type) || (type === "" && /\.(heic|heif)$/i.test(name));
}

/** Whether a file is a picture that this browser may be able to make smaller. */
export function isPicture(file: Pick<File, "name" | "type">): boolean {
  return /^image\/(jpeg|png|webp)$/.test(file.type) || isHeic(file);
}

/** The picture as it is sent; the same file where nothing is gained, and null where the browser cannot read it. */
export async function shrink(file: File, limit: number): Promise<File | null> {
  if (!isHeic(file) && file.size <= Math.min(SMALL_BYTES, limit)) return file;
  return await withPicture(file, async (picture) => {
    if (!picture) return isHeic(file) ? null : file;
    let best: Blob | null = null;
    for (const { side, quality } of TRIES) {
      best = await draw(picture, side, quality);
      if (best && best.size <= limit) break;
    }
    if (!best || (!isHeic(file) && best.size >= file.size)) return file;
    return new File([best], file.name.replace(/\.[^.]*$/, "") + ".jpg", { type: "image/jpeg", lastModified: file.lastModified });
  });
}

/** A small picture of a picture; null where the browser cannot read it. */
export async function thumbnail(file: File): Promise<Blob | null> {
  return await withPicture(file, async (picture) => (picture ? await draw(picture, 160, 0.7) : null));
}

/** A picture as a page of a document: a JPEG, and its sides in pixels. */
export interface PicturePage {
  jpeg: Blob;
  width: number;
  height: number;
}

/** How many times a page can be drawn smaller. */
export const PAGE_LEVELS = TRIES.length;

/** A picture as a page, smaller with each level; null where the browser cannot read it. */
export async function asPage(file: File, level: number): Promise<PicturePage | null> {
  const { side, quality } = TRIES[Math.min(level, PAGE_LEVELS - 1)] ?? { side: LONGEST_SIDE, quality: 0.7 };
  return await withPicture(file, async (picture) => {
    const jpeg = picture && (await draw(picture, side, quality));
    return jpeg && { jpeg, ...sidesWithin(picture, side) };
  });
}

/** Works on one picture after another: one of 48 megapixels takes 200 MB while it is open. */
let turn: Promise<unknown> = Promise.resolve();

function withPicture<T>(file: File, work: (picture: ImageBitmap | null) => Promise<T>): Promise<T> {
  const done = turn.then(async () => {
    const picture = await createImageBitmap(file, { imageOrientation: "from-image" }).catch(() => null);
    try {
      return await work(picture);
    } finally {
      picture?.close();
    }
  });
  turn = done.catch(() => undefined);
  return done;
}

function sidesWithin(picture: ImageBitmap, side: number): { width: number; height: number } {
  const scale = Math.min(1, side / Math.max(picture.width, picture.height));
  return { width: Math.max(1, Math.round(picture.width * scale)), height: Math.max(1, Math.round(picture.height * scale)) };
}

/** The picture within a square of this side. */
function draw(picture: ImageBitmap, side: number, quality: number): Promise<Blob | null> {
  const canvas = Object.assign(document.createElement("canvas"), sidesWithin(picture, side));
  const pen = canvas.getContext("2d");
  if (!pen) return Promise.resolve(null);
  // What was transparent would turn black.
  pen.fillStyle = "#fff";
  pen.fillRect(0, 0, canvas.width, canvas.height);
  pen.imageSmoothingQuality = "high";
  pen.drawImage(picture, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve) => canvas.toBlob(resolve, "image/jpeg", quality));
}
