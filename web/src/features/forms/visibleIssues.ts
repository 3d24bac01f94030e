import type { Issue } from "@/forms/model";

interface Input {
  /** What the page itself found. */
  issues: readonly Issue[];
  /** What the school's rules or the server found. */
  own: readonly Issue[];
  /** The person wanted to go on: everything shows. */
  all: boolean;
  /** Fields that the person has left. */
  left: ReadonlySet<string>;
}

/**
 * The issues to show at the fields. Before the person wants to go on, only what is wrong in a field already left shows, and never
 * that something is missing: nobody wants to be told so while still on the way to it.
 */
export function visibleIssues({ issues, own, all, left }: Input): Issue[] {
  const found = all ? issues : issues.filter((issue) => issue.code !== "required" && left.has(issue.path));
  const seen = new Set<string>();
  return [...found, ...own].filter((issue) => {
    const key = `${issue.path} ${issue.code}`;
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}
