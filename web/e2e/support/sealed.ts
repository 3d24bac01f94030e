import { spawnSync } from "node:child_process";
import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { root } from "./cli.ts";

// What tools of others say of a sealed letter. One that is not at hand says nothing (null): `make test` brings them, and names what it cannot.

function said(tool: string, of: string[]): string | null {
  const { status, stdout, stderr } = spawnSync(tool, of, { encoding: "utf8" });
  return status === null ? null : stdout + stderr;
}

/** The text that stands on it, what pdfsig says, and what pyHanko says with a certificate (DER) to trust. */
export function readSealed(pdf: Buffer, certificate?: Buffer): { text: string | null; pdfsig: string | null; pyhanko: string | null } {
  const folder = mkdtempSync(path.join(tmpdir(), "qabul-sealed-"));
  try {
    const [file, trusted, script] = [path.join(folder, "letter.pdf"), path.join(folder, "root.der"), path.join(folder, "say.py")];
    writeFileSync(file, pdf);
    if (certificate) writeFileSync(trusted, certificate);
    // Under another name: where it stands it hides the package that it is called after.
    copyFileSync(path.join(root, "platform/letters/tests/world/pyhanko.py"), script);
    const python = process.env.QABUL_PYHANKO;
    return {
      text: said("pdftotext", [file, "-"]),
      pdfsig: said("pdfsig", ["-nocert", file]),
      pyhanko: python && certificate ? said(python, [script, file, trusted]) : null,
    };
  } finally {
    rmSync(folder, { recursive: true });
  }
}
