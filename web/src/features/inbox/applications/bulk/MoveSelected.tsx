import { Button } from "@mantine/core";
import { lazy, Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { isStanding } from "@/api/standing";
import { IconHistory } from "@/ui/icons";
import type { Selection } from "@/ui/list/useSelection";
import type { BulkRow } from "../../EnquiryBulk";
import { useWays } from "./useMoves";

// Asked for by a press: no list waits for it.
const MoveManyDialog = lazy(async () => ({ default: (await import("./MoveManyDialog")).MoveManyDialog }));

/** Moves the applications that are selected in a list of everything. */
export function MoveSelected({ rows, selection }: { rows: readonly BulkRow[]; selection: Selection }) {
  const { t } = useTranslation("moves");
  const { ways, reasons } = useWays();
  const [asks, setAsks] = useState(false);
  const chosen = rows.filter(({ id }) => selection.ids.has(id));
  const from = chosen.flatMap(({ state }) => (isStanding(state) ? [state] : []));
  if (ways.length === 0) return null;
  return (
    <>
      <Button variant="default" leftSection={<IconHistory size={18} stroke={1.5} aria-hidden />} onClick={() => setAsks(true)}>
        {t("move")}
      </Button>
      <Suspense fallback={null}>
        {asks && <MoveManyDialog chosen={{ ids: chosen.map(({ id }) => id) }} count={chosen.length} from={from} reach={from} ways={ways} reasons={reasons} onAsked={() => selection.set([])} onClose={() => setAsks(false)} />}
      </Suspense>
    </>
  );
}
