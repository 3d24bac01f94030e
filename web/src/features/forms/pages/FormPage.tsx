import { Button } from "@mantine/core";
import { useEffect, useState } from "react";
import { Navigate, useLocation, useParams, useSearchParams } from "react-router";
import { formAt } from "@/api/formPaths";
import { useSchool } from "@/api/school";
import { useLanguage } from "@/i18n/useLanguage";
import { IconCloudOff } from "@/forms/icons";
import { asDocument } from "@/forms/model";
import { readPrefill } from "@/forms/prefill";
import { useFormsText } from "@/forms/useFormsText";
import { StateScreen } from "@/ui/StateScreen";
import { useTitle } from "@/ui/useTitle";
import { refusal, useGetFormQuery } from "../api";
import type { Outcome } from "../outcome";
import { useBeginning } from "../draft/useBeginning";
import { AlreadySent } from "../parts/AlreadySent";
import { FormSkeleton } from "../parts/FormSkeleton";
import { FormUnavailable } from "../parts/FormUnavailable";
import { useOwnDetails } from "../useOwnDetails";
import { Filler } from "./Filler";
import { LinkedDraft } from "./LinkedDraft";

/** A form whose id stands in the address. */
export function NamedFormPage() {
  const { form = "" } = useParams();
  return <FormPage key={form} form={form} />;
}

/** A form at the address that the school gave it; an address of nothing leads to the root, which says so (`app/shells/LostNote`). */
export function PlacedFormPage() {
  const { forms } = useSchool();
  const { pathname } = useLocation();
  const form = formAt(forms, pathname);
  return form === undefined ? <Navigate to="/" replace state={{ lost: pathname }} /> : <FormPage key={form} form={form} />;
}

interface FormPageProps {
  form: string;
  /** Where this browser remembers what was begun, where that is no family's own; among the school's drafts otherwise. */
  place?: string;
  onSent?: (outcome: Outcome) => void;
}

/** A family's form: found, begun or taken up again, and filled in. */
export function FormPage({ form, place, onSent }: FormPageProps) {
  const t = useFormsText();
  const { language } = useLanguage();
  const school = useSchool();
  const { data, error, refetch, isFetching } = useGetFormQuery({ form, lng: language });
  const latest = data?.form;
  const kept = place ?? school.school_id;
  const [brought] = useState(() => readPrefill(location.hash));
  // A link with answers is opened once: reloaded or passed on, the address is the form's own.
  useEffect(() => {
    if (brought) history.replaceState(history.state, "", location.pathname + location.search);
  }, [brought]);
  const { state: begun, retry, answer, beginNew } = useBeginning(kept, form, latest?.version);
  const own = useOwnDetails(latest);
  const [, setParams] = useSearchParams();
  const onBeginNew = () => {
    // The address may name the step at which the former one was left.
    setParams(new URLSearchParams(), { replace: true });
    void beginNew();
  };
  useTitle(latest?.title);

  if (!latest && error) return <FormUnavailable form={form} failure={refusal(error)} retrying={isFetching} onRetry={() => void refetch()} />;
  if (begun === "unreachable") {
    return (
      <StateScreen
        order={1}
        role="alert"
        icon={<IconCloudOff size={28} stroke={1.5} />}
        title={t("draft.unreachable.title")}
        text={t("draft.unreachable.text")}
        action={<Button onClick={retry}>{t("retry")}</Button>}
      />
    );
  }
  if (begun === "linked") return <LinkedDraft onAnswer={answer} />;
  if (!latest || !begun || !own) return <FormSkeleton />;
  if ("sentAt" in begun) {
    return <AlreadySent at={begun.sentAt} outcome={begun.outcome ?? null} here={begun.outcome !== undefined} typed={{ document: asDocument(latest), values: begun.typed, files: [] }} onBeginNew={onBeginNew} />;
  }
  return <Filler school={kept} latest={latest} beginning={begun} brought={brought} own={own} onStale={refetch} onBeginNew={onBeginNew} onSent={onSent} />;
}
