import { useParams } from "react-router";
import { ANSWER, AnswerLetter, asksReader } from "./AnswerLetter";
import { useReadOfferLetterMutation, type OfferLetter } from "./api";
import { Conditions } from "./conditions/Conditions";
import { LetterText } from "./LetterText";
import { LinkedLetter } from "./LinkedLetter";
import * as to from "./paths";
import { WhoSigns } from "./WhoSigns";

/** An offer, or a letter that is only read, for whoever holds a link to it: what it says, who signs, and the answer. */
export function OfferLetterPage() {
  const { offerLetterToken = "" } = useParams();
  const [read, { error }] = useReadOfferLetterMutation();
  return (
    <LinkedLetter<OfferLetter> token={offerLetterToken} closed={to.closed()} read={read} error={error} open={["offered"]}>
      {({ letter, token, grant, change, look, onUnproved }) => (
        <>
          <LetterText letter={letter} token={token} grant={grant} {...(asksReader(letter) && { answer: ANSWER })} />
          {letter.kind === "conditional_offer" && <Conditions token={token} grant={grant} onUnproved={onUnproved} />}
          {letter.status !== "issued" && (
            <>
              <WhoSigns signers={letter.signers} />
              <AnswerLetter
                letter={{ ...letter, status: letter.status }}
                token={token}
                grant={grant}
                onAnswered={(answered) => {
                  change(answered);
                  look();
                }}
                onStale={look}
                onUnproved={onUnproved}
              />
            </>
          )}
        </>
      )}
    </LinkedLetter>
  );
}
