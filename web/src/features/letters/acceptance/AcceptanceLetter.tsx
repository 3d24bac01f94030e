import { useState } from "react";
import { useTranslation } from "react-i18next";
import { IconFileText } from "@/ui/icons";
import { StateScreen } from "@/ui/StateScreen";
import { ANSWER, AnswerLetter, asksReader } from "../AnswerLetter";
import { LetterText } from "../LetterText";
import type { Proved } from "../LinkedLetter";
import { WhoSigns } from "../WhoSigns";
import type { Acceptance } from "./api";
import { HowPaid } from "./HowPaid";
import { PlanChoice } from "./PlanChoice";
import { Preparing } from "./Preparing";

/** The terms, how they are paid, who signs, and the answer: only what is chosen and drawn can be signed. */
export function AcceptanceLetter({ letter, token, grant, change, look, onUnproved }: Proved<Acceptance>) {
  const { t } = useTranslation("letters");
  const [isChanging, setChanging] = useState(false);
  const { status } = letter;
  const asks = letter.plans.length > 0 && (status === "choosing" || isChanging);
  return (
    <>
      <LetterText letter={letter} token={token} grant={grant} {...((asks || asksReader(letter)) && { answer: ANSWER })} />
      {status === "choosing" && !asks && <StateScreen role="status" icon={<IconFileText size={28} stroke={1.5} />} title={t("accept.other.title")} text={t("accept.other.text")} />}
      {asks ? (
        <PlanChoice
          letter={letter}
          held={{ token, grant }}
          onChosen={() => {
            setChanging(false);
            look();
          }}
          onStale={look}
          onUnproved={onUnproved}
          {...(isChanging && { onCancel: () => setChanging(false) })}
        />
      ) : (
        <HowPaid letter={letter} {...(letter.plans.length > 0 && status === "offered" && { onChange: () => setChanging(true) })} />
      )}
      {status === "preparing" && <Preparing look={look} />}
      {status !== "choosing" && status !== "preparing" && !asks && (
        <>
          <WhoSigns signers={letter.signers} />
          <AnswerLetter
            // Of another text nothing was agreed to.
            key={letter.text_sha256}
            letter={{ ...letter, status }}
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
  );
}
