import { Anchor, Button, FileButton } from "@mantine/core";
import { lazy, Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { Link, useParams } from "react-router";
import { failureOf } from "@/api/envelope";
import { useAddApplicationFileMutation } from "@/api/generated";
import type { PaperFileTold, PaperState, PaperTold } from "@/api/generatedTypes";
import { useBringBackApplicationFileMutation, useTakeBackApplicationFileMutation } from "@/api/familyFiles";
import { FileActions } from "@/ui/papers/FileActions";
import { isAgain, ofFamilyFile } from "@/ui/papers/items";
import * as toDocuments from "@/features/documents/paths";
import card from "@/ui/card.module.css";
import { chooseAgain } from "@/ui/chooseAgain";
import { IconCamera, IconCircleCheck, IconPaperclip } from "@/ui/icons";
import { isPicture, shrink } from "@/forms/widgets/shrink";
import { MarkedText } from "@/ui/MarkedText";
import { useBilingual } from "@/ui/useBilingual";
import { useFormat } from "@/ui/useFormat";
import { useMessage } from "@/ui/useMessage";
import classes from "./application.module.css";
import { GivenFile } from "./GivenFile";
import own from "./standing.module.css";
import type { Part } from "./useApplication";

// Not there before photographs are to be joined.
const PhotoPages = lazy(async () => ({ default: (await import("@/forms/photos/PhotoPages")).PhotoPages }));

const ACCEPTED: Readonly<Record<string, string>> = { pdf: "application/pdf", image: "image/png,image/jpeg,image/webp,image/heic,image/heif" };

/** Whether nothing more is wanted for now. */
const isGiven = (state: PaperState) => state === "received" || state === "scanning" || state === "accepted" || state === "waived";

/** What the school still waits for, each with a place to add it; then what is to be done without a file, what came, and what may be added
 *  besides. Once it is over, what came alone. */
export function Papers(part: Part) {
  const { t } = useTranslation(["application", "documents"]);
  // Whoever came by a link has no library, and no page of their own.
  const { id } = useParams();
  const { papers, may_withdraw: isOpen } = part.shown;
  const [came, setCame] = useState<readonly Came[]>([]);
  // What was added here keeps its place: another row under the thumb would be pressed in its stead.
  const kept = (paper: PaperTold) => (isOpen ? came.find((one) => one.field === paper.field) : undefined);
  const isMissing = (paper: PaperTold) => isAgain(paper.state) || (paper.state === "missing" && paper.wanted);
  const waited = isOpen ? papers.filter((paper) => (kept(paper) ? kept(paper)?.from === "missing" : isMissing(paper))) : [];
  const asked = waited.filter(({ field }) => field);
  // What was taken back keeps its place, and is missing all the same.
  const missing = isOpen ? papers.filter((paper) => paper.field && isMissing(paper)) : [];
  const steps = waited.filter(({ field }) => !field);
  const given = papers.filter((paper) =>
    kept(paper) ? kept(paper)?.from === "given" : isGiven(paper.state) || (!isOpen && paper.files.length > 0),
  );
  const others = isOpen ? papers.filter((paper) => (kept(paper) ? kept(paper)?.from === "others" : paper.state === "missing" && !paper.wanted)) : [];
  const arrived = (paper: PaperTold, files: readonly PaperFileTold[]) => {
    const { field } = paper;
    if (!field) return;
    setCame((before) => {
      const known = before.find((one) => one.field === field);
      const from = known?.from ?? (isMissing(paper) ? "missing" : paper.state === "missing" ? "others" : "given");
      return [...before.filter((one) => one !== known), { field, from, files: [...(known?.files ?? []), ...files.map(({ file }) => file)], name: files.at(-1)?.name ?? "" }];
    });
  };
  const last = came.at(-1);
  const list = (some: readonly PaperTold[]) => (
    <ul className={classes.papers}>
      {some.map((paper, index) => (
        <Row key={`${paper.field ?? ""} ${index}`} {...part} paper={paper} isOpen={isOpen} came={came.find((one) => one.field === paper.field)?.files ?? NONE} onCame={(files) => arrived(paper, files)} />
      ))}
    </ul>
  );
  if (isOpen ? papers.length === 0 : given.length === 0) return null;
  return (
    <section className={`${card.card} ${missing.length > 0 ? card.attention : ""}`} aria-labelledby="papers">
      <h2 id="papers">{missing.length > 0 ? t("application.missing", { count: missing.length }) : t("application.papers")}</h2>
      {asked.length > 0 && list(asked)}
      {isOpen && id === part.application && (
        <Anchor component={Link} to={toDocuments.upload(id)}>
          {t("documents:open.family")}
        </Anchor>
      )}
      <span aria-live="polite" className="unseen">
        {last?.name ? t("application.file.came", { name: `\u2068${last.name}\u2069` }) : ""}
      </span>
      {missing.length === 0 && isOpen && (
        <p className={classes.done}>
          <IconCircleCheck size={20} stroke={1.5} aria-hidden /> {t("application.missing.none")}
        </p>
      )}
      {steps.length > 0 && (
        <>
          <h3>{t("application.steps")}</h3>
          {list(steps)}
        </>
      )}
      {given.length > 0 && (
        <>
          {asked.length + steps.length > 0 && <h3>{t("application.given")}</h3>}
          {list(given)}
        </>
      )}
      {others.length > 0 && (
        <details className={classes.others}>
          <summary>{t("application.others")}</summary>
          {list(others)}
        </details>
      )}
    </section>
  );
}

/** Files that came while this page is open, and where the row of their question stood before. */
interface Came {
  field: string;
  from: "missing" | "others" | "given";
  files: readonly string[];
  name: string;
}

const NONE: readonly string[] = [];

interface RowProps extends Part {
  paper: PaperTold;
  isOpen: boolean;
  /** Those of its files that were added just now. */
  came: readonly string[];
  onCame: (files: readonly PaperFileTold[]) => void;
}

function Row({ application, paper, isOpen, came, onCame, take, refused, language }: RowProps) {
  const { t } = useTranslation(["application", "documents"]);
  const bilingual = useBilingual();
  const format = useFormat();
  const message = useMessage();
  const [photos, setPhotos] = useState<readonly File[] | null>(null);
  const [add] = useAddApplicationFileMutation();
  const [isLoading, setLoading] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const [away, taking] = useTakeBackApplicationFileMutation();
  const [back, bringing] = useBringBackApplicationFileMutation();
  // What was taken back last, while this page is open.
  const [taken, setTaken] = useState<PaperFileTold | null>(null);
  const isBusy = isLoading || taking.isLoading || bringing.isLoading;
  const { field, limit, kinds, files } = paper;
  const title = bilingual(paper.title);

  const takesPdf = kinds.includes("pdf");
  /** Pages of a document are joined into one file first, as at the checklist. */
  const choose = (chosen: File[]) => {
    const areJoined = takesPdf && chosen.length > 0 && chosen.every(isPicture) && (chosen.length > 1 || !kinds.includes("image"));
    if (areJoined) setPhotos(chosen);
    else void send(chosen);
  };
  const send = async (chosen: File[]) => {
    setProblem(null);
    setTaken(null);
    setLoading(true);
    await sendAll(chosen);
    setLoading(false);
  };
  const sendAll = async (chosen: File[]) => {
    const known = new Set(files.map((one) => one.file));
    for (const each of chosen) {
      if (!field) return;
      // A photograph of a paper is sent in seconds, and never refused for its size.
      const file = (isPicture(each) && kinds.includes("image") && (await shrink(each, limit))) || each;
      if (file.size > limit) {
        setProblem(t("application.add.tooLarge", { name: `\u2068${file.name}\u2069`, limit: format.bytes(limit) }));
        return;
      }
      const answer = await add({ application, lng: language, addApplicationFileRequest: { field, file } });
      if (!answer.data) {
        const { messageId } = failureOf(answer.error);
        refused(messageId);
        setProblem(message(messageId));
        return;
      }
      const now = answer.data.application.papers.find((one) => one.field === field)?.files ?? [];
      onCame(now.filter((one) => !known.has(one.file)));
      for (const one of now) known.add(one.file);
      take(answer.data.application);
    }
  };
  const moved = (answer: Awaited<ReturnType<typeof away>>, next: PaperFileTold | null) => {
    setProblem(null);
    if (answer.data) {
      onCame([]);
      setTaken(next);
      take(answer.data.application);
      return;
    }
    const { messageId } = failureOf(answer.error);
    refused(messageId);
    setProblem(messageId === "D007" ? t("documents:undo.late") : message(messageId));
  };
  const takeBack = async (file: PaperFileTold) => moved(await away({ application, file: file.file, lng: language }), file);
  const bringBack = async (file: PaperFileTold) => moved(await back({ application, file: file.file, lng: language }), null);
  return (
    <li>
      <div className={classes.paperHead}>
        <span className={classes.paperName}>
          <span>{title}</span>
          {paper.due_on && paper.state === "missing" && (
            <span className={`${classes.quiet} ${classes.dated}`}>
              <MarkedText text={t("application.due", { date: format.date(paper.due_on) })} />
            </span>
          )}
        </span>
        {field && isOpen && (
          <FileButton multiple inputProps={chooseAgain} accept={kinds.map((kind) => ACCEPTED[kind] ?? "").join(",")} onChange={choose}>
            {(props) => (
              <Button
                {...props}
                variant={files.length > 0 && !isAgain(paper.state) ? "subtle" : "default"}
                loading={isLoading}
                leftSection={<IconPaperclip size={18} stroke={1.5} aria-hidden />}
                aria-label={t("application.add.of", { paper: title })}
              >
                {files.length > 0 ? t("application.add.another") : t("application.add")}
              </Button>
            )}
          </FileButton>
        )}
        {field && isOpen && takesPdf && (
          <Button variant="subtle" disabled={isLoading} leftSection={<IconCamera size={18} stroke={1.5} aria-hidden />} aria-label={t("documents:photos.of", { name: title })} onClick={() => setPhotos([])}>
            {t("documents:photos")}
          </Button>
        )}
      </div>
      {photos && (
        <Suspense fallback={null}>
          <PhotoPages
            title={title}
            limit={limit}
            begin={photos}
            onJoined={(file) => {
              setPhotos(null);
              void send([file]);
            }}
            onClose={() => setPhotos(null)}
          />
        </Suspense>
      )}
      {taken && (
        <p role="status" className={own.taken}>
          {t("documents:own.taken", { name: `\u2068${taken.name}\u2069` })}
          <Button variant="subtle" size="compact-sm" loading={bringing.isLoading} aria-label={t("documents:undo.of", { name: taken.name })} onClick={() => void bringBack(taken)}>
            {t("documents:undo")}
          </Button>
        </p>
      )}
      {problem && (
        <p role="alert" className={classes.problem}>
          {problem}
        </p>
      )}
      {files.length > 0 && (
        <ul className={classes.files}>
          {files.map((file) => (
            <GivenFile key={file.file} file={file} paper={paper.state} isOpen={isOpen} justCame={came.includes(file.file)}>
              <FileActions application={application} file={ofFamilyFile(file)} busy={isBusy} onTakeBack={() => void takeBack(file)} />
            </GivenFile>
          ))}
        </ul>
      )}
    </li>
  );
}
