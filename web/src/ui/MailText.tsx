import { Fragment } from "react";

/** An e-mail address, which where it does not fit is broken before its sign or one of its dots, and not within a word. */
export function MailText({ address }: { address: string }) {
  return (
    <bdi dir="ltr">
      {address.split(/(?=[@.])/u).map((part, at) => (
        // The parts of an address have no other name than their place.
        <Fragment key={at}>
          {at > 0 && <wbr />}
          {part}
        </Fragment>
      ))}
    </bdi>
  );
}
