import { useState } from "react";
import { useParams } from "react-router";
import { LinkedLetter } from "../LinkedLetter";
import * as to from "../paths";
import { AskedConsents } from "./AskedConsents";
import { useReadAskedConsentsMutation, type Consents } from "./api";

/** The consents that a letter asks for, for whoever holds its link. */
export function ConsentPage() {
  const { token = "" } = useParams();
  const [read, { error }] = useReadAskedConsentsMutation();
  const [isNew, setNew] = useState(false);
  return (
    <LinkedLetter<Consents> token={token} closed={to.consentClosed()} read={read} error={error} open={["draft"]}>
      {(proved) => <AskedConsents key={`${proved.letter.form_version} ${proved.letter.status}`} {...proved} isNew={isNew} onSigned={() => setNew(true)} />}
    </LinkedLetter>
  );
}
