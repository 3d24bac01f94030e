import { Button } from "@mantine/core";
import { lazy, Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { useOthersOfQuery, type FileField } from "@/api/student";
import { isolateOwn } from "@/i18n/isolate";
import { useLanguage } from "@/i18n/useLanguage";
import record from "@/ui/record/record.module.css";
import { useAudienceName } from "@/ui/useAudiences";
import { FieldGroups } from "./FieldGroups";
import { SectionPanel } from "./SectionPanel";
import classes from "./student.module.css";

// Asked for by a press.
const MedicalDialog = lazy(async () => ({ default: (await import("./MedicalDialog")).MedicalDialog }));

/** The audience that alone reads it. */
const HEALTH = "health";

interface Props {
  id: string;
  /** What was opened with a reason; null before. */
  shown: readonly FileField[] | null;
  onShown: (fields: readonly FileField[]) => void;
}

/** What is known of a child's health: hidden until somebody says why they need it. */
export function MedicalTab({ id, shown, onShown }: Props) {
  const { t } = useTranslation("student");
  const { language } = useLanguage();
  const audience = useAudienceName();
  const [asking, setAsking] = useState(false);
  // Whoever is in no such team is asked for no reason that would help nothing.
  const { data, isLoading } = useOthersOfQuery({ id, lng: language }, { skip: shown !== null });
  const isOthers = data?.includes(HEALTH) ?? false;
  if (shown) {
    return (
      <>
        <p role="status" className={`${record.quiet} ${classes.said}`}>
          {t("medical.shown")}
        </p>
        <FieldGroups groups={[{ fields: shown }]} />
      </>
    );
  }
  return (
    <SectionPanel id={id} sections={["medical"]}>
      {({ medical }) => {
        const fields = medical?.fields ?? [];
        if (fields.length === 0) return <p className={record.quiet}>{t("medical.none")}</p>;
        return (
          <>
            <div className={classes.masked}>
              {!isLoading && <p>{isOthers ? t("medical.closed", { team: isolateOwn(audience(HEALTH)) }) : t("medical.masked")}</p>}
              {!isLoading && !isOthers && (
                <Button variant="default" onClick={() => setAsking(true)}>
                  {t("medical.show")}
                </Button>
              )}
            </div>
            <FieldGroups groups={[medical]} />
            <Suspense fallback={null}>
              {asking && (
                <MedicalDialog
                  id={id}
                  onShown={(found) => {
                    setAsking(false);
                    onShown(found);
                  }}
                  onClose={() => setAsking(false)}
                />
              )}
            </Suspense>
          </>
        );
      }}
    </SectionPanel>
  );
}
