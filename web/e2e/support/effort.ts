import type { BrowserContext } from "@playwright/test";

/** What a person would have done with hands and head. */
export interface Effort {
  clicks: number;
  /** Characters typed, into the page or at the command line. */
  characters: number;
  /** Fields filled in or chosen from. */
  fields: number;
}

/**
 * Seconds of a person's time, by the keystroke-level model (Card, Moran, Newell): 0.28 s a character for an average typist,
 * 1.1 s to point, 0.2 s to press, and 1.35 s of thought before each field and each click.
 */
export function seconds({ clicks, characters, fields }: Effort): number {
  return characters * 0.28 + clicks * (1.1 + 0.2 + 1.35) + fields * 1.35;
}

/** Counts what is clicked and typed in a browser from now on. */
export async function measure(context: BrowserContext): Promise<Effort> {
  const effort: Effort = { clicks: 0, characters: 0, fields: 0 };
  await context.exposeBinding("__effort", (_source, kind: "click" | "field", characters: number) => {
    if (kind === "click") effort.clicks += 1;
    else {
      effort.fields += 1;
      effort.characters += characters;
    }
  });
  await context.addInitScript(() => {
    const tell = (kind: string, characters: number) => (window as unknown as { __effort: (kind: string, characters: number) => void }).__effort(kind, characters);
    addEventListener("click", (event) => event.isTrusted && tell("click", 0), true);
    addEventListener("change", (event) => {
      const field = event.target;
      if (field instanceof HTMLInputElement && ["checkbox", "radio", "file"].includes(field.type)) return;
      if (field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement) tell("field", field.value.length);
      else if (field instanceof HTMLSelectElement) tell("field", 0);
    }, true);
  });
  return effort;
}
