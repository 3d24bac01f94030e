import { Button } from "@mantine/core";
import { lazy, Suspense, useState, type ComponentProps } from "react";
import { useTranslation } from "react-i18next";
import type { ApplicationFilters } from "@/api/applications";
import { isStanding } from "@/api/standing";
import { IconHistory } from "@/ui/icons";
import { BulkBar } from "@/ui/list/BulkBar";
import { useBulk } from "@/ui/list/useBulk";
import type { Selection } from "@/ui/list/useSelection";
import { useFormat } from "@/ui/useFormat";
import { EnquiryBulk, type BulkRow } from "../../EnquiryBulk";
import { standingsIn } from "../filters";
import { useWays } from "./useMoves";

// Asked for by a press: no list waits for it.
const MoveManyDialog = lazy(async () => ({ default: (await import("./MoveManyDialog")).MoveManyDialog }));
const ApproveManyDialog = lazy(async () => ({ default: (await import("./ApproveManyDialog")).ApproveManyDialog }));

interface Props {
  rows: readonly BulkRow[];
  selection: Selection;
  /** What the list is narrowed to. */
  filters: ApplicationFilters;
  /** How many match. */
  total: number;
  /** Whether whoever looks changes enquiries too. */
  edits: boolean;
}

/** What is done with many applications: given to somebody, moved; also all that match, however few of them are shown. */
export function ApplicationBulk({ rows, selection, filters, total, edits }: Props) {
  const { t } = useTranslation("moves");
  const format = useFormat();
  const { ways, reasons } = useWays();
  const [meantAll, setMeantAll] = useState(false);
  const [asks, setAsks] = useState<"move" | "approve" | null>(null);
  const ids = rows.filter(({ id }) => selection.ids.has(id)).map(({ id }) => id);
  const more = total > ids.length;
  const all = meantAll && more && ids.length > 0;
  const count = all ? total : ids.length;
  const shown = format.number(total);
  const chosen = all ? { filter: filters } : { ids };
  // Where those stand that are seen; of all that match, the others stand where the list is narrowed to.
  const from = rows.filter(({ id }) => all || selection.ids.has(id)).flatMap(({ state }) => (isStanding(state) ? [state] : []));
  const end = () => {
    setAsks(null);
    setMeantAll(false);
    selection.set([]);
  };
  const Bar = edits ? EnquiryBulk : MovesOnly;
  const meant = all ? { filter: filters, count } : undefined;
  return (
    <>
      <Bar rows={rows} selection={selection} all={meant} onSent={end}>
        {ways.length > 0 && (
          <>
            {more && (
              <Button variant={all ? "filled" : "default"} aria-pressed={all} onClick={() => setMeantAll(!all)}>
                {t("all", { n: shown })}
              </Button>
            )}
            <Button variant="default" leftSection={<IconHistory size={18} stroke={1.5} aria-hidden />} onClick={() => setAsks("move")}>
              {t(all ? "move.all" : "move", { n: shown })}
            </Button>
            {filters.to_approve && <Button onClick={() => setAsks("approve")}>{t(all ? "approve.all" : "approve", { n: shown })}</Button>}
          </>
        )}
      </Bar>
      <Suspense fallback={null}>
        {asks === "move" && count > 0 && <MoveManyDialog chosen={chosen} count={count} from={from} reach={all ? standingsIn(filters) : from} ways={ways} reasons={reasons} onAsked={end} onClose={() => setAsks(null)} />}
        {asks === "approve" && count > 0 && <ApproveManyDialog chosen={chosen} count={count} onAsked={end} onClose={() => setAsks(null)} />}
      </Suspense>
    </>
  );
}

/** For whoever moves applications and changes nothing else of them. */
function MovesOnly({ selection, children }: ComponentProps<typeof EnquiryBulk>) {
  const bulk = useBulk();
  return (
    <BulkBar selection={selection} bulk={bulk}>
      {children}
    </BulkBar>
  );
}
