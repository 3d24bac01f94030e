import { Alert, Button, Title } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { failureOf } from "@/api/envelope";
import { useListStudentsQuery } from "@/api/generated";
import { useSchool } from "@/api/school";
import { NO_COUNTS, STATUSES } from "@/api/standing";
import * as to from "@/features/inbox/paths";
import { IconAlertCircle } from "@/ui/icons";
import { StatusName } from "@/ui/StandingDot";
import { useFormat } from "@/ui/useFormat";
import { useMessage } from "@/ui/useMessage";
import classes from "./dashboard.module.css";
import own from "./tiles.module.css";

/** How many applications stand in which status, where the school has an application. While it is asked there are none. */
export function ApplicationTiles() {
  return useSchool().application ? <Tiles /> : null;
}

function Tiles() {
  const { t } = useTranslation("applications");
  const format = useFormat();
  const message = useMessage();
  const list = useListStudentsQuery({ studentListRequest: { page_size: 1 } }, { refetchOnMountOrArgChange: true });
  const counts = list.isFetching || list.isError ? NO_COUNTS : (list.data?.counts ?? NO_COUNTS);
  return (
    <>
      <section className={own.section} aria-label={t("tiles")} aria-busy={list.isFetching || undefined}>
        <Title order={2}>{t("kind.applications")}</Title>
        {list.isError && !list.isFetching && (
          <Alert role="alert" color="red" icon={<IconAlertCircle stroke={1.5} />} title={t("tiles.failed")}>
            <p className={own.why}>{message(failureOf(list.error).messageId)}</p>
            <Button size="compact-sm" variant="default" onClick={() => void list.refetch()}>
              {t("retry")}
            </Button>
          </Alert>
        )}
        <ul className={`${classes.tiles} ${own.tiles}`}>
          {STATUSES.map((status) => (
            <li key={status}>
              <Link className={classes.tile} to={to.enquiries({ kind: "applications", state: status })}>
                <span className={classes.number}>{format.number(counts[status])}</span>
                <StatusName status={status} />
              </Link>
            </li>
          ))}
        </ul>
      </section>
      {/* The tiles of these follow. */}
      <Title order={2}>{t("kind.enquiries")}</Title>
    </>
  );
}
