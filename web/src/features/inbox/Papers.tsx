import { Alert, Button, Group, UnstyledButton } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { failureOf } from "@/api/envelope";
import { useAskForPapersMutation, useListPapersQuery, useReviewPaperMutation, type PaperFileView, type PaperState, type PaperView, type ReviewPaperRequest } from "@/api/generated";
import { useAppSelector } from "@/api/hooks";
import { may } from "@/api/may";
import type { Enquiry } from "@/api/types";
import { asDocument } from "@/forms/model";
import { allFields, isUpload } from "@/forms/nodes";
import { useFormsText } from "@/forms/useFormsText";
import { useLanguage } from "@/i18n/useLanguage";
import { IconDownload, IconFileText, IconMail } from "@/ui/icons";
import record from "@/ui/record/record.module.css";
import { RecordStates } from "@/ui/record/RecordStates";
import { StatusDot, type Tone } from "@/ui/record/StatusDot";
import { useAudienceName } from "@/ui/useAudiences";
import { useFormat } from "@/ui/useFormat";
import { useMessage } from "@/ui/useMessage";
import { useFileDownload } from "./useFileDownload";
import classes from "./papers.module.css";
import { RefuseDialog } from "./RefuseDialog";

const TONES: Readonly<Record<PaperState, Tone>> = { missing: "waiting", received: "fresh", accepted: "good", refused: "bad" };

/** The papers of an enquiry: what is wanted, what came, what the school says of it; what is missing is asked for by one press. */
export function Papers({ enquiry }: { enquiry: Enquiry }) {
  const { t } = useTranslation("staff");
  const message = useMessage();
  const { id } = enquiry;
  const { data, error, refetch } = useListPapersQuery({ id }, { refetchOnMountOrArgChange: true });
  const [ask, asking] = useAskForPapersMutation();
  const { save, failed } = useFileDownload(enquiry);
  const edits = useAppSelector((state) => may(state.auth.user?.authority, "enquiry.edit"));
  const withheld = useWithheldFiles(enquiry);
  if (!data) {
    const words = { loading: t("papers.loading"), failed: t("papers.failed"), gone: t("enquiry.gone.title"), retry: t("retry") };
    return <RecordStates order={2} error={error} words={words} retry={() => void refetch()} />;
  }
  const papers = data.items;
  if (papers.length === 0 && withheld.length === 0) return <p className={record.quiet}>{t("papers.none")}</p>;
  const open = papers.filter(({ state, wanted }) => state === "refused" || (state === "missing" && wanted)).length;
  return (
    <>
      {failed && <Problem text={t("files.failed")} />}
      {asking.error && <Problem text={message(failureOf(asking.error).messageId)} />}
      {edits && open > 0 && (
        <Group gap={12} mb={12}>
          <Button variant="default" loading={asking.isLoading} leftSection={<IconMail size={18} stroke={1.5} aria-hidden />} onClick={() => void ask({ id })}>
            {t("papers.ask", { count: open })}
          </Button>
          <span role="status" className={record.quiet}>
            {asking.data && t(asking.data.message.mailed ? "papers.asked" : "papers.asked.noMail")}
          </span>
        </Group>
      )}
      <ul className={classes.papers}>
        {papers.map((paper) => (
          <Paper key={paper.field ?? paper.label.en} enquiry={id} paper={paper} edits={edits} onSave={save} />
        ))}
        {withheld.map(({ field, label, line }) => (
          <li key={field} className={classes.paper}>
            <span className={classes.label}>{label}</span>
            <p className={record.quiet}>{line}</p>
          </li>
        ))}
      </ul>
    </>
  );
}

/** Documents that came for others alone to read: that they are there, and for whom. */
function useWithheldFiles({ document, withheld }: Enquiry) {
  const t = useFormsText();
  const nameOf = useAudienceName();
  const fields = allFields(asDocument(document).schema);
  return withheld
    .filter(({ field }) => isUpload(fields.get(field)))
    .map(({ field, audience }) => ({ field, label: fields.get(field)?.title ?? field, line: t("answers.withheld", { name: nameOf(audience) }) }));
}

