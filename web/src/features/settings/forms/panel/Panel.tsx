import { Skeleton } from "@mantine/core";
import { lazy, Suspense, useEffect, useRef } from "react";
import { useBuilder } from "../useBuilder";
import { FormPanel } from "./FormPanel";
import { QuestionPanel } from "./QuestionPanel";
import { StepPanel } from "./StepPanel";

// Sorting is a library of its own.
const TotalsPanel = lazy(async () => ({ default: (await import("../totals/TotalsPanel")).TotalsPanel }));

/** What is selected, to be worked on. */
export function Panel({ focusTurn }: { focusTurn: number }) {
  const { selected } = useBuilder();
  const first = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (focusTurn === 0) return;
    first.current?.focus();
    first.current?.select();
  }, [focusTurn]);
  if (selected.startsWith("question:")) return <QuestionPanel key={selected} path={selected.slice("question:".length)} focus={first} />;
  if (selected.startsWith("step:")) return <StepPanel key={selected} id={selected.slice("step:".length)} focus={first} />;
  if (selected === "totals") {
    return (
      <Suspense fallback={<Skeleton height={240} radius="md" />}>
        <TotalsPanel focus={first} />
      </Suspense>
    );
  }
  return <FormPanel focus={first} />;
}
