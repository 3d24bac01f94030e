/** What a field's files may be. The server looks at the bytes and decides; this spares a wait. */
import type { UploadFault } from "../context";
import type { UploadRule } from "../model";
import { isHeic } from "./shrink";

const MEGABYTE = 1024 * 1024;
const EXTENSIONS: Readonly<Record<UploadRule["kinds"][number], readonly string[]>> = {
  pdf: ["pdf"],
  image: ["png", "jpg", "jpeg", "webp"],
};
const MEDIA_TYPES: Readonly<Record<UploadRule["kinds"][number], readonly string[]>> = {
  pdf: ["application/pdf"],
  image: ["image/png", "image/jpeg", "image/webp"],
};

/** The tier's limit in bytes. */
export function tierBytes(tier: UploadRule["tier"]): number {
  return parseInt(tier, 10) * MEGABYTE;
}

/**
 * The `accept` of the file input. An iPhone turns its own pictures into JPEG as long as their format is not asked for; elsewhere a
 * person who has such files must be able to choose them.
 */
export function acceptOf(rule: UploadRule, convertsItself = isApplePhone()): string {
  const heic = rule.kinds.includes("image") && !convertsItself ? [".heic", ".heif"] : [];
  return [...rule.kinds.flatMap((kind) => [...MEDIA_TYPES[kind], ...EXTENSIONS[kind].map((extension) => `.${extension}`)]), ...heic].join(",");
}

function isApplePhone(): boolean {
  return /iPhone|iPad|iPod/.test(navigator.userAgent) || (navigator.userAgent.includes("Macintosh") && navigator.maxTouchPoints > 1);
}

/** Why a file cannot be had at all, whatever is made of it, or null. */
export function checkKind(file: Pick<File, "name" | "type">, rule: UploadRule): UploadFault | null {
  return rule.kinds.includes("image") && isHeic(file) ? null : checkFile({ name: file.name, type: file.type, size: 0 }, rule);
}

/** Why a chosen file cannot be sent, or null. */
export function checkFile(file: Pick<File, "name" | "type" | "size">, rule: UploadRule): UploadFault | null {
  const extension = file.name.split(".").at(-1)?.toLowerCase() ?? "";
  const known = rule.kinds.some((kind) => MEDIA_TYPES[kind].includes(file.type) || (file.type === "" && EXTENSIONS[kind].includes(extension)));
  if (!known) return "wrongType";
  return file.size > tierBytes(rule.tier) ? "tooLarge" : null;
}
