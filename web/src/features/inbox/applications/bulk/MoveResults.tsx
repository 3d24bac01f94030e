import { useTranslation } from "react-i18next";
import { useFormat } from "@/ui/useFormat";
import { useListMoveResultsQuery } from "./moveApi";
import { ResultLine, ResultPage, ResultPages, type PageOfResults } from "./ResultPages";
import type { Moves } from "./useMoves";
import { useWhyNot } from "./useWhyNot";

/** The applications that were not moved, each with why and a way to it. */
export function MoveResults({ moves, onClose }: { moves: Moves; onClose: () => void }) {
  const { t } = useTranslation("moves");
  const format = useFormat();
  return <ResultPages title={t("results.title", { n: format.number(moves.refused) })} page={(of) => <Page key={of.cursor ?? ""} id={moves.id} {...of} />} onClose={onClose} />;
}

function Page({ id, cursor, onMore }: PageOfResults & { id: string }) {
  const whyNot = useWhyNot();
  const asked = useListMoveResultsQuery({ id, outcome: "refused", ...(cursor && { cursor }) }, { refetchOnMountOrArgChange: true });
  return (
    <ResultPage
      asked={asked}
      onMore={onMore}
      line={(one) => (
        <ResultLine key={one.id} one={one}>
          {whyNot(one.message_id, one.guard)}
        </ResultLine>
      )}
    />
  );
}
