import { useParams } from "react-router";
import { LinkedLetter } from "../LinkedLetter";
import * as to from "../paths";
import { AcceptanceLetter } from "./AcceptanceLetter";
import { useReadAcceptanceMutation, type Acceptance } from "./api";

/** The acceptance of a place, for whoever holds a link to it. */
export function AcceptancePage() {
  const { acceptanceLetterToken = "" } = useParams();
  const [read, { error }] = useReadAcceptanceMutation();
  return (
    <LinkedLetter<Acceptance> token={acceptanceLetterToken} closed={to.acceptanceClosed()} read={read} error={error} open={["choosing", "preparing", "offered"]}>
      {(proved) => <AcceptanceLetter {...proved} />}
    </LinkedLetter>
  );
}
