/**
 * Whose letters a pattern asks for, where it takes those of one script and no others: what is wrong can then be said in words. The server
 * reads it alike (`platform/form/src/validate.rs`).
 */
export function lettersOf(pattern: string): "latin" | "arabic" | null {
  if (/\[\^|\\P\{|\\p\{L/.test(pattern)) return null;
  const scripts = new Set([...pattern.matchAll(/\\p\{Script=([^}]*)\}/g)].map(([, script]) => script));
  if (scripts.size !== 1) return null;
  return scripts.has("Latin") ? "latin" : scripts.has("Arabic") ? "arabic" : null;
}
