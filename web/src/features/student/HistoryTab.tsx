import { useTranslation } from "react-i18next";
import { HistoryEntries } from "@/ui/record/HistoryEntries";
import record from "@/ui/record/record.module.css";
import { SectionPanel } from "./SectionPanel";

/** What a file is of is told beside the document itself. */
const unnamed = () => undefined;

/** What happened to the application, newest first. */
export function HistoryTab({ id }: { id: string }) {
  const { t } = useTranslation("student");
  return (
    <SectionPanel id={id} sections={["timeline"]}>
      {({ timeline }) => {
        const entries = timeline?.items ?? [];
        return entries.length > 0 ? <HistoryEntries entries={entries} nameOf={unnamed} /> : <p className={record.quiet}>{t("timeline.none")}</p>;
      }}
    </SectionPanel>
  );
}
