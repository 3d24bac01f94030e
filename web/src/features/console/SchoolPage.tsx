import { Skeleton, Title } from "@mantine/core";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { useParams } from "react-router";
import { useGetPlatformSchoolQuery } from "@/api/platform";
import { BackLink } from "@/ui/BackLink";
import card from "@/ui/card.module.css";
import { useBilingual } from "@/ui/useBilingual";
import { useFormat } from "@/ui/useFormat";
import { useTitle } from "@/ui/useTitle";
import classes from "./console.module.css";
import { Failed } from "./Failed";

/** One school from near: what is wrong, what went live, what did not get through. Nothing of any family. */
export function SchoolPage() {
  const { t } = useTranslation("console");
  const { id = "" } = useParams();
  const bilingual = useBilingual();
  const format = useFormat();
  const { currentData, error, refetch } = useGetPlatformSchoolQuery({ id }, { refetchOnMountOrArgChange: true });
  const school = currentData?.school;
  const name = school ? bilingual(school.name) || school.id : id;
  useTitle(name);
  const back = <BackLink to="/console/schools">{t("school.back")}</BackLink>;
  if (!school) {
    return (
      <>
        {back}
        {error ? <Failed error={error} retry={() => void refetch()} /> : <Skeleton height={320} radius="md" role="progressbar" aria-label={t("loading")} />}
      </>
    );
  }
  const { database, files } = school.bytes;
  const waiting = t("school.waiting", { n: format.number(school.outbox.waiting) });
  const failed = school.outbox.failed > 0 ? t("school.failed", { n: format.number(school.outbox.failed) }) : null;
  return (
    <>
      {back}
      <header className={classes.head}>
        <div>
          <Title order={1}>
            <bdi>{name}</bdi>
          </Title>
          <p className={classes.quiet}>
            <a href={`${location.protocol}//${school.host}`} target="_blank" rel="noreferrer" dir="ltr">
              {school.host}
            </a>
          </p>
        </div>
        <span className={classes.health} data-state={school.state}>
          {t(`school.state.${school.state}`)}
        </span>
      </header>
      <dl className={classes.figures}>
        <Figure name={t("school.problems")} bad={school.problems > 0} value={format.number(school.problems)} />
        <Figure name={t("school.revision")} value={format.number(school.revision)} />
        <Figure name={t("school.failures")} bad={school.plugin_failures > 0} value={format.number(school.plugin_failures)} note={t("school.failures.help")} />
        <Figure name={t("school.outbox")} bad={failed !== null} value={failed ?? waiting} {...(failed === null ? {} : { note: waiting })} />
        <Figure
          name={t("school.storage")}
          value={<bdi>{format.bytes((database ?? 0) + files)}</bdi>}
          note={[database === null || database === undefined ? null : t("school.database", { size: `\u2068${format.bytes(database)}\u2069` }), t("school.files", { size: `\u2068${format.bytes(files)}\u2069` })].filter(Boolean).join(" · ")}
        />
      </dl>
      <List title={t("school.diagnostics")} none={t("school.diagnostics.none")}>
        {school.diagnostics.map((each) => (
          <li key={`${each.file}${each.line}${each.code}${each.pointer}`} data-severity={each.severity}>
            <span className={classes.quiet}>
              {t("school.line", { file: `\u2066${each.file}\u2069`, line: format.number(each.line) })}
            </span>
            {/* The server writes these for operators, in English. */}
            <span lang="en" dir="ltr">
              {each.message}
              {each.hint && <span className={classes.quiet}> {each.hint}</span>}
            </span>
          </li>
        ))}
      </List>
      <List title={t("school.revisions")} none={t("school.revisions.none")}>
        {school.revisions.map((each) => (
          <li key={each.seq}>
            <span>
              <strong>{t("school.revision.n", { n: format.number(each.seq) })}</strong> · {format.instant(each.at)}
              {each.by && <> · {t("school.by", { who: `\u2068${each.by.name}\u2069` })}</>}
            </span>
            {each.note && (
              <span className={classes.quiet}>
                <bdi>{each.note}</bdi>
              </span>
            )}
          </li>
        ))}
      </List>
      <List title={t("school.jobs")} none={t("school.jobs.none")}>
        {school.failed.map((each) => (
          <li key={`${each.kind}${each.at}`}>
            <span>
              <bdi>
                <code>{each.kind}</code>
              </bdi>{" "} · {format.instant(each.at)} · {t("school.attempts", { count: each.attempts })}
            </span>
            <span className={classes.quiet} lang="en" dir="ltr">
              {each.problem}
            </span>
          </li>
        ))}
      </List>
    </>
  );
}

function Figure({ name, value, note, bad = false }: { name: string; value: ReactNode; note?: string; bad?: boolean }) {
  return (
    <div className={classes.figure} data-bad={bad || undefined}>
      <dt>{name}</dt>
      <dd>
        <strong>{value}</strong>
        {note && <span className={classes.quiet}>{note}</span>}
      </dd>
    </div>
  );
}

function List({ title, none, children }: { title: string; none: string; children: ReactNode[] }) {
  return (
    <section className={card.card} aria-label={title}>
      <Title order={2}>{title}</Title>
      {children.length === 0 ? <p className={classes.quiet}>{none}</p> : <ul className={classes.list}>{children}</ul>}
    </section>
  );
}
