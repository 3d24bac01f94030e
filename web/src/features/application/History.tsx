import { useTranslation } from "react-i18next";
import type { MyApplication, Told } from "@/api/generatedTypes";
import { isEnquiryState } from "@/api/standing";
import card from "@/ui/card.module.css";
import { useBilingual } from "@/ui/useBilingual";
import { useFormat } from "@/ui/useFormat";
import classes from "./application.module.css";
import { kindOf } from "./useKind";

/** Characters of a message that are told here: all of it stands where one answers. */
const LONGEST = 120;

/** What happened, as its words are called. */
const TOLD = { submitted: "submitted", withdrawn: "withdrawn", returned: "returned", file: "file", contact: "contact", taken_back: "takenBack", brought_back: "broughtBack" } as const;

const cut = (text: string) => (text.length > LONGEST ? `${text.slice(0, LONGEST).trimEnd()}…` : text);

/** What became of it and what was written, newest first: days and states, as the school would tell them on the phone. */
export function History({ shown }: { shown: MyApplication }) {
  const { t } = useTranslation("application");
  const bilingual = useBilingual();
  const format = useFormat();
  /** The question that a file answers, for a file is called as the camera called it. It stays so whatever becomes of the file. */
  const askedFor = ({ field }: Told) => {
    const paper = field && shown.papers.find((one) => one.field === field);
    return paper && bilingual(paper.title);
  };
  const words = (one: Told) => {
    if (one.kind === "state" && one.words) return bilingual(one.words);
    if (one.kind === "state" && isEnquiryState(one.state)) return t(`application.state.${one.state}`, { context: kindOf(shown) });
    if (one.kind === "state") return "";
    if (one.kind === "withdrawn" && one.state === "R/declined") return t("application.told.declined");
    // What few of the school may read is in no history: the family knows what it was.
    const kind = TOLD[one.kind];
    if (!one.text && (kind === "file" || kind === "contact" || kind === "takenBack" || kind === "broughtBack")) return t(`application.told.${kind}.untold`);
    // A telephone is read from the left in either language.
    const open = one.kind === "contact" ? "\u2066" : "\u2068";
    const text = askedFor(one) || (one.text ?? "");
    return t(`application.told.${kind}`, { text: `${open}${text}\u2069` });
  };
  const happened = shown.history.map((one) => ({ at: one.at, words: words(one) }));
  const written = shown.messages.map(({ from, text, sent_at: at }) => ({
    at,
    words: t(`application.told.wrote.${from === "school" ? "school" : "family"}`, { text: `\u2068${cut(text.replace(/\s+/g, " "))}\u2069` }),
  }));
  const all = [...happened, ...written].toSorted((a, b) => Date.parse(a.at) - Date.parse(b.at)).toReversed();
  return (
    <section className={card.card} aria-labelledby="history">
      <h2 id="history">{t("application.history")}</h2>
      <ol className={classes.history}>
        {all.map((one, index) => (
          <li key={`${one.at} ${index}`}>
            <span>{one.words}</span>
            <time className={classes.quiet} dateTime={one.at}>
              {format.instant(one.at)}
            </time>
          </li>
        ))}
      </ol>
    </section>
  );
}
