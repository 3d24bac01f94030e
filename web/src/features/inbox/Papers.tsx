import { Alert, Button, UnstyledButton } from "@mantine/core";
import { lazy, Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import type { EnquiryMessageView, PaperFileView, PaperView } from "@/api/generated";
import { useAppSelector } from "@/api/hooks";
import { may } from "@/api/may";
import type { Enquiry } from "@/api/types";
import * as toDocuments from "@/features/documents/paths";
import { AnswersView } from "@/forms/AnswersView";
import { asDocument } from "@/forms/model";
import { allFields, isUpload } from "@/forms/nodes";
import { useFormsText } from "@/forms/useFormsText";
import { useLanguage } from "@/i18n/useLanguage";
import { IconDownload, IconFileText, IconPaperclip } from "@/ui/icons";
import { PaperMark } from "@/ui/papers/PaperMark";
import record from "@/ui/record/record.module.css";
import { RecordStates } from "@/ui/record/RecordStates";
import { useAudienceName } from "@/ui/useAudiences";
import { useFormat } from "@/ui/useFormat";
import { AskForPapers, useAsking } from "./AskForPapers";
import { PaperReview } from "./PaperReview";
import classes from "./papers.module.css";
import { RemovedFiles } from "./RemovedFiles";
import { RemoveFile } from "./RemoveFile";
import { useFileDownload } from "./useFileDownload";
import { isOpen, usePapers } from "./usePapers";
import { WaivePaper } from "./WaivePaper";

// Neither is there before something is pressed.
const PaperViewer = lazy(async () => ({ default: (await import("./PaperViewer")).PaperViewer }));
const WriteDialog = lazy(async () => ({ default: (await import("./WriteDialog")).WriteDialog }));

/** The papers of an enquiry: what is wanted, what came, what the school says of it; what is missing is asked for by a letter. */
export function Papers({ enquiry }: { enquiry: Enquiry }) {
  const { t } = useTranslation(["staff", "documents"]);
  const { language } = useLanguage();
  const format = useFormat();
  const { id } = enquiry;
  const { papers, removed, withheldMissing, error, refetch, open, askedOn, lastAsked } = usePapers(id);
  const { save, picture, failed } = useFileDownload(enquiry);
  const edits = useAppSelector((state) => may(state.auth.user?.authority, "enquiry.edit"));
  const withheld = useWithheldFiles(enquiry);
  const [shown, setShown] = useState<string | null>(null);
  const [writing, setWriting] = useState(false);
  const [sent, setSent] = useState<EnquiryMessageView | null>(null);
  const asking = useAsking({ open, lastAsked: sent?.sent_at ?? lastAsked }, () => setWriting(true));
  if (!papers) {
    const words = { loading: t("papers.loading"), failed: t("papers.failed"), gone: t("enquiry.gone.title"), retry: t("retry") };
    return <RecordStates order={2} error={error} words={words} retry={() => void refetch()} />;
  }
  if (papers.length === 0 && withheld.length === 0 && removed.length === 0) return <p className={record.quiet}>{t("papers.none")}</p>;
  const files = papers.flatMap((paper) => paper.files.map((file) => ({ label: paper.label[language], file })));
  const write = () => {
    setShown(null);
    setWriting(true);
  };
  const answers = <AnswersView document={enquiry.document} values={enquiry.values} files={enquiry.files} withheld={enquiry.withheld} corrections={enquiry.corrections} changes={enquiry.changes} onDownload={save} />;
  const letterSent = (message: EnquiryMessageView) => {
    setWriting(false);
    setSent(message);
  };
  return (
    <>
      {failed && (
        <Alert role="alert" color="red" mb={12}>
          {t("files.failed")}
        </Alert>
      )}
      {edits && (
        <div className={classes.begin}>
          <AskForPapers {...asking} />
          <Button component={Link} to={toDocuments.upload(id)} variant="default" leftSection={<IconPaperclip size={18} stroke={1.5} aria-hidden />}>
            {t("documents:open")}
          </Button>
        </div>
      )}
      {withheldMissing > 0 && <p className={record.quiet}>{t("papers.withheld", { count: withheldMissing, shown: format.number(withheldMissing) })}</p>}
      {asking.dialog}
      <div role="status" className={record.quiet}>
        {sent && t(sent.mailed ? "papers.asked" : "papers.asked.noMail")}
      </div>
      <ul className={classes.papers} data-keys="papers">
        {papers.map((paper) => (
          <Paper key={paper.field ?? paper.label.en} enquiry={id} paper={paper} asked={askedOn(paper)} edits={edits} onShow={setShown} onSave={save} onWrite={write} />
        ))}
        {withheld.map(({ field, label, line }) => (
          <li key={field} className={classes.paper}>
            <span className={classes.label}>{label}</span>
            <p className={record.quiet}>{line}</p>
          </li>
        ))}
      </ul>
      <RemovedFiles enquiry={id} removed={removed} />
      <Suspense fallback={null}>
        {shown && <PaperViewer enquiry={id} files={files} shown={shown} edits={edits} picture={picture} answers={answers} onShow={setShown} onSave={save} onWrite={write} onClose={() => setShown(null)} />}
        {writing && <WriteDialog id={id} begin="ask_papers" onSent={letterSent} onClose={() => setWriting(false)} />}
      </Suspense>
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

interface Acts {
  enquiry: string;
  edits: boolean;
  onShow: (file: string) => void;
  onSave: (file: string) => void;
  onWrite: () => void;
}

/** One paper: how it stands, since when it is asked for, and its files. */
function Paper({ paper, asked, ...acts }: Acts & { paper: PaperView; asked: string | null }) {
  const { t } = useTranslation("staff");
  const { language } = useLanguage();
  const format = useFormat();
  const due = paper.state === "missing" && paper.due_on ? t("papers.due", { date: format.date(paper.due_on) }) : null;
  return (
    <li className={classes.paper}>
      <div className={classes.head}>
        <span className={classes.label}>{paper.label[language]}</span>
        <PaperMark state={paper.state} quiet={paper.state === "missing" && !isOpen(paper)}>
          {t(`papers.state.${paper.state}`)}
        </PaperMark>
      </div>
      {due && <p className={record.quiet}>{due}</p>}
      {asked && (
        <p className={record.quiet}>
          <time dateTime={asked} title={format.instant(asked)}>
            {t("papers.askedOn", { date: format.day(asked) })}
          </time>
        </p>
      )}
      {paper.files.map((file) => (
        <File key={file.file} file={file} {...acts} />
      ))}
      <WaivePaper enquiry={acts.enquiry} paper={paper} />
    </li>
  );
}

function File({ enquiry, file, edits, onShow, onSave, onWrite }: Acts & { file: PaperFileView }) {
  const { t } = useTranslation("staff");
  const format = useFormat();
  return (
    <div className={classes.file}>
      <div className={classes.row}>
        <UnstyledButton className={classes.name} onClick={() => onShow(file.file)} aria-label={t("view.open", { name: file.name })}>
          <IconFileText size={20} stroke={1.5} aria-hidden />
          <bdi>{file.name}</bdi>
          <span className={record.quiet}>{format.bytes(file.bytes)}</span>
        </UnstyledButton>
        <UnstyledButton className={classes.save} onClick={() => onSave(file.file)} aria-label={t("files.save", { name: file.name })} title={t("view.save")}>
          <IconDownload size={18} stroke={1.5} aria-hidden />
        </UnstyledButton>
      </div>
      <div className={classes.acts}>
        <PaperReview enquiry={enquiry} file={file} edits={edits} onWrite={onWrite} />
        {edits && <RemoveFile enquiry={enquiry} file={file} />}
      </div>
    </div>
  );
}