interface PaperProps {
  enquiry: string;
  paper: PaperView;
  edits: boolean;
  onSave: (file: string) => void;
}

function Paper({ enquiry, paper, edits, onSave }: PaperProps) {
  const { t } = useTranslation("staff");
  const { language } = useLanguage();
  const format = useFormat();
  return (
    <li className={classes.paper}>
      <div className={classes.head}>
        <span className={classes.label}>{paper.label[language]}</span>
        <StatusDot tone={paper.state === "missing" && !paper.wanted ? "over" : TONES[paper.state]}>{t(`papers.state.${paper.state}`)}</StatusDot>
      </div>
      {paper.state === "missing" && paper.due_on && <p className={record.quiet}>{t("papers.due", { date: format.date(paper.due_on) })}</p>}
      {paper.files.map((file) => (
        <File key={file.file} enquiry={enquiry} file={file} edits={edits} onSave={onSave} />
      ))}
    </li>
  );
}

interface FileProps {
  enquiry: string;
  file: PaperFileView;
  edits: boolean;
  onSave: (file: string) => void;
}

function File({ enquiry, file, edits, onSave }: FileProps) {
  const { t } = useTranslation("staff");
  const message = useMessage();
  const format = useFormat();
  const [review, reviewing] = useReviewPaperMutation();
  const [refusing, setRefusing] = useState(false);
  const say = async (said: ReviewPaperRequest) => {
    const answer = await review({ id: enquiry, file: file.file, reviewPaperRequest: said });
    if (!answer.error) setRefusing(false);
  };
  const why = file.reason && [t(`papers.reason.${file.reason}`), file.comment].filter(Boolean).join(": ");
  return (
    <div className={classes.file}>
      <UnstyledButton className={classes.name} onClick={() => onSave(file.file)} aria-label={t("files.save", { name: file.name })}>
        <IconFileText size={20} stroke={1.5} aria-hidden />
        <bdi>{file.name}</bdi>
        <span className={record.quiet}>{format.bytes(file.bytes)}</span>
        <IconDownload size={18} stroke={1.5} aria-hidden />
      </UnstyledButton>
      {file.state !== "received" && (
        <p className={record.quiet}>
          {t(`papers.said.${file.state === "accepted" ? "accepted" : "refused"}`, { who: `\u2068${file.reviewer ?? ""}\u2069` })}
          {why && <bdi className={classes.why}>{why}</bdi>}
        </p>
      )}
      {reviewing.error && !refusing && <Problem text={message(failureOf(reviewing.error).messageId)} />}
      {edits && (
        <Group gap={8}>
          {file.state === "received" ? (
            <>
              <Button size="compact-sm" variant="default" loading={reviewing.isLoading && !refusing} aria-label={t("papers.accept.label", { name: file.name })} onClick={() => void say({ state: "accepted" })}>
                {t("papers.accept")}
              </Button>
              <Button size="compact-sm" variant="default" aria-label={t("papers.refuse.label", { name: file.name })} onClick={() => setRefusing(true)}>
                {t("papers.refuse")}
              </Button>
            </>
          ) : (
            <Button size="compact-sm" variant="subtle" loading={reviewing.isLoading} onClick={() => void say({ state: "received" })}>
              {t("papers.undo")}
            </Button>
          )}
        </Group>
      )}
      {refusing && (
        <RefuseDialog
          name={file.name}
          busy={reviewing.isLoading}
          error={reviewing.error ? message(failureOf(reviewing.error).messageId) : null}
          onSend={(reason, comment) => void say({ state: "refused", reason, comment })}
          onClose={() => setRefusing(false)}
        />
      )}
    </div>
  );
}

function Problem({ text }: { text: string }) {
  return (
    <Alert role="alert" color="red" mb={12}>
      {text}
    </Alert>
  );
}
