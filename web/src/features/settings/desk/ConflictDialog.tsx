import { lazy, Suspense } from "react";
import { useDesk } from "./useDesk";

// Asked for when there is a conflict, which is seldom.
const ConflictChoices = lazy(async () => ({ default: (await import("./ConflictChoices")).ConflictChoices }));

/** Somebody was faster: theirs and mine side by side, field by field, and a choice for each. Nothing is lost. */
export function ConflictDialog() {
  const { conflict, settle } = useDesk();
  if (!conflict) return null;
  return (
    <Suspense>
      <ConflictChoices key={conflict.map(({ theirs }) => theirs.version).join()} conflict={conflict} settle={settle} />
    </Suspense>
  );
}
