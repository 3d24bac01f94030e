import path from "node:path";
import { build, type InlineConfig, type Plugin, type Rolldown } from "vite";

/** The pages that a stranger's telephone opens first. Each finds its code in a few files, whatever else shares parts of it. */
export const LANDINGS = {
  signIn: "src/features/auth/SignInPage.tsx",
  admission: "src/features/admission/AdmissionPage.tsx",
  form: "src/features/forms/pages/FormPage.tsx",
} as const;
export type Landing = keyof typeof LANDINGS;

/** What the shell puts around both ways in, but around no form: it belongs to the pages that have it. */
export const DOOR = "src/app/shells/FrontDoor.tsx";
export const BEHIND_DOOR = ["signIn", "admission"] as const satisfies readonly Landing[];

/** What reaches a module without asking the network again: the first load, a landing, or the source of anything else that loads later. */
type Reached = ReadonlySet<string>;

/**
 * Which of them reach each module, as the build itself finds out when nothing is grouped. Reading imports would not do: whoever
 * names one part of a library's index would reach all of it.
 */
export async function reachedBy(root: string, plain: InlineConfig): Promise<(id: string) => Reached> {
  const chunks = new Map<string, Rolldown.OutputChunk>();
  // Before files of styles alone are taken out of the bundle: styles are parts as well.
  const listen: Plugin = {
    name: "qabul-reached",
    enforce: "pre",
    generateBundle: { order: "pre", handler: (_, bundle) => Object.values(bundle).forEach((file) => file.type === "chunk" && chunks.set(file.fileName, { ...file, imports: [...file.imports], moduleIds: [...file.moduleIds] })) },
  };
  await build({ ...plain, plugins: [...(plain.plugins ?? []), listen], root, configFile: false, logLevel: "silent", build: { ...plain.build, write: false, minify: false, cssMinify: false, manifest: false } });
  const found = new Map<string, Set<string>>();
  for (const chunk of chunks.values()) {
    const from = beginning(root, chunk);
    if (!from) continue;
    for (const id of modulesOf(chunk.fileName, chunks)) {
      let reached = found.get(id);
      if (!reached) found.set(id, (reached = new Set()));
      for (const page of from === DOOR ? BEHIND_DOOR : [from]) reached.add(page);
    }
  }
  const nobody: Reached = new Set();
  return (id) => found.get(id) ?? nobody;
}

/** What the staff's day begins with. */
const DESK = ["src/app/shells/StaffShell.tsx", "src/features/inbox/InboxPage.tsx"];
/** What a form ends with. It needs little of what the ways in share, and none of the front door. */
const FORM_END = "src/features/forms/pages/ReviewPage.tsx";
/** Draw whole forms, or the questions of one, as the form page does. */
const DRAWS_FORMS: ReadonlySet<string> = new Set(["form", "src/features/settings/forms/trial/TrialForm.tsx", "src/forms/unlocked/UnlockedForm.tsx", "src/features/forms/pages/OnBehalfPage.tsx", "src/features/inbox/changes/ChangeDialog.tsx", "src/features/inbox/changes/ChangeForm.tsx"]);

/** What begins with a chunk; nothing where it only holds parts. */
function beginning(root: string, chunk: Rolldown.OutputChunk): string | null {
  if (chunk.isEntry) return "first";
  if (!chunk.isDynamicEntry || !chunk.facadeModuleId) return null;
  const source = path.relative(root, chunk.facadeModuleId).replaceAll("\\", "/");
  return (Object.keys(LANDINGS) as Landing[]).find((landing) => LANDINGS[landing] === source) ?? source;
}

function modulesOf(first: string, chunks: ReadonlyMap<string, Rolldown.OutputChunk>): Set<string> {
  const [seen, modules, queue] = [new Set<string>(), new Set<string>(), [first]];
  for (let name = queue.pop(); name !== undefined; name = queue.pop()) {
    const chunk = chunks.get(name);
    if (!chunk || seen.has(name)) continue;
    seen.add(name);
    for (const id of chunk.moduleIds) modules.add(id);
    queue.push(...chunk.imports);
  }
  return modules;
}

/** The file in which a module travels; null leaves it to the bundler. What reaches a module reaches what it imports: no two files need each other. */
export function fileOf(reached: Reached, isStyle = false): string | null {
  const [signIn, admission, form] = [reached.has("signIn"), reached.has("admission"), reached.has("form")];
  if (reached.has("first")) return "shared";
  if (!signIn && !admission && !form) return null;
  // Neither the staff's day nor a stranger's page brings along what only the other needs.
  if (DESK.some((page) => reached.has(page))) return "common";
  if (signIn && form) return "common";
  if (signIn && admission) return reached.has(FORM_END) ? "common" : "door";
  // A kilobyte of style is less than a request for it.
  if (admission && form) return isStyle ? "common" : "family";
  if (signIn) return "ways";
  if (admission) return "admission";
  // Where answers are read or checked, the whole of a form is not drawn.
  return [...reached].some((from) => !DRAWS_FORMS.has(from)) ? "answers" : "form";
}
