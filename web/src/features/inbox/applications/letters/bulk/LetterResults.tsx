import { Alert, Button, Loader } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { failureOf } from "@/api/envelope";
import { Dialog } from "@/ui/Dialog";
import { IconAlertCircle } from "@/ui/icons";
import { useMessage } from "@/ui/useMessage";
import { usePersonName } from "@/ui/usePersonName";
import * as to from "../../../paths";
import classes from "../../bulk/moves.module.css";
import { useListLetterJobResultsQuery, type LetterResult } from "./bulkCalls";
import { useBulkWhy } from "./useBulkWhy";

/** What became of the letter of each, with a way to its record. */
export function LetterResults({ id, onClose }: { id: string; onClose: () => void }) {
  const { t } = useTranslation("letters");
  const [cursors, setCursors] = useState<readonly (string | undefined)[]>([undefined]);
  return (
    <Dialog onClose={onClose} size={620} title={t("bulk.results.title")}>
      <ul className={classes.results}>
        {cursors.map((cursor, at) => (
          <Page key={cursor ?? ""} id={id} cursor={cursor} onMore={at === cursors.length - 1 ? (next) => setCursors([...cursors, next]) : undefined} />
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
  const { t } = useTranslation(["letters", "moves"]);
  const message = useMessage();
  const { data, error, refetch } = useListLetterJobResultsQuery({ id, ...(cursor && { cursor }) }, { refetchOnMountOrArgChange: true });
  if (error) {
    return (
      <li>
        <Alert role="alert" color="red" icon={<IconAlertCircle stroke={1.5} />}>
          <p>{message(failureOf(error).messageId)}</p>
          <Button size="compact-sm" variant="default" onClick={() => void refetch()}>
            {t("bulk.retry")}
          </Button>
        </Alert>
      </li>
    );
  }
  if (!data) {
    return (
      <li>
        <Loader size="sm" role="status" aria-label={t("hand.loading")} />
      </li>
    );
  }
  const next = data.next_cursor;
  return (
    <>
      {data.items.map((one) => (
        <Line key={one.id} one={one} />
      ))}
      {next && onMore && (
        <li>
          <Button variant="default" onClick={() => onMore(next)}>
            {t("bulk.results.more")}
          </Button>
        </li>
      )}
    </>
  );
}

function Line({ one }: { one: LetterResult }) {
  const { t } = useTranslation(["letters", "staff"]);
  const name = usePersonName();
  const why = useBulkWhy();
  const stands = one.opened ? "opened" : one.letter_state === "draft" ? "draft" : one.letter_state === "released" ? "sent" : "over";
  const said = one.outcome === "refused" ? why(one) : one.outcome === "issued" ? t(`bulk.result.${stands}`) : t(`bulk.result.${one.outcome}`);
  return (
    <li className={classes.result}>
      {one.registration_id ? (
        <Link to={to.enquiry(one.id)}>
          <bdi>{name({ person: one.student_name, person_ar: one.student_name_ar }) || t("staff:row.noName")}</bdi>{" "}
          <bdi dir="ltr" className="tabular">
            {one.registration_id}
          </bdi>
        </Link>
      ) : (
        <span>{t("bulk.results.hidden")}</span>
      )}
      <span className={classes.quiet}>
        {said}
        {one.reference && (
          <>
            {" "}
            <bdi dir="ltr" className="tabular">
              {one.reference}
            </bdi>
          </>
        )}
      </span>
    </li>
  );
}
