import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import path from "node:path";
import { expect } from "@playwright/test";
import { state } from "./state.ts";

/** Undoes what mail does to text on its way. */
function plain(raw: string): string {
  const parts = raw.split(/\r?\n\r?\n/);
  const head = parts.slice(0, 1).join("");
  const boundary = /boundary="?([^"\r\n;]+)/i.exec(raw)?.[1];
  const text = boundary ? (raw.split(`--${boundary}`).find((part) => /content-type:\s*text\/plain/i.test(part)) ?? raw) : raw;
  const [own, ...rest] = text.replace(/^\r?\n/, "").split(/\r?\n\r?\n/);
  const encoding = /content-transfer-encoding:\s*(\S+)/i.exec(own ?? head)?.[1]?.toLowerCase();
  const body = rest.join("\n\n");
  if (encoding === "base64") return Buffer.from(body.replaceAll(/\s/g, ""), "base64").toString("utf8");
  if (encoding !== "quoted-printable") return body;
  const bytes = body.replaceAll(/=\r?\n/g, "").replaceAll(/=([0-9A-F]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, "latin1").toString("utf8");
}

/** The text of the newest mail to an address that matches: the server of the tests puts mail into its data folder. */
export async function mailTo(address: string, wanted: RegExp): Promise<RegExpExecArray> {
  const folder = path.join(state().data, "mail");
  let found: RegExpExecArray | null = null;
  await expect
    .poll(
      () => {
        const files = existsSync(folder) ? readdirSync(folder).filter((file) => file.endsWith(".eml")) : [];
        const newest = files.map((file) => path.join(folder, file)).toSorted((one, two) => statSync(two).mtimeMs - statSync(one).mtimeMs);
        for (const file of newest) {
          const raw = readFileSync(file, "utf8");
          if (!new RegExp(`^To:.*${address.replaceAll(".", "\\.")}`, "im").test(raw)) continue;
          found = wanted.exec(plain(raw));
          if (found) return true;
        }
        return false;
      },
      { message: `a mail to ${address}`, timeout: 20_000 },
    )
    .toBe(true);
  return found as unknown as RegExpExecArray;
}
