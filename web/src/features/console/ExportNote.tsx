import { useTranslation } from "react-i18next";
import { RecordSection } from "@/ui/record/RecordSection";
import classes from "./console.module.css";

/** How a whole school is taken out: by the command line, where its file is sealed and the key stays with whoever asked. */
export function ExportNote({ id }: { id: string }) {
  const { t } = useTranslation("console");
  return (
    <RecordSection card order={2} title={t("school.export")}>
      <p className={classes.quiet}>{t("school.export.text")}</p>
      <pre dir="ltr" className={classes.command}>
        <code>{`qabul school export ${id} --to ${id}.qabul --key-file ${id}.key`}</code>
      </pre>
    </RecordSection>
  );
}
