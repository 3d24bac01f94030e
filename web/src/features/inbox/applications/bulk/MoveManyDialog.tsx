import "@mantine/core/styles/Checkbox.layer.css";
import "@mantine/core/styles/InlineInput.layer.css";
import { Button, Checkbox, NativeSelect } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { failureOf, type Failure } from "@/api/envelope";
import type { MovesRequest } from "@/api/generated";
import type { PreviewMovesApiResponse } from "@/api/generatedTypes";
import { useAppSelector } from "@/api/hooks";
import { may } from "@/api/may";
import { useSchool } from "@/api/school";
import { isStanding, STATUSES, statusOf, type Standing } from "@/api/standing";
import { DateField } from "@/forms/DateField";
import { isIsoDate } from "@/forms/dates";
import { isolateOwn } from "@/i18n/isolate";
import { useLanguage } from "@/i18n/useLanguage";
import { ConfirmDialog } from "@/ui/ConfirmDialog";
import { useFormat } from "@/ui/useFormat";
import { useFamilyWords, useStatusName } from "@/ui/useStatusName";
import { usePreviewMovesMutation, useRequestMovesMutation } from "./moveApi";
import { MovePreview } from "./MovePreview";
import classes from "./moves.module.css";
import { isSaid, NOTHING_SAID, ReasonFields, spelled } from "./ReasonFields";
import { DecisionWhen } from "../DecisionWhen";
import { faultOf, mayWait, refusedMoment, type Moment } from "../decisionMoment";
import type { MoveReason, MoveWay } from "./useMoves";
import { noUndo, revokes } from "./undoes";
import { useRefused } from "./useRefused";

/** Where an offer that has to wait goes first. */
const SHORTLIST: Standing = "S/to_schedule";

/** Which applications: some, or all that a filter matches. */
export type Chosen = Pick<MovesRequest, "ids"> | Pick<MovesRequest, "filter">;

interface Props {
  chosen: Chosen;
  count: number;
  /** Where they stand, as far as they are shown. */
  from: readonly Standing[];
  /** Where they can stand; empty where nobody knows. */
  reach: readonly Standing[];
  ways: readonly MoveWay[];
  reasons: readonly MoveReason[];
  /** They are asked for. */
  onAsked: () => void;
  onClose: () => void;
}

