/** Where on a page stands what the rules work out: in the flow, in one quiet line, or in a column beside the questions. */
import { useMediaQuery } from "@mantine/hooks";
import { useId, useState } from "react";
import { ComputedCard, ComputedFailed, isLong, LONGEST_VALUE, plainText, type Room } from "@/forms/Computed";
import classes from "@/forms/Computed.module.css";
import { IconChevronDown } from "@/forms/icons";
import { messageText, type TextContext } from "@/forms/text";
import type { Computed } from "../api";
import type { Checked } from "../useCheck";

/** From here on there is a column beside the questions. */
const DESK = "(min-width: 80em)";
/** From here on tables are tables. */
const TABLET = "(min-width: 48em)";

/** How wide the page is, for what is worked out. */
export function useRoom(): { desk: boolean; room: Room } {
  const desk = useMediaQuery(DESK, false, { getInitialValueInEffect: false });
  const tablet = useMediaQuery(TABLET, false, { getInitialValueInEffect: false });
  return { desk, room: tablet ? "wide" : "narrow" };
}

interface Props {
  check: Checked;
  text: TextContext;
}

/** The one or two values that say most: the verdict that comes first, and the sum that comes last; empty where neither is there. */
export function gist(computed: readonly Computed[], text: TextContext): string {
  const short = computed.map((item) => ({ kind: item.kind, words: plainText(item, text) })).filter(({ words }) => words !== "" && words.length <= LONGEST_VALUE);
  const verdict = short.find(({ kind }) => kind === "code");
  const sum = short.findLast(({ kind }) => kind === "money");
  const said = [verdict, sum].filter((each) => each !== undefined).map(({ words }) => words);
  return said.join(" · ");
}

/** How many things the line names that opens the rest. */
const MOST_NAMED = 3;

/** What is inside, by name: "Fees, documents and dates". */
export function contents(computed: readonly Computed[], text: TextContext): string {
  const labels = [...new Set(computed.map((item) => messageText(item.label_code, item.params ?? {}, text)))];
  const named = labels.length > MOST_NAMED + 1 ? [...labels.slice(0, MOST_NAMED), text.t("computed.others")] : labels;
  return new Intl.ListFormat(text.settings.language, { type: "conjunction" }).format(named);
}

/** What this step changed, in the flow, and all the rest in one line that opens. At a desk the rest stands in `WorkedOutBeside`. */
export function WorkedOut({ check, text, steps }: Props & { steps: readonly string[] }) {
  const { t } = text;
  const { desk, room } = useRoom();
  const [open, setOpen] = useState(false);
  const id = useId();
  const { computed, changedIn, pending } = check;
  if (check.pluginFailed) return <ComputedFailed text={text} />;
  if (computed.length === 0) return null;
  const changed = computed.filter(({ key }) => steps.includes(changedIn[key] ?? ""));
  const short = changed.filter((item) => !isLong(item));
  // Beside the questions there is room for anything but a table; on a phone a table comes only where it is the news itself.
  const here = desk ? changed.filter(isLong) : room === "wide" ? changed : short.length > 0 ? short : changed.slice(0, 1);
  const rest = computed.filter((item) => !here.includes(item));
  const said = here.length === 0 ? gist(computed, text) : "";
  const told = said || contents(rest, text);
  if (desk && here.length === 0) return null;
  return (
    <section className={classes.flow} aria-label={t(desk ? "computed.whole" : "computed.label")} aria-busy={pending} data-desk={desk || undefined}>
      <div aria-live="polite">
        <ComputedCard computed={here} text={text} pending={pending} room={room} />
      </div>
      {!desk && rest.length > 0 && (
        <>
          <button type="button" className={classes.line} aria-expanded={open} aria-controls={id} onClick={() => setOpen(!open)}>
            <span>
              <span className={open || !told ? undefined : "unseen"}>{t("computed.label")}</span>
              {/* What stands above it or under it is not said again. */}
              {!open && told && (
                <>
                  <span className="unseen">: </span>
                  {said ? <strong>{said}</strong> : told}
                </>
              )}
            </span>
            <IconChevronDown size={18} stroke={1.5} aria-hidden />
          </button>
          <div id={id}>{open && <ComputedCard computed={rest} text={text} pending={pending} room={room} />}</div>
        </>
      )}
    </section>
  );
}

/** What is worked out, beside the questions of a desk; tables that this step has changed stand below them in full. */
export function WorkedOutBeside({ check, text, steps }: Props & { steps: readonly string[] }) {
  const { computed, changedIn, pending } = check;
  const beside = computed.filter((item) => !isLong(item) || !steps.includes(changedIn[item.key] ?? ""));
  if (beside.length === 0 || check.pluginFailed) return null;
  return (
    <section className={classes.beside} aria-label={text.t("computed.label")} aria-live="polite" aria-busy={pending}>
      <h2 className={classes.besideTitle}>{text.t("computed.label")}</h2>
      <ComputedCard computed={beside} text={text} pending={pending} room="narrow" />
    </section>
  );
}

/** All that is worked out, where everything is read over once more. */
export function WorkedOutWhole({ check, text }: Props) {
  const { room } = useRoom();
  if (check.pluginFailed) return <ComputedFailed text={text} />;
  if (check.computed.length === 0) return null;
  return (
    <section className={classes.flow} aria-label={text.t("computed.label")} aria-live="polite" aria-busy={check.pending}>
      <h2 className={classes.wholeTitle}>{text.t("computed.label")}</h2>
      <ComputedCard computed={check.computed} text={text} pending={check.pending} room={room} />
    </section>
  );
}
