import { useRef, useState } from "react";

/** What a bulk action is carried out on, as people call it. */
export interface Item {
  id: string;
  name: string;
}

/** Something to be done with one item. */
export interface BulkStep {
  item: Item;
  carry: () => Promise<Carried>;
}

/** What became of it: the message of its refusal, or how it is taken back where it can be. */
export type Carried = { refused: string } | { back?: () => Promise<Carried> };

/** What became of all of them. */
export interface Outcome {
  done: number;
  refused: readonly (Item & { messageId: string })[];
  /** Those that were not begun when it was stopped. */
  left: number;
  /** What takes back what was done; empty where nothing can be, or where this took something back itself. */
  backs: readonly BulkStep[];
  undone: boolean;
}

/** Carries out an action on many items, one after the other, so that each is judged by itself; tells how far it is, and what became of each. */
export function useBulk() {
  const [progress, setProgress] = useState<{ done: number; total: number } | null>(null);
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const stopped = useRef(false);

  const run = async (steps: readonly BulkStep[], undone = false): Promise<Outcome> => {
    stopped.current = false;
    setOutcome(null);
    const refused: (Item & { messageId: string })[] = [];
    const backs: BulkStep[] = [];
    let begun = 0;
    for (const { item, carry } of steps) {
      if (stopped.current) break;
      setProgress({ done: begun, total: steps.length });
      begun += 1;
      // The next waits for this one: the server is asked no faster than a person could.
      // oxlint-disable-next-line no-await-in-loop
      const carried = await carry();
      if ("refused" in carried) refused.push({ ...item, messageId: carried.refused });
      else if (carried.back && !undone) backs.push({ item, carry: carried.back });
    }
    const ended: Outcome = { done: begun - refused.length, refused, left: steps.length - begun, backs, undone };
    setProgress(null);
    setOutcome(ended);
    return ended;
  };
  return {
    progress,
    outcome,
    run,
    stop: () => {
      stopped.current = true;
    },
    undo: () => void (outcome && run(outcome.backs, true)),
    close: () => setOutcome(null),
  };
}
