import { Button, Title } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import type { StudentItem } from "@/api/generated";
import { useAppDispatch } from "@/api/hooks";
import { standingOf } from "@/api/standing";
import * as to from "@/features/inbox/paths";
import { IconInbox } from "@/ui/icons";
import { StandingDot } from "@/ui/StandingDot";
import { StateScreen } from "@/ui/StateScreen";
import { useBilingual } from "@/ui/useBilingual";
import { useFormat } from "@/ui/useFormat";
import { usePersonName } from "@/ui/usePersonName";
import { studentSelected } from "./applicationsSlice";
import classes from "./dashboard.module.css";
import own from "./newest.module.css";
import { SelectedStudent } from "./SelectedStudent";
import { useStudents } from "./useStudents";

/** The newest applications; the one that is chosen is shown beside them. */
export function NewestApplications() {
  const { t } = useTranslation("dashboard");
  const { studentList, loading, error, selected } = useStudents();
  const chosen = studentList.find(({ registration_id }) => registration_id === selected?.registration_id);
  // What failed is told above.
  if (error) return null;
  return (
    <div className={own.columns} data-chosen={chosen ? true : undefined}>
      <section className={classes.mine} aria-label={t("newest")} aria-busy={loading || undefined}>
        <div className={classes.mineHead}>
          <Title order={2} fz="h3">{t("newest")}</Title>
          {studentList.length > 0 && <Link to={to.enquiries({ kind: "applications" })}>{t("newest.all")}</Link>}
        </div>
        {studentList.length > 0 && (
          <ul className={classes.rows}>
            {studentList.map((student) => (
              <Row key={student.id} student={student} chosen={student === chosen} />
            ))}
          </ul>
        )}
        {studentList.length === 0 && !loading && (
          <StateScreen
            order={3}
            icon={<IconInbox size={28} stroke={1.5} />}
            title={t("newest.none")}
            text={t("newest.none.text")}
            action={
              <Button component={Link} to={to.enquiries({ kind: "applications" })} variant="default">
                {t("newest.all")}
              </Button>
            }
          />
        )}
      </section>
      {chosen && <SelectedStudent key={chosen.id} student={chosen} />}
    </div>
  );
}

function Row({ student, chosen }: { student: StudentItem; chosen: boolean }) {
  const { t } = useTranslation("dashboard");
  const dispatch = useAppDispatch();
  const bilingual = useBilingual();
  const format = useFormat();
  const name = usePersonName();
  return (
    <li>
      <button type="button" className={`${classes.row} ${own.row}`} aria-pressed={chosen} onClick={() => dispatch(studentSelected(chosen ? null : student))}>
        <span className={classes.person}>
          <bdi>{name({ person: student.student_name, person_ar: student.student_name_ar }) || t("noName")}</bdi>
          {student.grade && <bdi className={classes.grade}>{bilingual(student.grade)}</bdi>}
        </span>
        <span className={classes.quiet}>
          <bdi dir="ltr">{student.registration_id}</bdi>
        </span>
        <StandingDot standing={standingOf(student)} />
        <time className={classes.quiet} dateTime={student.submitted_at} title={format.instant(student.submitted_at)}>
          {format.age(student.submitted_at)}
        </time>
      </button>
    </li>
  );
}
