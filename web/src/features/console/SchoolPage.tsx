import { Button } from "@mantine/core";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { useParams } from "react-router";
import { useGetPlatformSchoolQuery } from "@/api/platform";
import { BackLink } from "@/ui/BackLink";
import { IconAlertTriangle, IconHistory } from "@/ui/icons";
import { Fact, Facts } from "@/ui/record/Facts";
import { RecordHead } from "@/ui/record/RecordHead";
import { RecordColumns, RecordSection } from "@/ui/record/RecordSection";
import { RecordStates } from "@/ui/record/RecordStates";
import { StatusDot } from "@/ui/record/StatusDot";
import { TimelineList } from "@/ui/record/TimelineList";
import { useBilingual } from "@/ui/useBilingual";
import { useFormat } from "@/ui/useFormat";
import { useTitle } from "@/ui/useTitle";
import classes from "./console.module.css";
import { ExportNote } from "./ExportNote";
import * as to from "./paths";
import { HEALTH } from "./tones";
import { offered, useSwitch } from "./useSwitch";

/** One school from near: what is wrong, what went live, what did not get through. Nothing of any family. */
export function SchoolPage() {
  const { t } = useTranslation("console");
  const { id = "" } = useParams();
  const bilingual = useBilingual();
  const format = useFormat();
  const { currentData, error, refetch } = useGetPlatformSchoolQuery({ id }, { refetchOnMountOrArgChange: true });
  const school = currentData?.school;
  const switched = useSwitch(() => void refetch());
  const name = school ? bilingual(school.name) || school.id : id;
  useTitle(name);
  const back = <BackLink to={to.schools()}>{t("school.back")}</BackLink>;
  if (!school) {
    return (
      <>
        {back}
        <RecordStates error={error} words={{ loading: t("loading"), failed: t("error"), retry: t("retry") }} retry={() => void refetch()} />
      </>
    );
  }
  const { database, files } = school.bytes;
  const waiting = t("school.waiting", { n: format.number(school.outbox.waiting) });
  const failed = school.outbox.failed > 0 ? t("school.failed", { n: format.number(school.outbox.failed) }) : null;
  const sizes = [
    ...(database === null || database === undefined ? [] : [t("school.database", { size: `\u2068${format.bytes(database)}\u2069` })]),
    t("school.files", { size: `\u2068${format.bytes(files)}\u2069` }),
  ];
  const { diagnostics, revisions, failed: jobs } = school;
  const offer = offered(school);
  return (
    <>
      {back}
      <RecordHead
        order={1}
        title={name}
        state={<StatusDot tone={HEALTH[school.state]}>{t(`school.state.${school.state}`)}</StatusDot>}
        line={
          <a href={school.origin} target="_blank" rel="noreferrer" dir="ltr">
            {school.host}
          </a>
        }
        actions={
          offer && (
            <Button variant="default" onClick={() => switched.ask(school)}>
              {t(`school.${offer}`)}
            </Button>
          )
        }
      />
      {switched.outcome}
      {switched.dialog}
      <RecordColumns
        beside={
          <>
            <RecordSection card order={2} title={t("school.figures")}>
              <Facts>
                <Fact name={t("school.problems")}>
                  <Figure value={format.number(school.problems)} bad={school.problems > 0} />
                </Fact>
                <Fact name={t("school.revision")}>
                  <Figure value={format.number(school.revision)} />
                </Fact>
                <Fact name={t("school.failures")}>
                  <Figure value={format.number(school.plugin_failures)} bad={school.plugin_failures > 0} note={t("school.failures.help")} />
                </Fact>
                <Fact name={t("school.outbox")}>
                  <Figure value={failed ?? waiting} bad={failed !== null} note={failed === null ? undefined : waiting} />
                </Fact>
                <Fact name={t("school.storage")} wide>
                  <Figure value={<bdi>{format.bytes((database ?? 0) + files)}</bdi>} note={sizes.join(" · ")} />
                </Fact>
              </Facts>
            </RecordSection>
            <RecordSection card order={2} title={t("school.revisions")}>
              {revisions.length === 0 && <p className={classes.quiet}>{t("school.revisions.none")}</p>}
              <TimelineList
                entries={revisions.map(({ seq, at, by, note }) => ({
                  id: seq, at, note, icon: IconHistory, what: t("school.revision.n", { n: format.number(seq) }), detail: by && t("school.by", { who: `\u2068${by.name}\u2069` }),
                }))}
              />
            </RecordSection>
            <ExportNote id={school.id} />
          </>
        }
      >
        <div className={classes.parts}>
          <RecordSection card order={2} title={t("school.diagnostics")}>
            {diagnostics.length === 0 && <p className={classes.quiet}>{t("school.diagnostics.none")}</p>}
            {diagnostics.length > 0 && (
              <ul className={classes.list}>
                {diagnostics.map((each) => (
                  <li key={`${each.file}${each.line}${each.code}${each.pointer}`} data-severity={each.severity}>
                    <span className={classes.quiet}>
                      {each.published
                        ? t("school.published", { file: `\u2066${each.file}\u2069`, place: `\u2066${each.pointer}\u2069` })
                        : t("school.line", { file: `\u2066${each.file}\u2069`, line: format.number(each.line) })}
                    </span>
                    <InEnglish>
                      {each.message}
                      {each.hint && <span className={classes.quiet}> {each.hint}</span>}
                    </InEnglish>
                  </li>
                ))}
              </ul>
            )}
          </RecordSection>
          <RecordSection card order={2} title={t("school.jobs")}>
            {jobs.length === 0 && <p className={classes.quiet}>{t("school.jobs.none")}</p>}
            <TimelineList
              entries={jobs.map(({ kind, at, attempts, problem }) => ({
                id: `${kind}${at}`, at, icon: IconAlertTriangle, what: <bdi><code>{kind}</code></bdi>, detail: <>{t("school.attempts", { count: attempts })} · <InEnglish>{problem}</InEnglish></>,
              }))}
            />
          </RecordSection>
        </div>
      </RecordColumns>
    </>
  );
}

/** The server writes these for operators, in English. */
function InEnglish({ children }: { children: ReactNode }) {
  return (
    <bdi lang="en" dir="ltr">
      {children}
    </bdi>
  );
}

/** A figure, and what is to be known of it. */
function Figure({ value, note, bad = false }: { value: ReactNode; note?: string | undefined; bad?: boolean }) {
  return (
    <span className={classes.figure} data-bad={bad || undefined}>
      <strong>{value}</strong>
      {note && <span className={classes.quiet}>{note}</span>}
    </span>
  );
}
