import type { Wish } from "../desk/desk";
import type { PluginEntry } from "../desk/wordsApi";

/** The edits that make a component the one of this name: its file, and the digest where `school.yaml` names one. */
export function componentWishes({ name, file }: Pick<PluginEntry, "name" | "file">, digest: string, pinned: unknown): Wish[] {
  const wishes: Wish[] = [{ file, pointer: "", value: { $blob: digest } }];
  if (typeof pinned === "string") wishes.push({ file: "school.yaml", pointer: `/plugins/${name}/digest`, value: digest });
  return wishes;
}
