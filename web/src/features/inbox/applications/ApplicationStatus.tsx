import { Alert, Button, Group, Menu, ScrollArea, Skeleton } from "@mantine/core";
import { lazy, Suspense, use, useEffect, useState } from "react";
import { createPortal } from "react-dom";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import type { ApplicationStanding } from "@/api/applications";
import { failureOf } from "@/api/envelope";
import { useGetEnquiryApplicationQuery, type AllowedMove } from "@/api/generated";
import { APPLICATION } from "@/api/machines";
import { isStanding, standingOf, STATUSES, statusOf, type Standing } from "@/api/standing";
import type { Enquiry } from "@/api/types";
import * as toStudent from "@/features/student/paths";
import { IconAlertCircle, IconChevronDown, IconHistory } from "@/ui/icons";
import { withPart } from "@/ui/list/address";
import { useOfferedHere } from "@/ui/pageActions";
import { StandingDot, StatusName } from "@/ui/StandingDot";
import { useMessage } from "@/ui/useMessage";
import { useAddressSearch } from "@/ui/useAddressSearch";
import { usePersonName } from "@/ui/usePersonName";
import { useStandingName, useStatusName } from "@/ui/useStatusName";
import { Admission } from "./Admission";
import classes from "./applications.module.css";
import { ApplicationFacts } from "./ApplicationFacts";
import { Overtaken } from "./Overtaken";
import type { Gone } from "./Proposal";
import { useMove } from "./useMove";
import { nameOf, onwardOf } from "./ways";
import { WaysPlace } from "./waysPlace";

// Asked for by a press: no record waits for it.
const MoveDialog = lazy(async () => ({ default: (await import("./MoveDialog")).MoveDialog }));
// Few have one.
const AnswersPlace = lazy(async () => ({ default: (await import("./AnswersPlace")).AnswersPlace }));
const Decision = lazy(async () => ({ default: (await import("./Decision")).Decision }));
const DecisionNews = lazy(async () => ({ default: (await import("./Decision")).DecisionNews }));
const Proposal = lazy(async () => ({ default: (await import("./Proposal")).Proposal }));
const ApproveButton = lazy(async () => ({ default: (await import("./Proposal")).ApproveButton }));
const ProposalNews = lazy(async () => ({ default: (await import("./Proposal")).ProposalNews }));
const ProposalHistory = lazy(async () => ({ default: (await import("./ProposalHistory")).ProposalHistory }));

/** Where an application stands, what is known of that, and where it can go. */
export function ApplicationStatus({ enquiry }: { enquiry: Enquiry }) {
  const { t } = useTranslation("applications");
  const message = useMessage();
  const { data, error, refetch } = useGetEnquiryApplicationQuery({ id: enquiry.id });
  if (data) return <Known enquiry={enquiry} application={data} />;
  if (!error) return <Skeleton height={220} role="status" aria-label={t("loading")} />;
  return (
    <Alert role="alert" color="red" icon={<IconAlertCircle stroke={1.5} />} title={t("failed")}>
      <p className={classes.line}>{message(failureOf(error).messageId)}</p>
      <Button size="compact-sm" variant="default" onClick={() => void refetch()}>
        {t("retry")}
      </Button>
    </Alert>
  );
}

