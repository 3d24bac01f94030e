import { useTranslation } from "react-i18next";
import { MarkedText } from "@/ui/MarkedText";
import { unbroken } from "@/ui/unbroken";
import { useFormat } from "@/ui/useFormat";
import type { LetterSigner, SentLetter } from "./calls";

/** Who signs or reads a letter and how far each is, and when it was posted on paper. */
export function LetterPeople({ letter }: { letter: SentLetter }) {
  const { t } = useTranslation("letters");
  const format = useFormat();
  const words = ({ role, state, opened_at }: LetterSigner) => {
    const waits = state === "waiting" || state === "invited";
    const isOver = letter.state === "withdrawn" || letter.state === "replaced" || letter.state === "expired" || letter.state === "declined";
    if (role === "reader") return t(opened_at ? "hand.reader.opened" : isOver ? "hand.reader.over" : `hand.reader.${state === "invited" ? "invited" : "waiting"}`);
    if (waits && isOver) return t("staff.signer.over");
    return t(letter.state === "draft" && state === "waiting" ? "staff.signer.making" : `offer.signer.${state}`);
  };
  return (
    <ul>
      {letter.signers.map((signer) => (
        <li key={signer.place}>
          <bdi>{signer.name || t("hand.family")}</bdi>: {words(signer)}
          {signer.link_to && (
            <>
              {" · "}
              <MarkedText dir="ltr" text={t(`staff.link.${signer.link_to.by}.${signer.link_to.shared ? "shared" : "own"}`, { hint: unbroken(signer.link_to.hint) })} />
            </>
          )}
          {signer.answered_at && ` (${format.day(signer.answered_at)})`}
          {!signer.answered_at && signer.opened_at && ` (${signer.role === "reader" ? format.day(signer.opened_at) : t("hand.opened", { day: format.day(signer.opened_at) })})`}
        </li>
      ))}
      {letter.posts.map((post, n) => (
        <li key={`${String(n)} ${post.posted_on}`}>
          {t("hand.posted", { day: `\u2068${format.date(post.posted_on)}\u2069` })}
          {post.note && (
            <>
              : <bdi>{post.note}</bdi>
            </>
          )}
        </li>
      ))}
    </ul>
  );
}
