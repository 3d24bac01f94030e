import { Button } from "@mantine/core";
import { useCallback, useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { usePictures } from "@/api/download";
import { useSchool } from "@/api/school";
import { standingOf } from "@/api/standing";
import type { FileHead } from "@/api/student";
import * as toInbox from "@/features/inbox/paths";
import { CopyButton } from "@/ui/CopyButton";
import { PersonMark } from "@/ui/PersonMark";
import { RecordHead } from "@/ui/record/RecordHead";
import { StandingDot } from "@/ui/StandingDot";
import { useFormat } from "@/ui/useFormat";
import { yearsBetween } from "./age";
import classes from "./student.module.css";
import { useStudentName } from "./useStudentName";

/** Who it is, where the application stands, whose work it is, and what is to be done next. */
export function StudentHead({ student }: { student: FileHead }) {
  const { t } = useTranslation(["student", "applications"]);
  const name = useStudentName()(student);
  const photo = usePhoto(student);
  const { admission_number: admission, assigned_to: owner, next_action: next, birth_date: born, due_at: due } = student;
  return (
    <RecordHead
      order={1}
      mark={<PersonMark name={name} avatar={photo} size={64} />}
      title={name}
      state={<StandingDot standing={standingOf(student)} />}
      line={
        <>
          {born && <Born day={born} />}
          {due && <Due day={due} isOffer={student.sims_admission_status === "F"} />}
          <span>{owner ? t("owner", { who: `\u2068${owner.name}\u2069` }) : t("owner.none")}</span>
          <span>
            {t("registration")}{" "}
            <bdi dir="ltr" className="tabular">
              {student.registration_id}
            </bdi>
          </span>
        </>
      }
      actions={
        <>
          {next && (
            <Button component={Link} to={`${toInbox.enquiry(student.id)}?${new URLSearchParams({ move: next }).toString()}`}>
              {t(`applications:move.${next}`)}
            </Button>
          )}
          <Button component={Link} variant={next ? "default" : "filled"} to={toInbox.enquiry(student.id)}>
            {t("open")}
          </Button>
        </>
      }
    >
      {admission && (
        <p className={classes.admission}>
          {t("admission")}{" "}
          <bdi dir="ltr" className="tabular">
            <strong>{admission}</strong>
          </bdi>
          <CopyButton size="compact-sm" text={admission} label={t("admission.copy")} />
        </p>
      )}
    </RecordHead>
  );
}

/** When the child was born, and how old that makes it today. */
function Born({ day }: { day: string }) {
  const { t } = useTranslation("student");
  const format = useFormat();
  const { today } = useSchool();
  const years = yearsBetween(day, today);
  const age = years > 0 ? t("age", { count: years, shown: format.number(years) }) : t("age.under");
  return (
    <span>
      <time dateTime={day}>{t("born", { date: format.date(day) })}</time> · {age}
    </span>
  );
}

/** What is due next, and that its day is over. */
function Due({ day, isOffer }: { day: string; isOffer: boolean }) {
  const { t } = useTranslation("student");
  const format = useFormat();
  const isOver = day < useSchool().today;
  return (
    <time className={isOver ? classes.overdue : undefined} dateTime={day}>
      {t(isOffer ? "due.offer" : "due.review", { date: format.date(day) })}
      {isOver && ` (${t("due.over")})`}
    </time>
  );
}

/** The child's photo, once it has come; null where there is none to show. */
function usePhoto({ id, photo }: FileHead): string | null {
  const file = photo?.file;
  const read = usePictures(useCallback((one: string) => `/v1/oa/enquiries/${encodeURIComponent(id)}/files/${encodeURIComponent(one)}`, [id]));
  const [address, setAddress] = useState<string | null>(null);
  useEffect(() => {
    if (!file) return;
    let isGone = false;
    void read(file).then((found) => isGone || setAddress(found));
    return () => {
      isGone = true;
    };
  }, [file, read]);
  return file ? address : null;
}
