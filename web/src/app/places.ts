import type { Place } from "@/ui/room";

const found = import.meta.glob<readonly Place[]>("../features/*/places.ts", { eager: true, import: "places" });

/** The places of the signed-in, in the order in which the day goes. */
export const places: readonly Place[] = Object.values(found)
  .flat()
  .toSorted((one, two) => one.order - two.order);