/** Asks where many applications go, shows what would happen, and asks for it. */
export function MoveManyDialog({ chosen, count, from, reach, ways, reasons, onAsked, onClose }: Props) {
  const { t } = useTranslation(["moves", "applications"]);
  const { language } = useLanguage();
  const { today } = useSchool();
  const format = useFormat();
  const familyWords = useFamilyWords();
  const authority = useAppSelector((state) => state.auth.user?.authority);
  const [look, looking] = usePreviewMovesMutation();
  const [ask, asking] = useRequestMovesMutation();
  const [to, setTo] = useState<Standing | null>(null);
  const [said, setSaid] = useState(NOTHING_SAID);
  const [day, setDay] = useState("");
  const [tells, setTells] = useState<boolean | null>(null);
  const [moment, setMoment] = useState<Moment>({ kind: "now" });
  const [now, setNow] = useState(0);
  const [tried, setTried] = useState(false);
  const [preview, setPreview] = useState<PreviewMovesApiResponse | null>(null);
  const [refused, setRefused] = useState<Failure | null>(null);

  const asksDay = to !== null && statusOf(to) === "O";
  const waits = to !== null && mayWait(to);
  // Of an offer and of a refusal families are told, unless somebody says otherwise.
  const told = tells ?? waits;
  const asksReason = ways.some((way) => way.to === to && way.needs_reason);
  const offered = reasons.filter(({ statuses }) => to !== null && (statuses.length === 0 || statuses.includes(statusOf(to))));
  const dayFault = !isIsoDate(day) ? t("applications:reviewBy.missing") : day < today ? t("applications:reviewBy.past") : null;
  const lacksReason = asksReason && !isSaid(said);
  const isWrong = (path: string) => refused?.messageId === "F003" && refused.problems.some((problem) => problem.path.startsWith(path));
  const lacks = (tried && lacksReason) || isWrong("/reason_text");
  const reasonError = lacks ? t("applications:reason.missing") : isWrong("/reason_code") ? t("applications:reason.gone") : null;
  const error = useRefused(refused);

  // Where none of them can go is not offered.
  const leading = ways.filter((way) => reach.length === 0 || way.from.some((standing) => reach.includes(standing)));
  const show = async (movesRequest: MovesRequest) => {
    const seen = await look({ movesRequest });
    if (seen.data) setPreview(seen.data);
    else setRefused(failureOf(seen.error));
  };
  // An offer that has to wait for the shortlist begins there.
  const shortlist = () => {
    setTo(SHORTLIST);
    setTells(null);
    setMoment({ kind: "now" });
    setPreview(null);
    setRefused(null);
    void show({ to: SHORTLIST, notify: false, lng: language, ...spelled(said), ...chosen });
  };

  const send = async () => {
    setTried(true);
    setNow(Date.now());
    if (to === null || lacksReason || (asksDay && dayFault) || (waits && faultOf(moment, Date.now()))) return;
    const later = waits && moment.kind === "later" && { publish_at: moment.at };
    const movesRequest: MovesRequest = { to, notify: told, lng: language, ...spelled(said), ...(asksDay && { review_by: day }), ...later, ...chosen };
    setRefused(null);
    if (!preview) {
      await show(movesRequest);
      return;
    }
    const asked = await ask({ movesRequest });
    if (asked.data) {
      onAsked();
      return;
    }
    // What is wrong with a field is put right there.
    const failure = failureOf(asked.error);
    if (failure.messageId === "F003") setPreview(null);
    setRefused(failure);
  };

  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      size={620}
      title={t("title", { n: format.number(count) })}
      confirm={preview?.will_move === 0 ? t("confirm.none") : preview ? t(preview.will_propose > 0 && preview.will_propose === preview.will_move ? "confirm.propose" : "confirm", { n: format.number(preview.will_move) }) : t("look")}
      busy={looking.isLoading || asking.isLoading}
      disabled={preview?.will_move === 0}
      error={error}
      onConfirm={() => void send()}
    >
      {preview ? (
        <>
          <MovePreview preview={preview} told={told} wants={to !== null && statusOf(to) === "S" ? (isSaid(said) ? "reasoned" : "reason") : null} final={to === null || (waits && moment.kind === "later") ? null : noUndo(to, (right) => may(authority, right))} onShortlist={leading.some((way) => way.to === SHORTLIST) ? shortlist : undefined} />
          {told && <p className={classes.quiet}>{t(waits && moment.kind === "later" ? "told.later" : "told.limit")}</p>}
          <Button variant="subtle" className={classes.back} onClick={() => setPreview(null)}>
            {t("change")}
          </Button>
        </>
      ) : (
        <div className={classes.fields}>
          <WayField ways={leading} from={from} value={to} error={tried && to === null ? t("to.missing") : null} onChange={setTo} />
          {to !== null && (
            <>
              {asksDay && <DateField label={t("applications:reviewBy")} value={day} min={today} error={(tried || isWrong("/review_by")) && dayFault} onChange={setDay} />}
              <ReasonFields value={said} reasons={offered} error={reasonError} onChange={setSaid} />
              {waits && (
                <DecisionWhen
                  value={moment}
                  fault={(tried ? faultOf(moment, now) : null) ?? refusedMoment(refused, "/publish_at")}
                  onChange={(chosenMoment) => {
                    setMoment(chosenMoment);
                    setRefused(null);
                  }}
                />
              )}
              <div className={classes.told}>
                <Checkbox label={t("notify")} checked={told} onChange={(event) => setTells(event.currentTarget.checked)} />
                <p className={classes.quiet}>{t(told ? "notify.on" : "notify.off", { words: isolateOwn(familyWords(to)) })}</p>
              </div>
            </>
          )}
        </div>
      )}
    </ConfirmDialog>
  );
}

interface WayProps {
  ways: readonly MoveWay[];
  from: readonly Standing[];
  value: Standing | null;
  error: string | null;
  onChange: (to: Standing | null) => void;
}

/** Where they go: every status that one may send some to. */
function WayField({ ways, from, value, error, onChange }: WayProps) {
  const { t } = useTranslation(["moves", "applications"]);
  const statusName = useStatusName();
  // An offer that goes back is withdrawn, whatever that status is called otherwise.
  const nameOf = (to: Standing) => {
    const way = t(`applications:move.${to}`);
    if (!revokes(from, to)) return way;
    const revoke = t("applications:move.revoke");
    return from.every((each) => revokes([each], to)) ? revoke : t("to.both", { way, revoke });
  };
  const groups = STATUSES.map((status) => ({
    group: statusName(status),
    items: ways.filter(({ to }) => statusOf(to) === status).map(({ to }) => ({ value: to, label: nameOf(to) })),
  }));
  return (
    <NativeSelect
      label={t("to")}
      value={value ?? ""}
      error={error}
      data={[{ value: "", label: t("to.none") }, ...groups.filter(({ items }) => items.length > 0)]}
      onChange={({ currentTarget: { value: to } }) => onChange(isStanding(to) ? to : null)}
    />
  );
}
