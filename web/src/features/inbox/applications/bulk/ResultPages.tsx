import { Alert, Button, Loader } from "@mantine/core";
import { useState, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { failureOf } from "@/api/envelope";
import { Dialog } from "@/ui/Dialog";
import { IconAlertCircle } from "@/ui/icons";
import { useMessage } from "@/ui/useMessage";
import { usePersonName } from "@/ui/usePersonName";
import * as to from "../../paths";
import classes from "./moves.module.css";

export interface PageOfResults {
  cursor: string | undefined;
  /** Shows the page after this one; of the last that is shown alone. */
  onMore: ((next: string) => void) | undefined;
}

/** What became of each of many, one page below another. */
export function ResultPages({ title, page, onClose }: { title: string; page: (of: PageOfResults) => ReactNode; onClose: () => void }) {
  const [cursors, setCursors] = useState<readonly (string | undefined)[]>([undefined]);
  return (
    <Dialog onClose={onClose} size={620} title={title}>
      <ul className={classes.results}>{cursors.map((cursor, at) => page({ cursor, onMore: at === cursors.length - 1 ? (next) => setCursors([...cursors, next]) : undefined }))}</ul>
    </Dialog>
  );
}

interface PageProps<T> {
  asked: { data?: { items: readonly T[]; next_cursor?: string | null } | undefined; error?: unknown; refetch: () => unknown };
  onMore: PageOfResults["onMore"];
  line: (one: T) => ReactNode;
}

/** A page of them as it was asked for: on its way, failed with a way to ask again, or there. */
export function ResultPage<T>({ asked: { data, error, refetch }, onMore, line }: PageProps<T>) {
  const { t } = useTranslation("moves");
  const message = useMessage();
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
      {data.items.map(line)}
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

interface Whom {
  id: string;
  /** Empty of what the reader does not see. */
  registration_id: string;
  student_name: string;
  student_name_ar?: string | null | undefined;
}

/** Whom a result is about, with a way to their record, and what became of them. */
export function ResultLine({ one, children }: { one: Whom; children: ReactNode }) {
  const { t } = useTranslation(["moves", "staff"]);
  const name = usePersonName();
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
        <span>{t("results.hidden")}</span>
      )}
      <span className={classes.quiet}>{children}</span>
    </li>
  );
}
