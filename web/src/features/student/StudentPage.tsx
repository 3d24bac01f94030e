import { Button } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Link, useParams } from "react-router";
import { useStudentFileQuery, type FileField, type SectionName, type StudentFile } from "@/api/student";
import * as toInbox from "@/features/inbox/paths";
import { BackLink } from "@/ui/BackLink";
import { RecordStates } from "@/ui/record/RecordStates";
import { RecordTabs, type RecordTab } from "@/ui/record/RecordTabs";
import { useTitle } from "@/ui/useTitle";
import { DocumentsTab } from "./DocumentsTab";
import { FieldGroups } from "./FieldGroups";
import { HistoryTab } from "./HistoryTab";
import { MedicalTab } from "./MedicalTab";
import { NotesTab } from "./NotesTab";
import { SectionPanel } from "./SectionPanel";
import classes from "./student.module.css";
import { StudentHead } from "./StudentHead";
import { useStudentName } from "./useStudentName";

/** Everything of one application: who it is about, and part by part what is known, as far as the caller's role reads it. */
export function StudentPage() {
  const { id = "" } = useParams();
  const { t } = useTranslation("student");
  const { data, error, refetch } = useStudentFileQuery({ id, sections: ["summary"] }, { refetchOnMountOrArgChange: true });
  const name = useStudentName();
  useTitle(data && name(data.student));
  const words = { loading: t("loading"), failed: t("failed"), gone: t("gone"), retry: t("retry") };
  const list = toInbox.enquiries({ kind: "applications" });
  const back = (
    <Button component={Link} to={list}>
      {t("back")}
    </Button>
  );
  if (error && !data) return <RecordStates error={error} words={words} retry={() => void refetch()} back={back} />;
  return (
    <>
      <BackLink to={list}>{t("back")}</BackLink>
      {data ? <Sheet key={data.student.id} file={data} /> : <RecordStates error={undefined} words={words} retry={() => void refetch()} />}
    </>
  );
}

const titled = (title: string, group: { fields: FileField[] } | null | undefined) => group && { ...group, title };

function Sheet({ file: { student, allowed, sections } }: { file: StudentFile }) {
  const { t } = useTranslation("student");
  // Kept here, and nowhere else: it is shown until the page is left.
  const [medical, setMedical] = useState<readonly FileField[] | null>(null);
  const { id } = student;
  const answers = (["personal", "academic"] as const).filter((section) => allowed.includes(section));
  const tab = (section: SectionName, content: RecordTab["content"]): RecordTab[] => (allowed.includes(section) ? [{ id: section, label: t(`tab.${section as Exclude<SectionName, "personal" | "academic">}`), content }] : []);
  return (
    <>
      <StudentHead student={student} />
      <div className={classes.sheet}>
        <RecordTabs
          tabs={[
            // It came with the head.
            ...tab("summary", () => <FieldGroups groups={[sections.summary]} />),
            ...(answers.length > 0 ? [{ id: "answers", label: t("tab.answers"), content: () => <SectionPanel id={id} sections={answers}>{(found) => <FieldGroups groups={[titled(t("section.personal"), found.personal), titled(t("section.academic"), found.academic)]} />}</SectionPanel> }] : []),
            ...tab("guardians", () => <SectionPanel id={id} sections={["guardians"]}>{(found) => <FieldGroups groups={[found.guardians]} />}</SectionPanel>),
            ...tab("documents", () => <DocumentsTab id={id} />),
            ...tab("timeline", () => <HistoryTab id={id} />),
            ...tab("notes", () => <NotesTab id={id} />),
            ...tab("medical", () => <MedicalTab id={id} shown={medical} onShown={setMedical} />),
            ...tab("consents", () => <SectionPanel id={id} sections={["consents"]}>{(found) => <FieldGroups groups={[found.consents]} />}</SectionPanel>),
          ]}
        />
      </div>
    </>
  );
}
