import { Button } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { Link, Navigate, useParams } from "react-router";
import { applicationOf } from "@/api/admissionForm";
import { useAppSelector } from "@/api/hooks";
import { may } from "@/api/may";
import { useSchool } from "@/api/school";
import * as toApplication from "@/features/application/paths";
import { IconFileText } from "@/ui/icons";
import { StateScreen } from "@/ui/StateScreen";
import * as to from "./paths";

/** What opens a draft. */
const TOKEN = /^[\w-]{20,128}$/;

/** The id of something that was sent. */
const SENT = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** Leads to the form that an address names by what opens its draft: the form's own page asks whose it is, and finds it where it is another form's. */
export function BegunPage() {
  const { draft = "" } = useParams();
  const { t } = useTranslation("origins");
  const school = useSchool();
  const user = useAppSelector((state) => state.auth.user);
  if (SENT.test(draft) && may(user?.authority, "family.read")) return <Navigate to={toApplication.own(draft)} replace />;
  const form = applicationOf(school) ?? school.forms[0];
  if (form && TOKEN.test(draft) && !SENT.test(draft)) return <Navigate to={{ pathname: form.path, hash: `draft=${draft}` }} replace />;
  return (
    <StateScreen
      order={1}
      icon={<IconFileText size={28} stroke={1.5} />}
      title={t("begun.none.title")}
      text={t("begun.none.text")}
      action={
        <Button component={Link} to={to.register()}>
          {t("register.title")}
        </Button>
      }
    />
  );
}
