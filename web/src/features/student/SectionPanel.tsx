import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { useStudentFileQuery, type FileSections, type SectionName } from "@/api/student";
import { RecordStates } from "@/ui/record/RecordStates";

interface Props {
  id: string;
  sections: readonly SectionName[];
  children: (found: FileSections) => ReactNode;
}

/** Parts of a file: they are asked for when they are opened. */
export function SectionPanel({ id, sections, children }: Props) {
  const { t } = useTranslation("student");
  const { data, error, refetch } = useStudentFileQuery({ id, sections }, { refetchOnMountOrArgChange: true });
  if (data) return children(data.sections);
  return <RecordStates order={2} error={error} words={{ loading: t("section.loading"), failed: t("section.failed"), retry: t("retry") }} retry={() => void refetch()} />;
}
