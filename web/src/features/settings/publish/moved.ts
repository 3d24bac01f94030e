/** Which of the names that are in both lists stand at another place among each other: as few as put the rest into the same order. */
export function movedAmong(before: readonly string[], after: readonly string[]): ReadonlySet<string> {
  const at = new Map(before.map((name, index) => [name, index]));
  const kept = after.filter((name) => at.has(name));
  // The longest run that kept its order, ending at each name.
  const length = kept.map(() => 1);
  const from = kept.map(() => -1);
  for (let here = 0; here < kept.length; here += 1) {
    for (let there = 0; there < here; there += 1) {
      if ((at.get(kept[there]!) ?? 0) < (at.get(kept[here]!) ?? 0) && length[there]! + 1 > length[here]!) {
        length[here] = length[there]! + 1;
        from[here] = there;
      }
    }
  }
  const stayed = new Set<string>();
  for (let here = length.indexOf(Math.max(0, ...length)); here >= 0; here = from[here]!) stayed.add(kept[here]!);
  return new Set(kept.filter((name) => !stayed.has(name)));
}
