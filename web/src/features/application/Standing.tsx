import { Anchor, Button } from "@mantine/core";
import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { applyAt } from "@/api/admissionForm";
import { useAppSelector } from "@/api/hooks";
import { useSchool } from "@/api/school";
import * as toAdmission from "@/features/admission/paths";
import { AnotherChild } from "@/forms/AnotherChild";
import { IconMessageCircle } from "@/ui/icons";
import { MarkedText } from "@/ui/MarkedText";
import { SchoolContact } from "@/ui/SchoolContact";
import { useBilingual } from "@/ui/useBilingual";
import { useFormat } from "@/ui/useFormat";
import classes from "./application.module.css";
import own from "./standing.module.css";
import { MESSAGES } from "./Messages";
import { OwnConditions } from "./OwnConditions";
import { OwnLetter } from "./OwnLetter";
import { OwnWaiting } from "./OwnWaiting";
import type { Part } from "./useApplication";
import { kindOf } from "./useKind";
import { useStandingWords } from "./useStandingWords";
import { ComeBack } from "./Withdraw";

/** Where it stands in words that need no explaining, since when, and what comes next. What the school wrote last is told here too. */
export function Standing({ onAccept, ...part }: Part & { onAccept?: (() => void) | undefined }) {
  const { shown } = part;
  const { t } = useTranslation("application");
  const bilingual = useBilingual();
  const format = useFormat();
  const { title, lead, way, at, isOver } = useStandingWords(shown);
  const last = shown.messages.at(-1);
  const told = useRef<HTMLDivElement>(null);
  const was = useRef(shown.withdrawn);
  useEffect(() => {
    if (was.current === shown.withdrawn) return;
    was.current = shown.withdrawn;
    // It was asked far below, and what answers it stands here.
    told.current?.focus({ preventScroll: true });
    told.current?.scrollIntoView({ block: "center" });
  }, [shown.withdrawn]);
  const context = kindOf(shown);
  return (
    <header className={classes.standing} data-over={isOver || undefined}>
      <p className={classes.of}>
        {bilingual(shown.form_title)}
        {shown.person && (
          <>
            {" · "}
            <bdi>{shown.person}</bdi>
          </>
        )}
        {shown.year && (
          <>
            {" · "}
            {shown.grade && <>{bilingual(shown.grade)} · </>}
            <bdi>{shown.year}</bdi>
          </>
        )}
      </p>
      <div className={own.told} ref={told} role="status" tabIndex={-1}>
        <h1>{title}</h1>
        <p className={classes.since}>{t("application.since", { date: format.day(shown.since) })}</p>
        {shown.offer && (
          <p className={own.until}>
            <MarkedText text={t(shown.offer.grade ? "application.offer" : "application.offer.year", { grade: bilingual(shown.offer.grade), year: shown.offer.year })} />{" "}
            {shown.offer.is_conditional && t(shown.letter ? "application.offer.conditional_letter" : "application.offer.conditional")}
          </p>
        )}
        {shown.accepted_at && (
          <p className={own.until}>
            <MarkedText text={t("application.accepted", { date: format.day(shown.accepted_at) })} />
          </p>
        )}
        {shown.offer_until && !shown.accepted_at && !shown.letter && (
          <p className={own.until}>
            <MarkedText text={t("application.offerUntil", { date: format.date(shown.offer_until) })} />
          </p>
        )}
        {shown.appointment && (
          <p className={own.until}>
            <MarkedText text={t("application.appointment", { when: format.instant(shown.appointment.at) })} />
            {shown.appointment.place && (
              <>
                {" · "}
                <bdi>{shown.appointment.place}</bdi>
              </>
            )}
          </p>
        )}
        {shown.waitlist && <Waits waitlist={shown.waitlist} />}
        {/* Whoever has answered is not asked for an answer. */}
        {!shown.accepted_at && !shown.letter && <p className={classes.lead}>{lead}</p>}
      </div>
      {shown.letter && <OwnLetter {...part} letter={shown.letter} />}
      <OwnWaiting {...part} />
      {shown.conditions && shown.conditions.length > 0 && <OwnConditions conditions={shown.conditions} />}
      {onAccept && (
        <div className={own.accept}>
          <Button onClick={onAccept}>{t("application.accept")}</Button>
          <p className={classes.quiet}>{t("application.accept.hint")}</p>
        </div>
      )}
      {/* Whoever has an offer may want to speak to somebody before the answer. */}
      {shown.offer_until && <SchoolContact />}
      <ComeBack {...part} />
      {last?.from === "school" && <Wrote on={format.day(last.sent_at)} />}
      {at >= 0 && (
        <ol className={`${classes.way} ${way.length > 4 ? own.long : ""}`} aria-label={t("application.way", { context })}>
          {way.map(({ id, label }, index) => (
            <li key={id} data-done={index < at || undefined} aria-current={index === at ? "step" : undefined}>
              {label}
            </li>
          ))}
        </ol>
      )}
      <dl className={classes.facts}>
        <div>
          <dt>{t(shown.registration_id ? "application.registration" : "application.reference")}</dt>
          <dd>
            <bdi dir="ltr">{shown.registration_id ?? shown.reference}</bdi>
          </dd>
        </div>
        <div>
          <dt>{t("application.sent")}</dt>
          <dd>{format.day(shown.submitted_at)}</dd>
        </div>
      </dl>
      {context === "enquiry" && <Apply />}
      {context === "application" && (
        <div>
          <AnotherChild application={part.application} name={shown.person} />
        </div>
      )}
    </header>
  );
}

/** About where a child is on the waiting list, or its number: as much as the school tells. */
function Waits({ waitlist: { band, number, of } }: { waitlist: NonNullable<Part["shown"]["waitlist"]> }) {
  const { t } = useTranslation("application");
  const format = useFormat();
  const words = band ? t(`application.waitlist.${band}`) : typeof number === "number" && t("application.waitlist.number", { number: format.number(number), of: format.number(of ?? number) });
  if (!words) return null;
  return (
    <>
      <p className={own.until}>{words}</p>
      <p className={classes.since}>{t("application.waitlist.note")}</p>
    </>
  );
}

/** Whoever asked may want to apply next, where the school takes applications. */
function Apply() {
  const { t } = useTranslation("application");
  const signedIn = useAppSelector((state) => state.auth.status === "signedIn");
  const path = applyAt(useSchool(), signedIn, toAdmission.start());
  if (!path) return null;
  return (
    <p>
      <Button component={Link} to={path} variant="default">
        {t("application.apply")}
      </Button>
    </p>
  );
}

/** That there is something to read, which stands below all documents. */
function Wrote({ on }: { on: string }) {
  const { t } = useTranslation("application");
  // Not by the address: a fragment there is a link's secret.
  const lead = () => {
    const heading = document.getElementById(MESSAGES);
    heading?.focus({ preventScroll: true });
    heading?.scrollIntoView({ block: "start" });
  };
  return (
    <p className={`${own.wrote} ${classes.dated}`}>
      <IconMessageCircle size={20} stroke={1.5} aria-hidden />
      <span>
        <MarkedText text={t("application.wrote", { date: on })} />
      </span>
      <Anchor component="button" type="button" onClick={lead}>
        {t("application.wrote.read")}
      </Anchor>
    </p>
  );
}
