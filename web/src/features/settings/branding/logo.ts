import type { Wish } from "../desk/desk";
import type { SettingBlob } from "../desk/types";

export const LOGO = { file: "school.yaml", pointer: "/branding/logo" } as const;

/** Pictures that were uploaded in this window, to be shown before the server has published them. */
const pictures = new Map<string, string>();

/** Remembers how an upload looks. */
export function rememberPicture(sha256: string, picture: Blob): void {
  if (!pictures.has(sha256)) pictures.set(sha256, URL.createObjectURL(picture));
}

/** The address of a picture that was uploaded in this window. */
export const pictureOf = (sha256: string): string | undefined => pictures.get(sha256);

/** The digest that an edit of a whole file names. */
export function blobOf(value: unknown): string | null {
  return typeof value === "object" && value !== null && "$blob" in value && typeof value.$blob === "string" ? value.$blob : null;
}

/**
 * The edits that make an upload the logo: a file of its own name, so that no browser shows an old one from its cache;
 * the one that this draft brought before goes again.
 */
export function logoWishes(blob: SettingBlob, before: string | undefined, published: string | undefined): Wish[] {
  const file = `assets/logo-${blob.sha256.slice(0, 12)}.png`;
  const wishes: Wish[] = [{ file, pointer: "", value: { $blob: blob.sha256 } }, { ...LOGO, value: file }];
  if (before?.startsWith("assets/logo-") && before !== published && before !== file) wishes.push({ file: before, pointer: "", value: undefined });
  return wishes;
}

export const LOGO_DARK = { file: "school.yaml", pointer: "/branding/logo_dark" } as const;

/** The same that make an upload the logo for dark grounds, or take it away: the one that this draft brought before goes again. */
export function logoDarkWishes(blob: SettingBlob | null, before: string | null | undefined, published: string | null | undefined): Wish[] {
  const file = blob ? `assets/logo-dark-${blob.sha256.slice(0, 12)}.png` : undefined;
  const wishes: Wish[] = [{ ...LOGO_DARK, value: file }];
  if (blob && file) wishes.unshift({ file, pointer: "", value: { $blob: blob.sha256 } });
  if (before?.startsWith("assets/logo-dark-") && before !== published && before !== file) wishes.push({ file: before, pointer: "", value: undefined });
  return wishes;
}

export const PHOTO = { file: "school.yaml", pointer: "/branding/photo" } as const;

/** The same that make an upload the photograph, or take it away: the one that this draft brought before goes again. */
export function photoWishes(blob: SettingBlob | null, before: string | null | undefined, published: string | null | undefined): Wish[] {
  const file = blob ? `assets/photo-${blob.sha256.slice(0, 12)}.jpg` : undefined;
  const wishes: Wish[] = [{ ...PHOTO, value: file }];
  if (blob && file) wishes.unshift({ file, pointer: "", value: { $blob: blob.sha256 } });
  if (before?.startsWith("assets/photo-") && before !== published && before !== file) wishes.push({ file: before, pointer: "", value: undefined });
  return wishes;
}

/** The longest side of what is sent: the server keeps no more of it. */
const SENT_EDGE = 1600;

/** A photograph made small enough to be sent; as it came where the browser cannot read it, so that the server says what is wrong. */
export async function smaller(photo: File): Promise<File> {
  if (photo.size <= 1 << 20) return photo;
  const picture = await createImageBitmap(photo).catch(() => null);
  if (!picture) return photo;
  const scale = Math.min(1, SENT_EDGE / Math.max(picture.width, picture.height));
  const canvas = document.createElement("canvas");
  canvas.width = Math.round(picture.width * scale);
  canvas.height = Math.round(picture.height * scale);
  canvas.getContext("2d")?.drawImage(picture, 0, 0, canvas.width, canvas.height);
  picture.close();
  const made = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, "image/jpeg", 0.86));
  return made ? new File([made], "photo.jpg", { type: "image/jpeg" }) : photo;
}

/** The largest box of a picture's own proportions within limits. */
export function fitted(width: number, ratio: number | null): { width: number; height: number } {
  const wide = Math.round(Math.min(800, Math.max(16, width)));
  return { width: wide, height: ratio ? Math.round(Math.min(400, Math.max(16, wide / ratio))) : wide };
}

/** A box as large as another, in a picture's own proportions: a new logo keeps the old one's weight on the page. */
export function asLargeAs(box: { width: number; height: number }, ratio: number): { width: number; height: number } {
  return fitted(Math.sqrt(box.width * box.height * ratio), ratio);
}
