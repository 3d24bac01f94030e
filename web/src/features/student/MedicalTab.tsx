import { Button } from "@mantine/core";
import { lazy, Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import type { FileField } from "@/api/student";
import record from "@/ui/record/record.module.css";
import { FieldGroups } from "./FieldGroups";
import { SectionPanel } from "./SectionPanel";
import classes from "./student.module.css";

// Asked for by a press.
const MedicalDialog = lazy(async () => ({ default: (await import("./MedicalDialog")).MedicalDialog }));

interface Props {
  id: string;
  /** What was opened with a reason; null before. */
  shown: readonly FileField[] | null;
  onShown: (fields: readonly FileField[]) => void;
}

/** What is known of a child's health: hidden until somebody says why they need it. */
export function MedicalTab({ id, shown, onShown }: Props) {
  const { t } = useTranslation("student");
  const [asking, setAsking] = useState(false);
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
              <p>{t("medical.masked")}</p>
              <Button variant="default" onClick={() => setAsking(true)}>
                {t("medical.show")}
              </Button>
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
