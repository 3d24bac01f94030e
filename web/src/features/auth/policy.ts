export { judge, LONGEST, SHORTEST, type PolicyState } from "@/ui/passwordPolicy";

/** The one-time token of a link's fragment, written either bare or as `token=…`. */
export function tokenOf(fragment: string): string {
  const text = fragment.replace(/^#/, "");
  return new URLSearchParams(text).get("token") ?? (text.includes("=") ? "" : decodeURIComponent(text));
}
