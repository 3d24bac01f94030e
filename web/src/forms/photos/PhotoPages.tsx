import { ActionIcon, Alert, Button, Group, Progress } from "@mantine/core";
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { pictureAddress } from "@/api/picture";
import { isPicture, thumbnail } from "@/forms/widgets/shrink";
import { Dialog } from "@/ui/Dialog";
import { IconArrowDown, IconArrowUp, IconCamera, IconPlus, IconTrash } from "@/ui/icons";
import { useFormat } from "@/ui/useFormat";
import classes from "./photos.module.css";
import { joinPages, MOST_PAGES } from "./joinPages";
import { useBackGesture } from "./useBackGesture";

interface Page {
  key: number;
  photo: File;
}

interface Props {
  /** The document that they are pages of. */
  title: string;
  /** Bytes of the largest file. */
  limit: number;
  /** Photographs that are there already. */
  begin: readonly File[];
  onJoined: (file: File) => void;
  onClose: () => void;
}

let nextKey = 0;
const pagesOf = (photos: readonly File[]): Page[] => photos.map((photo) => ({ key: (nextKey += 1), photo }));

/** One photograph after another, put in order and joined into one PDF on this device: nothing is sent before. */
export function PhotoPages({ title, limit, begin, onJoined, onClose }: Props) {
  const { t } = useTranslation("documents");
  const format = useFormat();
  const [pages, setPages] = useState<readonly Page[]>(() => pagesOf(begin.slice(0, MOST_PAGES)));
  const [problem, setProblem] = useState<string | null>(begin.length > MOST_PAGES ? t("pages.most", { count: MOST_PAGES }) : null);
  const [drawn, setDrawn] = useState<number | null>(null);
  const [said, setSaid] = useState("");
  const [leaving, setLeaving] = useState(false);
  const camera = useRef<HTMLInputElement>(null);
  const gallery = useRef<HTMLInputElement>(null);
  const take = (event: React.ChangeEvent<HTMLInputElement>) => {
    const chosen = [...(event.target.files ?? [])];
    // The same photograph may be chosen again.
    event.target.value = "";
    const photos = chosen.filter(isPicture);
    const room = MOST_PAGES - pages.length;
    setProblem(photos.length < chosen.length ? t("pages.noPhoto") : photos.length > room ? t("pages.most", { count: MOST_PAGES }) : null);
    setLeaving(false);
    setPages([...pages, ...pagesOf(photos.slice(0, room))]);
  };
  const move = (at: number, by: number) => {
    const next = [...pages];
    const [moved] = next.splice(at, 1);
    if (!moved) return;
    next.splice(at + by, 0, moved);
    setPages(next);
    setSaid(t("pages.moved", { at: format.number(at + by + 1) }));
  };
  const remove = (key: number) => {
    setPages(pages.filter((page) => page.key !== key));
    setSaid(t("pages.removed"));
  };
  const join = async () => {
    setProblem(null);
    const joined = await joinPages(pages.map(({ photo }) => photo), limit, setDrawn);
    setDrawn(null);
    if (joined === "unreadable") setProblem(t("pages.unreadable"));
    else if (joined === "tooLarge") setProblem(t("pages.tooLarge", { limit: format.bytes(limit) }));
    else onJoined(new File([joined], `${title.replaceAll(/[\\/]/g, "-")}.pdf`, { type: "application/pdf" }));
  };
  const isBusy = drawn !== null;
  // What was photographed is on no other place yet.
  const leave = () => {
    if (isBusy) return;
    if (pages.length > 0) setLeaving(true);
    else onClose();
  };
  useBackGesture(leave);
  return (
    <Dialog title={t("pages.title", { name: `\u2068${title}\u2069` })} size={640} locked={isBusy} closeOnOutside={false} onClose={leave}>
      <div className={classes.pages}>
        <p className={classes.quiet}>{t("pages.text")}</p>
        {problem && (
          <Alert role="alert" color="red">
            {problem}
          </Alert>
        )}
        <span role="status" className="unseen">
          {said}
        </span>
        {pages.length > 0 && (
          <ol className={classes.sheets}>
            {pages.map(({ key, photo }, at) => (
              <li key={key}>
                <Thumbnail photo={photo} />
                <span className={classes.fileName}>{t("pages.nth", { at: format.number(at + 1) })}</span>
                <ActionIcon variant="subtle" color="gray" size={44} disabled={at === 0 || isBusy} aria-label={t("pages.up", { at: format.number(at + 1) })} onClick={() => move(at, -1)}>
                  <IconArrowUp size={18} stroke={1.5} aria-hidden />
                </ActionIcon>
                <ActionIcon variant="subtle" color="gray" size={44} disabled={at === pages.length - 1 || isBusy} aria-label={t("pages.down", { at: format.number(at + 1) })} onClick={() => move(at, 1)}>
                  <IconArrowDown size={18} stroke={1.5} aria-hidden />
                </ActionIcon>
                <ActionIcon variant="subtle" color="gray" size={44} disabled={isBusy} aria-label={t("pages.remove", { at: format.number(at + 1) })} onClick={() => remove(key)}>
                  <IconTrash size={18} stroke={1.5} aria-hidden />
                </ActionIcon>
              </li>
            ))}
          </ol>
        )}
        <Group gap={8}>
          <input ref={camera} type="file" hidden aria-label={t("pages.camera")} accept="image/*" capture="environment" onChange={take} />
          <Button variant={pages.length === 0 ? "filled" : "default"} disabled={isBusy || pages.length >= MOST_PAGES} leftSection={<IconCamera size={18} stroke={1.5} aria-hidden />} onClick={() => camera.current?.click()}>
            {t(pages.length === 0 ? "pages.camera" : "pages.camera.next")}
          </Button>
          <input ref={gallery} type="file" hidden multiple aria-label={t("pages.gallery")} accept="image/*" onChange={take} />
          <Button variant="default" disabled={isBusy || pages.length >= MOST_PAGES} leftSection={<IconPlus size={18} stroke={1.5} aria-hidden />} onClick={() => gallery.current?.click()}>
            {t("pages.gallery")}
          </Button>
        </Group>
        {isBusy && (
          <div role="status">
            <p className={classes.quiet}>{t("pages.drawing", { at: format.number(drawn), total: format.number(pages.length) })}</p>
            <Progress value={(drawn / pages.length) * 100} aria-label={t("pages.progress")} />
          </div>
        )}
        {leaving && pages.length > 0 ? (
          <Alert role="alert" color="amber" title={t("pages.leave", { count: pages.length })}>
            <Group gap={8}>
              <Button autoFocus onClick={() => setLeaving(false)}>
                {t("pages.keep")}
              </Button>
              <Button variant="default" onClick={onClose}>
                {t("pages.discard")}
              </Button>
            </Group>
          </Alert>
        ) : (
          <Group justify="flex-end" gap={8}>
            <Button variant="default" disabled={isBusy} onClick={leave}>
              {t("cancel")}
            </Button>
            <Button disabled={pages.length === 0} loading={isBusy} onClick={() => void join()}>
              {pages.length === 0 ? t("pages.join") : t("pages.join.n", { count: pages.length })}
            </Button>
          </Group>
        )}
      </div>
    </Dialog>
  );
}

/** What a page shows; its number stands beside it. */
function Thumbnail({ photo }: { photo: File }) {
  const [src, setSrc] = useState<string | null>(null);
  useEffect(() => {
    let isGone = false;
    const look = async () => {
      const small = await thumbnail(photo);
      const address = small && (await pictureAddress(small));
      if (!isGone) setSrc(address);
    };
    void look().catch(() => undefined);
    return () => {
      isGone = true;
    };
  }, [photo]);
  return src ? <img src={src} alt="" /> : <span className={classes.blank} aria-hidden />;
}
