import { Alert, Button, Title } from "@mantine/core";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { useSchool } from "@/api/school";
import { STATUSES } from "@/api/standing";
import * as to from "@/features/inbox/paths";
import { IconAlertCircle } from "@/ui/icons";
import { StatusName } from "@/ui/StandingDot";
import { useFormat } from "@/ui/useFormat";
import { useMessage } from "@/ui/useMessage";
import { ApplicationNumbers } from "./ApplicationNumbers";
import classes from "./dashboard.module.css";
import { FilterBar } from "./FilterBar";
import { listOf } from "./filters";
import { NewestApplications } from "./NewestApplications";
import own from "./tiles.module.css";
import { useDashboardFilters } from "./useDashboardFilters";
import { useStudentList, useStudents } from "./useStudents";

/** How many of the newest are shown. */
const NEWEST = 10;

/** How many applications stand in which status, where the school has an application. While it is asked there are none. */
export function ApplicationTiles() {
  return useSchool().application ? <Tiles /> : null;
}

/** How they come along. */
export function ApplicationProgress() {
  return useSchool().application ? <Progress /> : null;
}

function Progress() {
  return <ApplicationNumbers filters={useDashboardFilters()} />;
}

/** The newest of them. */
export function LatestApplications() {
  return useSchool().application ? <NewestApplications /> : null;
}

function Tiles() {
  const { t } = useTranslation(["applications", "dashboard"]);
  const filters = useDashboardFilters();
  const { asked, rounds, request } = filters;
  const load = useStudentList(useMemo(() => request && { ...request, page_size: NEWEST }, [request]));
  const { counts, loading, error } = useStudents();
  const format = useFormat();
  const message = useMessage();
  return (
    <section className={own.section} aria-label={t("tiles")} aria-busy={loading || undefined}>
      <div className={own.head}>
        <Title order={2}>{t("kind.applications")}</Title>
        <FilterBar {...filters} />
      </div>
      {error && (
        <Alert role="alert" color="red" icon={<IconAlertCircle stroke={1.5} />} title={t("tiles.failed")}>
          <p className={own.why}>{message(error)}</p>
          <Button size="compact-sm" variant="default" onClick={load}>
            {t("retry")}
          </Button>
        </Alert>
      )}
      <ul className={`${classes.tiles} ${own.tiles}`}>
        {STATUSES.map((status) => (
          <li key={status}>
            <Link className={classes.tile} to={to.enquiries(listOf(status, asked, rounds))}>
              <span className={classes.number}>{format.number(counts[status])}</span>
              <StatusName status={status} />
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
