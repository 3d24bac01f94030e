import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";

/** `src`, of which every path here is told. */
export const root = path.resolve(import.meta.dirname, "..");
export const files = readdirSync(root, { recursive: true, encoding: "utf8" }).filter((file) => /\.tsx?$/.test(file));
const known = new Set(files);

export interface Import {
  from: string;
  /** As it is spelled, from `src` on: mostly without an ending. */
  to: string;
}

const target = (file: string, spelled: string) => (spelled.startsWith("@/") ? spelled.slice(2) : path.relative(root, path.resolve(root, path.dirname(file), spelled)));

/** What a file names after `from` or `import`, types and later loads included, and what it gathers by a glob. */
export function importsOf(file: string): Import[] {
  const text = readFileSync(path.join(root, file), "utf8");
  const spelled = [...text.matchAll(/(?:from|import)\s*\(?\s*"((?:@\/|\.)[^"]+)"/g)].map((match) => target(file, match[1] ?? ""));
  const globs = [...text.matchAll(/import\.meta\.glob(?:<[^(]*>)?\(\s*"((?:@\/|\.)[^"]+)"/g)].map((match) => target(file, match[1] ?? ""));
  const gathered = globs.flatMap((glob) => {
    const pattern = new RegExp(`^${glob.replaceAll(".", "\\.").replaceAll("*", "[^/]+")}$`);
    return files.filter((each) => pattern.test(each));
  });
  return [...spelled, ...gathered].filter((to) => !to.startsWith("..")).map((to) => ({ from: file, to }));
}

/** The file that an import means; undefined for a style sheet or a picture. */
export const fileOf = (to: string) => [to, `${to}.ts`, `${to}.tsx`].find((each) => known.has(each));

/** The groups of files that reach each other in a circle (Tarjan's strongly connected components). */
export function circles(): string[][] {
  const next = new Map(files.map((file) => [file, importsOf(file).flatMap(({ to }) => fileOf(to) ?? [])]));
  const met = new Map<string, number>();
  const low = new Map<string, number>();
  const open: string[] = [];
  const found: string[][] = [];
  const visit = (file: string): number => {
    const number = met.size;
    met.set(file, number);
    low.set(file, number);
    open.push(file);
    for (const other of next.get(file) ?? []) {
      if (!met.has(other)) low.set(file, Math.min(low.get(file) ?? number, visit(other)));
      else if (open.includes(other)) low.set(file, Math.min(low.get(file) ?? number, met.get(other) ?? number));
    }
    if (low.get(file) === number) {
      const group = open.splice(open.indexOf(file));
      if (group.length > 1) found.push(group.toSorted());
    }
    return low.get(file) ?? number;
  };
  for (const file of files) if (!met.has(file)) visit(file);
  return found;
}
