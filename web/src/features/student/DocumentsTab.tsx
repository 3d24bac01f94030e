import { Button } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import type { FileDocument } from "@/api/student";
import * as toInbox from "@/features/inbox/paths";
import { PAPER_TONES } from "@/ui/papers/tones";
import record from "@/ui/record/record.module.css";
import { StatusDot } from "@/ui/record/StatusDot";
import { useBilingual } from "@/ui/useBilingual";
import { useFormat } from "@/ui/useFormat";
import { SectionPanel } from "./SectionPanel";
import classes from "./student.module.css";

/** What is asked for, what came, and how it stands; it is looked at and answered in the application. */
export function DocumentsTab({ id }: { id: string }) {
  const { t } = useTranslation("student");
  return (
    <>
      <div className={classes.acts}>
        <Button component={Link} to={`${toInbox.enquiry(id)}?tab=papers`} variant="default">
          {t("documents.review")}
        </Button>
      </div>
      <SectionPanel id={id} sections={["documents"]}>
        {({ documents }) => {
          const papers = documents?.items ?? [];
          if (papers.length === 0) return <p className={record.quiet}>{t("documents.none")}</p>;
          return (
            <ul className={classes.list} aria-label={t("tab.documents")}>
              {papers.map((paper) => (
                <Paper key={paper.field ?? paper.label.en} paper={paper} />
              ))}
            </ul>
          );
        }}
      </SectionPanel>
    </>
  );
}

function Paper({ paper }: { paper: FileDocument }) {
  const { t } = useTranslation("staff");
  const bilingual = useBilingual();
  const format = useFormat();
  return (
    <li className={classes.item}>
      <div className={classes.itemHead}>
        <span className={classes.label}>{bilingual(paper.label)}</span>
        <StatusDot tone={paper.state === "missing" && !paper.wanted ? "over" : PAPER_TONES[paper.state]}>{t(`papers.state.${paper.state}`)}</StatusDot>
      </div>
      {paper.files.length > 0 && (
        <ul className={classes.files}>
          {paper.files.map((file) => (
            <li key={file.file}>
              <bdi>{file.name}</bdi> · {format.bytes(file.bytes)}
            </li>
          ))}
        </ul>
      )}
    </li>
  );
}
