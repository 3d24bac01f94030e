import type { Section } from "./sections";

const found = import.meta.glob<Section>("../*/room.tsx", { eager: true, import: "section" });

/** Every room of the desk, in its order. */
export const SECTIONS: readonly Section[] = Object.values(found).toSorted((one, two) => one.order - two.order);
