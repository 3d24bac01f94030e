import { useTranslation } from "react-i18next";
import { ResultLine, ResultPage, ResultPages, type PageOfResults } from "../../bulk/ResultPages";
import { useListLetterJobResultsQuery, type LetterResult } from "./bulkCalls";
import { useBulkWhy } from "./useBulkWhy";

/** What became of the letter of each, with a way to its record. */
export function LetterResults({ id, onClose }: { id: string; onClose: () => void }) {
  const { t } = useTranslation("letters");
  return <ResultPages title={t("bulk.results.title")} page={(of) => <Page key={of.cursor ?? ""} id={id} {...of} />} onClose={onClose} />;
}

function Page({ id, cursor, onMore }: PageOfResults & { id: string }) {
  const asked = useListLetterJobResultsQuery({ id, ...(cursor && { cursor }) }, { refetchOnMountOrArgChange: true });
  return <ResultPage asked={asked} onMore={onMore} line={(one) => <Line key={one.id} one={one} />} />;
}

function Line({ one }: { one: LetterResult }) {
  const { t } = useTranslation("letters");
  const why = useBulkWhy();
  const stands = one.opened ? "opened" : one.letter_state === "draft" ? "draft" : one.letter_state === "released" ? "sent" : "over";
  const said = one.outcome === "refused" ? why(one) : one.outcome === "issued" ? t(`bulk.result.${stands}`) : t(`bulk.result.${one.outcome}`);
  return (
    <ResultLine one={one}>
      {said}
      {one.reference && (
        <>
          {" "}
          <bdi dir="ltr" className="tabular">
            {one.reference}
          </bdi>
        </>
      )}
    </ResultLine>
  );
}
