import { Title } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { useListStudentsQuery } from "@/api/generated";
import * as to from "@/features/inbox/paths";
import { useFormat } from "@/ui/useFormat";
import { usePersonName } from "@/ui/usePersonName";
import classes from "./dashboard.module.css";

const MOST = 5;
const REQUEST = { status: ["S"], sub_status: ["scheduled"], assigned_to: "me", sort: "due_at", page_size: MOST } as const;

/** Whom somebody is to see next, and when; nothing where nobody is. */
export function MyAppointments() {
  const { t } = useTranslation("dashboard");
  const format = useFormat();
  const name = usePersonName();
  const { data } = useListStudentsQuery({ studentListRequest: { ...REQUEST, status: [...REQUEST.status], sub_status: [...REQUEST.sub_status] } }, { refetchOnMountOrArgChange: true });
  const made = data?.students.filter(({ appointment }) => appointment) ?? [];
  if (made.length === 0) return null;
  return (
    <section className={classes.mine} aria-labelledby="appointments">
      <div className={classes.mineHead}>
        <Title order={2} fz="h3" id="appointments">
          {t("appointments")}
        </Title>
        <Link to={to.enquiries({ kind: "applications", state: "S/scheduled", owner: "me", sort: "due_at" })}>{t("appointments.all")}</Link>
      </div>
      <ul className={classes.rows}>
        {made.map((student) => (
          <li key={student.id}>
            <Link className={classes.row} to={to.enquiry(student.id)}>
              <span className={classes.person}>
                <bdi>{name({ person: student.student_name, person_ar: student.student_name_ar }) || t("noName")}</bdi>
              </span>
              <bdi className={classes.quiet} dir="ltr">
                {student.registration_id}
              </bdi>
              {student.appointment && (
                <time dateTime={student.appointment.at}>{format.instant(student.appointment.at)}</time>
              )}
              {student.appointment?.place && <bdi className={classes.quiet}>{student.appointment.place}</bdi>}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
