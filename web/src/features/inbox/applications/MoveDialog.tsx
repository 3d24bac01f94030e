import "@mantine/core/styles/Checkbox.layer.css";
import "@mantine/core/styles/InlineInput.layer.css";
import { Alert, Checkbox, NativeSelect, Textarea } from "@mantine/core";
import { useState, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import type { ApplicationStanding } from "@/api/applications";
import type { Failure } from "@/api/envelope";
import { useListSeatsQuery, type AllowedMove } from "@/api/generated";
import { statusOf, type Standing } from "@/api/standing";
import type { Bilingual } from "@/api/types";
import { DateField } from "@/forms/DateField";
import { isIsoDate } from "@/forms/dates";
import { ConfirmDialog } from "@/ui/ConfirmDialog";
import { IconAlertTriangle } from "@/ui/icons";
import { useBilingual } from "@/ui/useBilingual";
import { useFormat } from "@/ui/useFormat";
import { useMessage } from "@/ui/useMessage";
import { useFamilyWords } from "@/ui/useStatusName";
import { useSchool } from "@/api/school";
import classes from "./applications.module.css";
import { faultOf, mayWait, MOMENT, refusedMoment, type Moment } from "./decisionMoment";
import { Acceptance } from "./Acceptance";
import { AppointmentFields, appointmentAt, appointmentFault, madeFrom } from "./AppointmentFields";
import { DecisionWhen } from "./DecisionWhen";
import { MoveMail } from "./MoveMail";
import { MoveRefused } from "./MoveRefused";
import { OfferedPlace } from "./OfferedPlace";
import { asksDocuments, needsDocuments, OpenDocuments, useLacksDocuments } from "./OpenDocuments";
import type { Transition } from "./useMove";
import { effectOf, nameOf } from "./ways";

/** What the server takes of a reason in words. */
const LONGEST_REASON = 1000;

/** The reason of an offer that its family accepted on its page. */
const IN_WRITING = "accepted_in_writing";

const apart = (name: string) => `\u2068${name}\u2069`;

interface Props {
  /** The submission's. */
  id: string;
  application: ApplicationStanding;
  from: Standing;
  move: AllowedMove;
  /** Whom it is about; empty where the name is hidden. */
  who?: string;
  /** The grade that the family applied for, as the list has it. */
  applied?: Bilingual | null | undefined;
  busy: boolean;
  send: (transition: Transition) => Promise<Failure | null>;
  /** What somebody else did, who was faster. */
  overtaken?: ReactNode;
  onMoved: () => void;
  /** Another way in its place. */
  onInstead: (to: Standing) => void;
  onClose: () => void;
}

/** Asks for what a way needs, and says what becomes of the application and what the family is told. */
export function MoveDialog({ id, application, from, move, who = "", applied, busy, send, overtaken, onMoved, onInstead, onClose }: Props) {
  const { t } = useTranslation("applications");
  const message = useMessage();
  const familyWords = useFamilyWords();
  const bilingual = useBilingual();
  const format = useFormat();
  const { today, time_zone: zone } = useSchool();
  const { to } = move;
  // Whose offer is taken back is told in any case.
  const takesBack = statusOf(from) === "F" && statusOf(to) === "S";
  // What the family wrote is the proof by which it is accepted.
  const acceptance = statusOf(to) === "A" ? application.acceptance : null;
  const [reason, setReason] = useState(acceptance ? IN_WRITING : "");
  const [text, setText] = useState("");
  const [day, setDay] = useState("");
  const [bucket, setBucket] = useState(application.bucket);
  // What a family waits for it is told, unless whoever decides wants to do that in person.
  // A letter goes to its family whatever is wished.
  const brings = move.asks.includes("letter");
  const [told, setTold] = useState(mayWait(to) || takesBack || brings || move.asks.includes("appointment"));
  const [tried, setTried] = useState(false);
  const [waives, setWaives] = useState(false);
  const [overrides, setOverrides] = useState(false);
  const [moment, setMoment] = useState<Moment>({ kind: "now" });
  const [now, setNow] = useState(0);
  const [made, setMade] = useState(() => madeFrom(application.appointment, zone));
  const [covered, setCovered] = useState(false);
  const [refused, setRefused] = useState<Failure | null>(null);

  const asksReason = move.needs_reason || waives || overrides;
  const passes = move.asks.includes("conditions");
  const proposes = move.asks.includes("approval");
  const way = t(nameOf({ from, to, held_from: application.held_from }));
  const name = proposes ? t("move.propose", { way }) : way;
  // In the school's own words, where it has reasons of its own.
  const offered = application.reasons.filter(({ statuses }) => statuses.length === 0 || statuses.includes(statusOf(to)));
  const asksDay = move.asks.includes("review_by");
  const asksAppointment = move.asks.includes("appointment");
  const appointment = asksAppointment ? appointmentAt(made, zone) : null;
  const asksBucket = statusOf(to) === "F" || to === "W/waitlist";
  const lacksReason = asksReason && !text.trim() && (overrides || !reason);
  const dayFault = !isIsoDate(day) ? t("reviewBy.missing") : day < today ? t("reviewBy.past") : null;
  const words = familyWords(to);
  // What the server would refuse is said before it is asked.
  const lacksDocuments = useLacksDocuments(id, needsDocuments(from, to));
  const stopped = lacksDocuments && !asksReason;
  const waive = () => {
    setWaives(true);
    setTried(false);
  };

  const confirm = async () => {
    setTried(true);
    setNow(Date.now());
    if (lacksReason || (asksDay && dayFault) || (asksAppointment && appointmentFault(made, today)) || faultOf(moment, Date.now())) return;
    const failure = await send({
      to,
      notify: told,
      ...(reason && { reason_code: reason }),
      ...(text.trim() && { reason_text: text.trim() }),
      ...(asksDay && { review_by: day }),
      ...(bucket !== application.bucket && { bucket }),
      ...(moment.kind === "later" && { publish_at: moment.at }),
      ...(overrides && { override: true }),
      ...(appointment && { appointment }),
    });
    if (!failure) onMoved();
    // Somebody was faster: what they did is shown, what was entered stays, and it can be sent again.
    else setRefused(failure.status === 409 ? null : failure);
  };
  // The words below the fields say it where a field is what is wrong.
  const isAtField = refused?.messageId === "F003" && refused.problems.some(({ path }) => path.startsWith("/transition/re") || path.startsWith("/transition/appointment") || path === MOMENT);
  const isReasonGone = refused?.messageId === "F003" && refused.problems.some(({ path }) => path === "/transition/reason_code");
  const error = refused && !(refused.messageId === "A015" && waives) && !isAtField ? message(refused.messageId) : null;

  return (
    <ConfirmDialog opened onClose={onClose} size={560} covered={covered} title={who ? t("move.titled", { way: name, who: apart(who) }) : name} confirm={name} busy={busy} disabled={stopped} variant={passes ? "default" : undefined} error={error} onConfirm={() => void confirm()}>
      <div className={classes.fields}>
        {overtaken}
        {refused && (
          <MoveRefused
            failure={refused}
            application={application}
            waives={waives}
            onWaive={waive}
            onOverride={
              overrides
                ? undefined
                : () => {
                    setOverrides(true);
                    setTried(false);
                    setRefused(null);
                  }
            }
            onInstead={onInstead}
          />
        )}
        <Effect application={application} from={from} to={to} bucket={bucket} proposes={proposes} />
        {passes && (
          <Alert role="note" color="amber" icon={<IconAlertTriangle stroke={1.5} />}>
            {t("effect.conditions", { count: application.open_conditions, shown: format.number(application.open_conditions) })}
          </Alert>
        )}
        {move.asks.includes("discounts") && <p className={classes.line}>{t("effect.discounts")}</p>}
        {acceptance && <Acceptance {...acceptance} />}
        {statusOf(to) === "F" && <OfferedPlace application={application} bucket={bucket} applied={applied} from={proposes ? null : moment.kind === "now" ? today : moment.day} />}
        {asksDocuments(from, to) && refused?.messageId !== "A015" && <OpenDocuments id={id} onWaive={stopped ? waive : undefined} />}
        {asksBucket && <BucketField application={application} value={bucket} onChange={setBucket} />}
        {asksAppointment && <AppointmentFields value={made} fault={tried || isAtField ? appointmentFault(made, today) : null} onChange={setMade} />}
        {asksDay && <DateField label={t("reviewBy")} value={day} min={today} error={(tried || isAtField) && dayFault} onChange={setDay} />}
        {(asksReason || proposes) && (
          <>
            <NativeSelect
              label={t("reason")}
              description={t("reason.help")}
              value={reason}
              error={tried && lacksReason ? t("reason.missing") : isReasonGone && t("reason.gone")}
              data={[{ value: "", label: t("reason.none") }, ...offered.map(({ code, text: said }) => ({ value: code, label: bilingual(said) }))]}
              onChange={(event) => setReason(event.currentTarget.value)}
            />
            <Textarea label={t("reason.text")} rows={3} dir="auto" maxLength={LONGEST_REASON} value={text} onChange={(event) => setText(event.currentTarget.value)} />
          </>
        )}
        {mayWait(to) && (
          <DecisionWhen
            value={moment}
            fault={(tried ? faultOf(moment, now) : null) ?? refusedMoment(refused)}
            onChange={(chosen) => {
              setMoment(chosen);
              setRefused(null);
            }}
          />
        )}
        <div className={classes.told}>
          <Checkbox label={t("notify")} checked={told} disabled={takesBack || brings} onChange={(event) => setTold(event.currentTarget.checked)} />
          <p className={classes.quiet}>{t(!told ? "notify.off" : takesBack ? "notify.withdrawn" : brings ? "notify.letter" : statusOf(to) === "F" ? "notify.offer" : "notify.says", { words: apart(words) })}</p>
          {told && <MoveMail id={id} move={{ to, ...(bucket !== application.bucket && { bucket }), ...(moment.kind === "later" && moment.at && { publish_at: moment.at }), ...(appointment && { appointment }) }} onCovered={setCovered} />}
        </div>
      </div>
    </ConfirmDialog>
  );
}

/** What becomes of the application, and of a place. */
function Effect({ application, from, to, bucket, proposes }: { application: ApplicationStanding; from: Standing; to: Standing; bucket: string; proposes: boolean }) {
  const { t } = useTranslation("applications");
  const bilingual = useBilingual();
  const format = useFormat();
  const { data } = useListSeatsQuery({ round: application.round }, { skip: bucket === application.bucket });
  const round = data?.rounds.find(({ id }) => id === application.round);
  // A seat that has ended is kept for nobody.
  const effect = effectOf({ from, to, held_from: application.seat_ended ? null : application.held_from });
  if (application.seat_ended && statusOf(to) === "A") return <p className={classes.line}>{t("effect.resume.seat")}</p>;
  if (!effect) return null;
  // Of the places that were chosen, where these are others than its own.
  const other = bucket !== application.bucket ? round?.buckets.find((one) => one.bucket === bucket) : undefined;
  const { places, free } = other ?? application.seats ?? { places: null, free: null };
  const grade = apart(bilingual(other?.name ?? application.bucket_name));
  const unlimited = effect === "effect.offer" && typeof places !== "number";
  const said = effect === "effect.offer" && proposes ? "effect.offer.proposed" : unlimited ? "effect.offer.unlimited" : effect;
  return <p className={classes.line}>{t(said, { grade, free: format.number(free ?? 0), places: format.number(places ?? 0) })}</p>;
}

/** For whose places it competes from now on; where the round has more than one sort. */
function BucketField({ application, value, onChange }: { application: ApplicationStanding; value: string; onChange: (bucket: string) => void }) {
  const { t } = useTranslation("applications");
  const bilingual = useBilingual();
  const format = useFormat();
  const { data } = useListSeatsQuery({ round: application.round });
  const buckets = data?.rounds.find(({ id }) => id === application.round)?.buckets ?? [];
  if (buckets.length < 2) return null;
  const options = buckets.map(({ bucket, name, free }) => ({ value: bucket, label: typeof free === "number" ? t("bucket.option", { grade: bilingual(name), free: format.number(free) }) : bilingual(name) }));
  if (!options.some((option) => option.value === application.bucket)) options.unshift({ value: application.bucket, label: bilingual(application.bucket_name) });
  return <NativeSelect label={t("bucket")} value={value} data={options} onChange={(event) => onChange(event.currentTarget.value)} />;
}
