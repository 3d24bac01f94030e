/** What a field's files may be. The server looks at the bytes and decides; this spares a wait. */
import type { UploadFault } from "../context";
import type { UploadRule } from "../model";

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

/** The `accept` of the file input. */
export function acceptOf(rule: UploadRule): string {
  return rule.kinds.flatMap((kind) => [...MEDIA_TYPES[kind], ...EXTENSIONS[kind].map((extension) => `.${extension}`)]).join(",");
}

/** Why a chosen file cannot be sent, or null. */
export function checkFile(file: Pick<File, "name" | "type" | "size">, rule: UploadRule): UploadFault | null {
  const extension = file.name.split(".").at(-1)?.toLowerCase() ?? "";
  const known = rule.kinds.some((kind) => MEDIA_TYPES[kind].includes(file.type) || (file.type === "" && EXTENSIONS[kind].includes(extension)));
  if (!known) return "wrongType";
  return file.size > tierBytes(rule.tier) ? "tooLarge" : null;
}
