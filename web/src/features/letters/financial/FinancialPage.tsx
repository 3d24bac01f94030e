import { useParams } from "react-router";
import { LetterText } from "../LetterText";
import { LinkedLetter } from "../LinkedLetter";
import * as to from "../paths";
import { useReadFinancialMutation, type Financial } from "./api";
import { FinancialForm } from "./FinancialForm";

/** The financial documents that a letter asks for, for whoever holds its link. */
export function FinancialPage() {
  const { token = "" } = useParams();
  const [read, { error }] = useReadFinancialMutation();
  return (
    <LinkedLetter<Financial> token={token} closed={to.financialClosed()} read={read} error={error} open={["draft"]}>
      {(proved) => (
        <>
          <LetterText letter={proved.letter} token={proved.token} grant={proved.grant} />
          <FinancialForm key={proved.letter.form_version} {...proved} />
        </>
      )}
    </LinkedLetter>
  );
}