function Known({ enquiry, application }: { enquiry: Enquiry; application: ApplicationStanding }) {
  const { t } = useTranslation(["applications", "common"]);
  const message = useMessage();
  const statusName = useStatusName();
  const { send, busy, told, conflict, dismiss } = useMove(enquiry, application.version);
  const [search, changeSearch] = useAddressSearch();
  const begun = search.get("move");
  const [asked, setAsked] = useState<Standing | null>(isStanding(begun) ? begun : null);
  const [done, setDone] = useState<{ from: Standing; to: Standing } | null>(null);
  const [failed, setFailed] = useState<string | null>(null);
  const [decided, setDecided] = useState<"withdrawn" | "released" | null>(null);
  const [gone, setGone] = useState<Gone | null>(null);
  const from = standingOf({ sims_admission_status: application.status, sub_status: application.sub_status });
  const onward = onwardOf(from, application);
  const move = application.allowed.find(({ to }) => to === asked);
  const { held_from, decision, proposal } = application;
  const waits = proposal && !proposal.returned;
  // What the address began with is asked for once.
  useEffect(() => {
    if (begun) changeSearch((now) => withPart(now, "move", null));
  }, [begun, changeSearch]);
  const place = use(WaysPlace);
  const who = usePersonName()(enquiry);
  const ask = (to: Standing) => {
    setFailed(null);
    setDone(null);
    setDecided(null);
    setGone(null);
    dismiss();
    setAsked(to);
  };
  const back = done && done.to === from ? application.allowed.find(({ to }) => to === done.from) : undefined;
  const undo = async ({ to, needs_reason, asks }: AllowedMove) => {
    // Where something has to be said of it, or the family was told, it is asked for.
    if (needs_reason || asks.length > 0 || told) return ask(to);
    const failure = await send({ to });
    setDone(null);
    setFailed(failure && failure.status !== 409 ? failure.messageId : null);
  };
  // What somebody else has to approve is only proposed.
  const called = (to: Standing) => {
    const way = t(nameOf({ from, to, held_from }));
    const isProposed = application.allowed.some((each) => each.to === to && each.asks.includes("approval"));
    return isProposed ? t("move.propose", { way }) : way;
  };
  const leads = (status: string) => application.allowed.some(({ to }) => statusOf(to) === status);
  const ways = APPLICATION.states.filter((each) => application.allowed.some(({ to }) => to === each));
  useOfferedHere(ways.map((to) => ({ id: `move-${to}`, label: called(to), icon: <IconHistory size={18} stroke={1.5} aria-hidden />, run: () => ask(to) })));

  const ended = (how: Gone) => {
    setDone(null);
    setGone(how);
  };

  // What can be done, and what became of it.
  const go = (
    <>
      {conflict && !move && <Overtaken enquiry={enquiry} entries={conflict} onClose={dismiss} />}
      {failed && (
        <Alert role="alert" color="red" icon={<IconAlertCircle stroke={1.5} />}>
          {message(failed)}
        </Alert>
      )}
      <p role="status" className={classes.done}>
        {done && done.to === from && <Done told={told} standing={from} admission={application.admission_number} busy={busy} onUndo={back && (() => void undo(back))} />}
        <Suspense fallback={null}>
          {done && decision && <DecisionNews releasedOn={decision.publish_at} />}
          {decided && !decision && <DecisionNews releasedOn={null} gone={decided} />}
          {((done && waits) || (gone && !waits)) && <ProposalNews gone={waits ? null : gone} />}
        </Suspense>
      </p>
      {application.admission_number && <Admission number={application.admission_number} />}
      {proposal?.may_approve && !decision && (
        <Suspense fallback={null}>
          <ApproveButton id={enquiry.id} application={application} proposal={proposal} who={who} onGone={ended} />
        </Suspense>
      )}
      {application.allowed.length > 0 && (
        <Group gap={8}>
          {onward && (
            <Button variant={onward.asks.includes("conditions") ? "default" : "filled"} disabled={busy} onClick={() => ask(onward.to)}>
              {called(onward.to)}
            </Button>
          )}
          <Menu position="bottom-start" shadow="md" width={300}>
            <Menu.Target>
              <Button variant="default" disabled={busy} rightSection={<IconChevronDown size={16} stroke={1.5} aria-hidden />}>
                {t("move.menu")}
              </Button>
            </Menu.Target>
            <Menu.Dropdown>
              <ScrollArea.Autosize mah="50vh">
                {STATUSES.map((status) => {
                  const there = ways.filter((each) => statusOf(each) === status);
                  if (there.length === 0) return null;
                  return (
                    // A group of its own each, as in a list's filters.
                    <div key={status} role="group" aria-label={statusName(status)}>
                      <Menu.Label aria-hidden>
                        <StatusName status={status} />
                      </Menu.Label>
                      {there.map((to) => (
                        <Menu.Item key={to} onClick={() => ask(to)}>
                          {called(to)}
                        </Menu.Item>
                      ))}
                    </div>
                  );
                })}
              </ScrollArea.Autosize>
            </Menu.Dropdown>
          </Menu>
        </Group>
      )}
      {from === "W/waitlist" && leads("S") && !leads("F") && <p className={classes.quiet}>{t("waitlist.shortlistFirst")}</p>}
    </>
  );

  return (
    <div className={classes.block}>
      <div>
        <p className={classes.label}>{t("column.state")}</p>
        <StandingDot standing={from} />
      </div>
      {place ? createPortal(go, place) : go}
      {application.answers_place && (
        <Suspense fallback={<Skeleton height={120} />}>
          <AnswersPlace id={enquiry.id} application={application} place={application.answers_place} from={from} who={who} />
        </Suspense>
      )}
      {decision && (
        <Suspense fallback={<Skeleton height={180} />}>
          <Decision
            id={enquiry.id}
            application={application}
            decision={decision}
            who={who}
            onGone={(how) => {
              setDone(null);
              setDecided(how);
            }}
          />
        </Suspense>
      )}
      {proposal && !decision && (
        <Suspense fallback={<Skeleton height={180} />}>
          <Proposal
            id={enquiry.id}
            application={application}
            proposal={proposal}
            who={who}
            onGone={ended}
          />
        </Suspense>
      )}
      {!proposal && !decision && application.proposals.length > 0 && (
        <Suspense fallback={null}>
          <ProposalHistory entries={application.proposals} />
        </Suspense>
      )}
      <ApplicationFacts application={application} />
      <Link className={classes.door} to={toStudent.student(enquiry.id)}>
        {t("file.open")}
      </Link>
      {application.allowed.length === 0 && !decision && !proposal && <p className={classes.quiet}>{t("move.none")}</p>}
      <Suspense fallback={null}>
        {move && (
          <MoveDialog
            key={move.to}
            id={enquiry.id}
            application={application}
            from={from}
            move={move}
            who={who}
            applied={enquiry.grade?.label}
            busy={busy}
            send={send}
            overtaken={conflict && <Overtaken enquiry={enquiry} entries={conflict} kept onClose={dismiss} />}
            onMoved={() => {
              setAsked(null);
              setDone({ from, to: move.to });
            }}
            onInstead={setAsked}
            onClose={() => setAsked(null)}
          />
        )}
      </Suspense>
    </div>
  );
}

interface DoneProps {
  standing: Standing;
  /** What the school calls the child, once it is enrolled. */
  admission: string | null | undefined;
  /** Whether its family was written to; null where nobody wanted that. */
  told: boolean | null;
  busy: boolean;
  onUndo: (() => void) | undefined;
}

/** What became of it, and the way back where there is one. */
function Done({ standing, admission, told, busy, onUndo }: DoneProps) {
  const { t } = useTranslation("applications");
  const name = useStandingName();
  return (
    <>
      {t("done", { status: `\u2068${name(standing)}\u2069` })} {admission && t("done.admission", { number: `\u2068${admission}\u2069` })} {told !== null && t(told ? "done.told" : "done.untold")}{" "}
      {onUndo && (
        <Button size="compact-sm" variant="default" loading={busy} onClick={onUndo}>
          {t("undo")}
        </Button>
      )}
    </>
  );
}
