import { Alert } from "@mantine/core";
import { lazy, Suspense, useCallback, useState } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate, useParams } from "react-router";
import { standingOf } from "@/api/admissionForm";
import { useAppDispatch, useAppSelector } from "@/api/hooks";
import { may } from "@/api/may";
import { useSchool } from "@/api/school";
import { enquiryPages } from "@/api/tags";
import * as toInbox from "@/features/inbox/paths";
import { lastList } from "@/ui/keptList";
import { BackLink } from "@/ui/BackLink";
import { IconAlertTriangle, IconInfoCircle } from "@/ui/icons";
import type { Outcome } from "../outcome";
import classes from "./onBehalf.module.css";

// As its own address loads it: whoever opens a form fetches one file less.
const FormPage = lazy(async () => ({ default: (await import("./FormPage")).FormPage }));

/** A form that somebody of the staff fills in for a family: the family's own form, and the record once it is sent. */
export function OnBehalfPage() {
  const { form = "" } = useParams();
  const { t } = useTranslation("origins");
  const school = useSchool();
  const navigate = useNavigate();
  const [list] = useState(() => lastList(toInbox.enquiries()));
  const dispatch = useAppDispatch();
  const late = useAppSelector((state) => may(state.auth.user?.authority, "application.edit"));
  const offered = school.forms.find((each) => each.id === form);
  const isApplication = offered?.kind === "application";
  const open = offered !== undefined && offered.open && (!isApplication || standingOf(school).takes);
  const onSent = useCallback(
    ({ submission, reference }: Outcome) => {
      dispatch(enquiryPages.util.invalidateTags(["EnquiryList", "ApplicationList", "Enquiry"]));
      void navigate(submission ? toInbox.enquiry(submission) : toInbox.enquiries({ q: reference }), { replace: true });
    },
    [dispatch, navigate],
  );
  return (
    <>
      <BackLink to={list}>{t("behalf.back")}</BackLink>
      {offered && (
        <Alert color="gray" variant="light" mb="md" icon={<IconInfoCircle size={20} stroke={1.5} aria-hidden />}>
          {t("behalf.note")}
        </Alert>
      )}
      {offered && !open && (
        <Alert role="note" color="yellow" variant="light" mb="md" icon={<IconAlertTriangle size={20} stroke={1.5} aria-hidden />}>
          {t(isApplication && late ? "behalf.late" : "behalf.closed")}
        </Alert>
      )}
      {/* What staff begin is no family's own, and stands in this browser under another name. */}
      <div className={classes.desk}>
        <Suspense fallback={null}>
          <FormPage key={form} form={form} place={`staff-of-${school.school_id}`} onSent={onSent} />
        </Suspense>
      </div>
    </>
  );
}
