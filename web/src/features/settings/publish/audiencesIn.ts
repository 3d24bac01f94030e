import { isRecord } from "../forms/model/types";

/** For whom alone a form's document keeps something, wherever it says so. Pure. */
export function audiencesIn(document: unknown): string[] {
  const own = isRecord(document) && isRecord(document.audiences) ? Object.keys(document.audiences) : [];
  return [...new Set([...named(document), ...own])].toSorted();
}

/** What stands at `x-audience`, at a step or a question. */
function named(node: unknown): string[] {
  if (Array.isArray(node)) return node.flatMap(named);
  if (!isRecord(node)) return [];
  return Object.entries(node).flatMap(([key, value]) => (key === "x-audience" && typeof value === "string" ? [value] : named(value)));
}
