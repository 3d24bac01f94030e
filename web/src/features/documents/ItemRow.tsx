import { Button, FileButton, Group, Loader } from "@mantine/core";
import { lazy, Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { useDropzone } from "react-dropzone";
import type { FamilyFile } from "@/api/generatedTypes";
import { isPicture, shrink } from "@/forms/widgets/shrink";
import { chooseAgain } from "@/ui/chooseAgain";
import { IconCamera, IconHistory, IconPaperclip } from "@/ui/icons";
import { MarkedText } from "@/ui/MarkedText";
import { PaperMark } from "@/ui/papers/PaperMark";
import { useBilingual } from "@/ui/useBilingual";
import { useFormat } from "@/ui/useFormat";
import { useMessage } from "@/ui/useMessage";
import classes from "./documents.module.css";
import { FileActions } from "@/ui/papers/FileActions";
import { Given } from "./Given";
import { isSame } from "./same";
import { isNeeded, type Item, type ItemFile } from "@/ui/papers/items";

// Neither is there before something is pressed.
const PhotoPages = lazy(async () => ({ default: (await import("@/forms/photos/PhotoPages")).PhotoPages }));
const Before = lazy(async () => ({ default: (await import("./Before")).Before }));

const ACCEPTED: Readonly<Record<string, string>> = { pdf: "application/pdf", image: "image/png,image/jpeg,image/webp,image/heic,image/heif" };

interface Props {
  item: Item;
  isOpen: boolean;
  send: (field: string, file: File) => Promise<string | null>;
  before: readonly FamilyFile[];
  use?: (field: string, file: string) => Promise<string | null>;
  own?: OwnFiles | undefined;
}

/** What a family does with its own files; what the server said where it refused. */
export interface OwnFiles {
  /** The grant, or the id. */
  application: string;
  takeBack: (file: string) => Promise<string | null>;
  bringBack: (file: string) => Promise<string | null>;
}

/** One document: how it stands, what came, and the ways to add it. What went wrong is said here. */
export function ItemRow({ item, isOpen, send, before, use: giveAgain, own }: Props) {
  const { t } = useTranslation("documents");
  const bilingual = useBilingual();
  const format = useFormat();
  const message = useMessage();
  const [at, setAt] = useState<{ nth: number; of: number } | null>(null);
  const [came, setCame] = useState<string | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [photos, setPhotos] = useState<readonly File[] | null>(null);
  const [choosing, setChoosing] = useState(false);
  const [using, setUsing] = useState(false);
  // The files that were here before one was used again: the other one is that.
  const [again, setAgain] = useState<readonly string[] | null>(null);
  // What was taken back last, while this page is open.
  const [taken, setTaken] = useState<Pick<ItemFile, "file" | "name"> | null>(null);
  const { field, limit, kinds, state, files } = item;
  const title = bilingual(item.title);
  const canAdd = isOpen && field !== null;
  const takesPdf = kinds.includes("pdf");
  const takesPictures = kinds.includes("image");

  const sendAll = async (chosen: readonly File[]) => {
    if (!field) return;
    setProblem(null);
    setCame(null);
    setTaken(null);
    for (const [index, each] of chosen.entries()) {
      setAt({ nth: index + 1, of: chosen.length });
      const file = (isPicture(each) && takesPictures && (await shrink(each, limit))) || each;
      const name = `\u2068${file.name}\u2069`;
      if (file.size > limit) {
        setProblem(t("tooLarge", { name, limit: format.bytes(limit) }));
        break;
      }
      const refused = await send(field, file);
      if (refused) {
        setProblem(t("refusedAt", { name, why: message(refused) }));
        break;
      }
      setCame(name);
    }
    setAt(null);
  };
  /** Photographs of a document that is a PDF, or has several pages, are joined first. */
  const take = (chosen: readonly File[]) => {
    if (chosen.length === 0) return;
    if (takesPdf && chosen.every(isPicture) && (chosen.length > 1 || !takesPictures)) setPhotos(chosen);
    else void sendAll(chosen);
  };
  const zone = useDropzone({ noClick: true, noKeyboard: true, disabled: !canAdd || at !== null, onDrop: (dropped) => take(dropped) });

  const used = again && files.find(({ file, state: stands }) => !again.includes(file) && (stands === "received" || stands === "scanning"));
  const reuse = async (file: string) => (field ? ((await giveAgain?.(field, file)) ?? null) : null);
  const arrived = (name: string) => {
    setAgain(files.map(({ file }) => file));
    setTaken(null);
    setChoosing(false);
    setProblem(null);
    setCame(`\u2068${name}\u2069`);
  };
  const same = giveAgain ? before.filter((one) => isSame(one, item.title)) : [];
  // A brother's or sister's own document is not right here without a look.
  const nearest = same.find((one) => one.of_family);
  const takeNearest = async (one: FamilyFile) => {
    setProblem(null);
    setUsing(true);
    const refused = await reuse(one.file);
    setUsing(false);
    if (refused) setProblem(t("refusedAt", { name: `\u2068${one.name}\u2069`, why: message(refused) }));
    else arrived(one.name);
  };
  const said = (refused: string | null | undefined) => setProblem(refused ? (refused === "D007" ? t("undo.late") : message(refused)) : null);
  const takeBack = async ({ file, name }: Pick<ItemFile, "file" | "name">) => {
    setUsing(true);
    const refused = await own?.takeBack(file);
    setUsing(false);
    setCame(null);
    setAgain(null);
    setTaken(refused ? null : { file, name });
    said(refused);
  };
  const bringBack = async (file: string) => {
    setUsing(true);
    const refused = await own?.bringBack(file);
    setUsing(false);
    if (!refused) setTaken(null);
    said(refused);
  };

  return (
    <li className={classes.item}>
      <div {...zone.getRootProps()} className={classes.zone} data-over={zone.isDragActive || undefined}>
        <div className={classes.itemHead}>
          <span className={classes.name}>{title}</span>
          <PaperMark state={state} quiet={state === "missing" && !item.wanted}>
            {t(state === "missing" && !item.wanted ? "state.optional" : `state.${state}`)}
          </PaperMark>
        </div>
        {item.dueOn && isNeeded(item) && (
          <p className={classes.quiet}>
            <MarkedText text={t("due", { date: format.date(item.dueOn) })} />
          </p>
        )}
        {files.length > 0 && (
          <ul className={classes.files}>
            {files.map((file) => (
              <Given key={file.file} file={file} paper={state} isOpen={isOpen}>
                {own && <FileActions application={own.application} file={file} busy={using || at !== null} onTakeBack={() => void takeBack(file)} />}
              </Given>
            ))}
          </ul>
        )}
        {canAdd && (
          <>
            <Group gap={8}>
              <FileButton multiple inputProps={chooseAgain} accept={kinds.map((kind) => ACCEPTED[kind] ?? "").join(",")} onChange={(chosen) => take(chosen)}>
                {(props) => (
                  <Button {...props} variant={isNeeded(item) ? "filled" : "default"} disabled={at !== null} leftSection={<IconPaperclip size={18} stroke={1.5} aria-hidden />} aria-label={t("add.of", { name: title })}>
                    {t(files.length > 0 ? "add.another" : "add")}
                  </Button>
                )}
              </FileButton>
              {takesPdf && (
                <Button variant="default" disabled={at !== null} leftSection={<IconCamera size={18} stroke={1.5} aria-hidden />} aria-label={t("photos.of", { name: title })} onClick={() => setPhotos([])}>
                  {t("photos")}
                </Button>
              )}
              {nearest && isNeeded(item) && (
                <Button variant="default" classNames={{ root: classes.wraps, label: classes.wrapsLabel }} loading={using} disabled={at !== null} leftSection={<IconHistory size={18} stroke={1.5} aria-hidden />} aria-label={t("before.one.of", { name: title, of: bilingual(nearest.of) })} onClick={() => void takeNearest(nearest)}>
                  {t("before.one", { of: `\u2068${bilingual(nearest.of)}\u2069` })}
                </Button>
              )}
              {giveAgain && before.length > 0 && (
                <Button variant="default" disabled={at !== null} leftSection={<IconHistory size={18} stroke={1.5} aria-hidden />} aria-label={t("before.of", { name: title })} onClick={() => setChoosing(true)}>
                  {t("before")}
                </Button>
              )}
            </Group>
            <p className={classes.drop} aria-hidden>
              {t("drop")}
            </p>
          </>
        )}
        <div role="status" className={classes.progress}>
          {at && (
            <>
              <Loader size={16} /> {t("sending", { at: format.number(at.nth), total: format.number(at.of) })}
            </>
          )}
          {!at && came && t("came", { name: came })}
          {!at && taken && t("own.taken", { name: `\u2068${taken.name}\u2069` })}
          {!at && taken && (
            <Button variant="subtle" size="compact-sm" loading={using} aria-label={t("undo.of", { name: taken.name })} onClick={() => void bringBack(taken.file)}>
              {t("undo")}
            </Button>
          )}
          {own && used && (
            <Button variant="subtle" size="compact-sm" loading={using} aria-label={t("undo.of", { name: used.name })} onClick={() => void takeBack(used)}>
              {t("undo")}
            </Button>
          )}
        </div>
        {problem && (
          <p role="alert" className={classes.problem}>
            {problem}
          </p>
        )}
      </div>
      <Suspense fallback={null}>
        {photos && (
          <PhotoPages
            title={title}
            limit={limit}
            begin={photos}
            onClose={() => setPhotos(null)}
            onJoined={(file) => {
              setPhotos(null);
              void sendAll([file]);
            }}
          />
        )}
        {choosing && giveAgain && field && (
          <Before
            title={item.title}
            files={before}
            use={reuse}
            onUsed={arrived}
            onClose={() => setChoosing(false)}
          />
        )}
      </Suspense>
    </li>
  );
}
