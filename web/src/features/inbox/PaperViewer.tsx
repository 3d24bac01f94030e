import { Button, Group, Skeleton } from "@mantine/core";
import { useMediaQuery, useWindowEvent } from "@mantine/hooks";
import { useEffect, useRef, useState, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import type { PaperFileView } from "@/api/generated";
import { useLanguage } from "@/i18n/useLanguage";
import { Dialog } from "@/ui/Dialog";
import { IconArrowLeft, IconArrowRight, IconDownload, IconRotateClockwise } from "@/ui/icons";
import record from "@/ui/record/record.module.css";
import { ShownFile } from "@/ui/ShownFile";
import { useFocusBack } from "@/ui/useFocusBack";
import { useFormat } from "@/ui/useFormat";
import { letterOf } from "./paperKeys";
import { PaperReview } from "./PaperReview";
import classes from "./papers.module.css";

/** A file, and the paper that it is of. */
export interface Seen {
  label: string;
  file: PaperFileView;
}

interface Props {
  enquiry: string;
  files: readonly Seen[];
  /** The id of the one that is shown. */
  shown: string;
  edits: boolean;
  picture: (file: string) => Promise<string | null>;
  /** What the family answered, which stands beside a document where there is room for both. */
  answers: ReactNode;
  onShow: (file: string) => void;
  onSave: (file: string) => void;
  onWrite: () => void;
  onClose: () => void;
}

/** Room for a document and the answers. */
const BESIDE_ANSWERS = "(min-width: 1100px)";

/** Looks at the papers one after another, and says of each what the school says of it. */
export function PaperViewer({ enquiry, files, shown, edits, picture, answers, onShow, onSave, onWrite, onClose }: Props) {
  const { t } = useTranslation("staff");
  const format = useFormat();
  const { language } = useLanguage();
  const wide = useMediaQuery(BESIDE_ANSWERS, false, { getInitialValueInEffect: false });
  const [isFull, setFull] = useState(false);
  // By quarters: phones take photos sideways.
  const [turned, setTurned] = useState(0);
  const [covered, setCovered] = useState(false);
  const place = useRef<HTMLSpanElement>(null);
  useFocusBack();
  const at = files.findIndex(({ file }) => file.file === shown);
  const seen = files[at];
  const go = (by: number) => {
    const next = files[at + by];
    if (!next) return;
    setFull(false);
    setTurned(0);
    onShow(next.file.file);
  };
  // What was taken leads to the next that nobody has looked at.
  const goOn = () => {
    const next = [...files.slice(at + 1), ...files.slice(0, at)].find((each) => each.file.state === "received");
    if (!next) return;
    setFull(false);
    setTurned(0);
    onShow(next.file.file);
    place.current?.focus();
  };
  useWindowEvent("keydown", (event) => {
    // A dialog over this one has its own.
    if (covered || event.altKey || event.ctrlKey || event.metaKey) return;
    const letter = letterOf(event);
    if (letter === "N" || letter === "P") {
      event.preventDefault();
      go(letter === "N" ? 1 : -1);
      return;
    }
    // A large picture is moved by the arrows.
    if (isFull || (event.key !== "ArrowLeft" && event.key !== "ArrowRight")) return;
    event.preventDefault();
    go((event.key === "ArrowRight") === (language === "en") ? 1 : -1);
  });
  if (!seen) return null;
  const { file, label } = seen;
  const isPicture = SHOWN.has(file.media_type);
  return (
    <Dialog title={label} size={wide ? "min(1600px, 98vw)" : "min(1100px, 96vw)"} covered={covered} onClose={onClose}>
      <div className={classes.beside}>
        <div className={classes.viewer}>
          <Group gap={8}>
            <Button variant="default" size="sm" disabled={at === 0} aria-keyshortcuts="P" title={t("papers.key", { key: "P" })} leftSection={<IconArrowLeft className="mirror" size={16} stroke={1.5} aria-hidden />} onClick={() => go(-1)}>
              {t("view.previous")} <Key of="P" />
            </Button>
            <Button variant="default" size="sm" disabled={at === files.length - 1} aria-keyshortcuts="N" title={t("papers.key", { key: "N" })} rightSection={<IconArrowRight className="mirror" size={16} stroke={1.5} aria-hidden />} onClick={() => go(1)}>
              {t("view.next")} <Key of="N" />
            </Button>
            <span ref={place} className={record.quiet} role="status" tabIndex={-1}>
              {t("view.place", { at: format.number(at + 1), total: format.number(files.length) })} · <bdi>{file.name}</bdi> · {format.bytes(file.bytes)}
            </span>
          </Group>
          {isPicture ? <Picture key={file.file} file={file} picture={picture} isFull={isFull} turned={turned} /> : file.media_type === "application/pdf" ? <ShownFile key={file.file} enquiry={enquiry} file={file} /> : <p className={record.quiet}>{t("view.unknown")}</p>}
          <Group gap={8} justify="space-between">
            <Group gap={8}>
              {isPicture && (
                <Button variant="default" size="sm" onClick={() => setFull(!isFull)}>
                  {t(isFull ? "view.fit" : "view.full")}
                </Button>
              )}
              {isPicture && !isFull && (
                <Button variant="default" size="sm" leftSection={<IconRotateClockwise size={16} stroke={1.5} aria-hidden />} onClick={() => setTurned((turned + 1) % 4)}>
                  {t("view.turn")}
                </Button>
              )}
              <Button variant="default" size="sm" leftSection={<IconDownload size={16} stroke={1.5} aria-hidden />} onClick={() => onSave(file.file)}>
                {t("view.save")}
              </Button>
            </Group>
            <div className={classes.said}>
              <PaperReview key={file.file} main enquiry={enquiry} file={file} edits={edits} onWrite={onWrite} onAccepted={goOn} onCovered={setCovered} />
            </div>
          </Group>
        </div>
        {wide && (
          <section className={classes.answers} aria-label={t("tab.answers")} tabIndex={0}>
            {answers}
          </section>
        )}
      </div>
    </Dialog>
  );
}

/** The letter that does the same, for whoever has a keyboard. */
const Key = ({ of: letter }: { of: string }) => (
  <span className={classes.key} aria-hidden>
    {letter}
  </span>
);

/** What is drawn in the page itself; the bytes are looked at before (`api/picture.ts`). */
const SHOWN: ReadonlySet<string> = new Set(["image/png", "image/jpeg", "image/webp"]);

function Picture({ file, picture, isFull, turned }: { file: PaperFileView; picture: Props["picture"]; isFull: boolean; turned: number }) {
  const { t } = useTranslation("staff");
  // Nothing while it is on its way, null where it cannot be shown.
  const [address, setAddress] = useState<string | null>();
  useEffect(() => {
    let isGone = false;
    void picture(file.file).then((found) => isGone || setAddress(found));
    return () => {
      isGone = true;
    };
  }, [file.file, picture]);
  if (address === undefined) return <Skeleton height={320} role="progressbar" aria-label={t("view.loading")} />;
  if (address === null) return <p role="alert">{t("view.failed")}</p>;
  return (
    <div className={classes.stage} data-full={isFull || undefined} data-turned={(turned > 0 && !isFull) || undefined} data-side={turned % 2 === 1 || undefined} tabIndex={isFull ? 0 : undefined} role={isFull ? "region" : undefined} aria-label={isFull ? t("view.full") : undefined}>
      <img src={address} alt={file.name} style={turned > 0 && !isFull ? { rotate: `${turned * 90}deg` } : undefined} />
    </div>
  );
}
