import { Alert, Button, Loader } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { failureOf } from "@/api/envelope";
import { IconAlertCircle } from "@/ui/icons";
import { Dialog } from "@/ui/Dialog";
import { useFormat } from "@/ui/useFormat";
import { useMessage } from "@/ui/useMessage";
import { usePersonName } from "@/ui/usePersonName";
import * as to from "../../paths";
import { useListMoveResultsQuery } from "./moveApi";
import classes from "./moves.module.css";
import type { Moves } from "./useMoves";
import { useWhyNot } from "./useWhyNot";

/** The applications that were not moved, each with why and a way to it. */
export function MoveResults({ moves, onClose }: { moves: Moves; onClose: () => void }) {
  const { t } = useTranslation("moves");
  const format = useFormat();
  const [cursors, setCursors] = useState<readonly (string | undefined)[]>([undefined]);
  return (
    <Dialog onClose={onClose} size={620} title={t("results.title", { n: format.number(moves.refused) })}>
      <ul className={classes.results}>
        {cursors.map((cursor, at) => (
          <Page key={cursor ?? ""} id={moves.id} cursor={cursor} onMore={at === cursors.length - 1 ? (next) => setCursors([...cursors, next]) : undefined} />
        ))}
      </ul>
    </Dialog>
  );
}

interface PageProps {
  id: string;
  cursor: string | undefined;
  /** Shows the page after this one; of the last that is shown alone. */
  onMore: ((next: string) => void) | undefined;
}

function Page({ id, cursor, onMore }: PageProps) {
  const { t } = useTranslation(["moves", "staff"]);
  const message = useMessage();
  const name = usePersonName();
  const whyNot = useWhyNot();
  const { data, error, refetch } = useListMoveResultsQuery({ id, outcome: "refused", ...(cursor && { cursor }) }, { refetchOnMountOrArgChange: true });
  if (error) {
    return (
      <li>
        <Alert role="alert" color="red" icon={<IconAlertCircle stroke={1.5} />}>
          <p>{message(failureOf(error).messageId)}</p>
          <Button size="compact-sm" variant="default" onClick={() => void refetch()}>
            {t("retry")}
          </Button>
        </Alert>
      </li>
    );
  }
  if (!data) {
    return (
      <li>
        <Loader size="sm" role="status" aria-label={t("loading")} />
      </li>
    );
  }
  const next = data.next_cursor;
  return (
    <>
      {data.items.map((one) => (
        <li key={one.id} className={classes.result}>
          {one.registration_id ? (
            <Link to={to.enquiry(one.id)}>
              <bdi>{name({ person: one.student_name, person_ar: one.student_name_ar }) || t("staff:row.noName")}</bdi>{" "}
              <bdi dir="ltr" className="tabular">
                {one.registration_id}
              </bdi>
            </Link>
          ) : (
            <span>{t("results.hidden")}</span>
          )}
          <span className={classes.quiet}>{whyNot(one.message_id, one.guard)}</span>
        </li>
      ))}
      {next && onMore && (
        <li>
          <Button variant="default" onClick={() => onMore(next)}>
            {t("results.more")}
          </Button>
        </li>
      )}
    </>
  );
}
