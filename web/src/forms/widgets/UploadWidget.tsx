import { ActionIcon, Button, Progress } from "@mantine/core";
import type { WidgetProps } from "@rjsf/utils";
import { lazy, Suspense, useEffect, useRef, useState } from "react";
import { pictureAddress } from "@/api/picture";
import { formatBytes } from "@/i18n/format";
import { contextOf, type RunningUpload, type UploadFault, type UploadPort } from "../context";
import { IconCamera, IconExclamationCircle, IconFileText, IconTrash, IconUpload, IconX } from "../icons";
import type { SchemaNode, UploadRule } from "../model";
import classes from "./upload.module.css";
import forms from "../forms.module.css";
import { groupProps, leave, pointerOf } from "./input";
import { isPicture, shrink, thumbnail } from "./shrink";
import { acceptOf, checkFile, checkKind, tierBytes } from "./uploadRules";

// Not there before photographs are to be joined.
const PhotoPages = lazy(async () => ({ default: (await import("../photos/PhotoPages")).PhotoPages }));

interface Running {
  key: number;
  name: string;
  share: number;
  fault: UploadFault | null;
  run: RunningUpload | null;
}

/** Files for a field. What may be sent is said before choosing; a file that the rule forbids is not sent at all. */
export function UploadWidget(props: WidgetProps) {
  const { id, value, onChange, schema, registry, disabled, readonly, label } = props;
  const { t, settings, uploads } = contextOf(registry);
  const node = schema as SchemaNode;
  const many = node.type === "array";
  const rule: UploadRule = (many ? node.items?.["x-upload"] : node["x-upload"]) ?? { tier: "2mb", kinds: ["pdf", "image"] };
  const uploadIds = (many ? (Array.isArray(value) ? value : []) : value ? [value] : []) as string[];
  const [running, setRunning] = useState<Running[]>([]);
  const [surplus, setSurplus] = useState<string[]>([]);
  const [photos, setPhotos] = useState<readonly File[] | null>(null);
  const picker = useRef<HTMLInputElement>(null);
  const camera = useRef<HTMLInputElement>(null);
  const nextKey = useRef(0);
  // Several uploads may end between two renders; each must add to what the others added.
  const latest = useRef(uploadIds);
  latest.current = uploadIds;

  const limit = many ? (node.maxItems ?? 1) : 1;
  const takesPdf = rule.kinds.includes("pdf");
  const takesPictures = rule.kinds.includes("image");
  const room = limit - uploadIds.length - running.filter((each) => each.fault === null).length;
  const update = (key: number, change: Partial<Running>) =>
    setRunning((all) => all.map((each) => (each.key === key ? { ...each, ...change } : each)));
  const drop = (key: number) => setRunning((all) => all.filter((each) => each.key !== key));
  const emit = (ids: string[]) => {
    latest.current = ids;
    onChange(many ? (ids.length > 0 ? ids : undefined) : ids[0]);
    leave(props);
  };

  const start = (file: File) => {
    const key = nextKey.current++;
    const fault = checkKind(file, rule) ?? (uploads ? null : "failed");
    const entry: Running = { key, name: file.name, share: 0, fault, run: null };
    if (fault !== null || !uploads) return setRunning((all) => [...all, entry]);
    const run = sendSmall(file, tierBytes(rule.tier), (small) => checkFile(small, rule), (small) => uploads.send(pointerOf(id), small, (share) => update(key, { share })));
    setRunning((all) => [...all, { ...entry, run }]);
    const small = isPicture(file) ? thumbnail(file) : Promise.resolve(null);
    const keepSmall = async (upload: string) => {
      const picture = await small;
      const src = picture && (await pictureAddress(picture));
      if (src) uploads.keepPicture?.(upload, src);
    };
    void run.done.then(async (result) => {
      // A picture of it is a convenience: without one the answer counts all the same.
      if (result !== null && typeof result === "object") await keepSmall(result.upload_id).catch(() => undefined);
      if (result === null) drop(key);
      else if (typeof result === "string") update(key, { fault: result, run: null });
      else {
        // Where one file is asked for, what was refused before it is settled.
        if (many) drop(key);
        else setRunning([]);
        emit(many ? [...latest.current, result.upload_id] : [result.upload_id]);
      }
    });
  };

  const take = (event: React.ChangeEvent<HTMLInputElement>) => {
    const chosen = [...(event.target.files ?? [])];
    // The same file may be chosen again after it was removed.
    event.target.value = "";
    const byCamera = event.target === camera.current;
    // Photographs of a document that may be a PDF become its pages: who takes one may take the next.
    if (takesPdf && chosen.length > 0 && chosen.every(isPicture) && (byCamera || chosen.length > room || !takesPictures)) {
      setSurplus([]);
      return setPhotos(chosen);
    }
    setSurplus(chosen.slice(room).map(({ name }) => name));
    chosen.slice(0, room).forEach(start);
  };
  const chooseText = uploadIds.length > 0 ? t("upload.another") : t(many && room > 1 ? "upload.chooseSeveral" : "upload.choose");

  const kinds = rule.kinds.length > 1 ? "both" : (rule.kinds[0] ?? "both");
  const limits = t(`upload.limit.${kinds}`, { size: formatBytes(tierBytes(rule.tier), settings) });

  return (
    <div {...groupProps(props)} role="group" className={classes.upload}>
      <p id={`${id}-limit`} className={forms.help}>
        {limits}
        {many && ` ${t("upload.count", { count: limit })}`}
        {takesPdf && ` ${t("upload.pages")}`}
      </p>
      {surplus.length > 0 && (
        <div role="alert" className={classes.surplus}>
          <p>{t("upload.surplus", { count: limit })}</p>
          <ul>
            {surplus.map((name, index) => (
              <li key={index}>
                <bdi>{name}</bdi>
              </li>
            ))}
          </ul>
        </div>
      )}
      {(uploadIds.length > 0 || running.length > 0) && (
        <ul className={classes.files}>
          {uploadIds.map((uploadId) => {
            const file = uploads?.files.find((each) => each.upload_id === uploadId);
            const name = file?.name ?? t("upload.unnamed");
            return (
              <li key={uploadId} className={classes.file}>
                <Thumbnail id={uploadId} read={uploads?.picture} />
                <span className={classes.fileName}>
                  <bdi>{name}</bdi>
                  {file && <small>{formatBytes(file.bytes, settings)}</small>}
                </span>
                <ActionIcon
                  variant="subtle"
                  color="gray"
                  size="lg"
                  disabled={disabled || readonly}
                  aria-label={t("upload.remove", { name })}
                  onClick={() => {
                    setSurplus([]);
                    emit(uploadIds.filter((each) => each !== uploadId));
                  }}
                >
                  <IconTrash size={18} stroke={1.5} aria-hidden />
                </ActionIcon>
              </li>
            );
          })}
          {running.map((each) => (
            <RunningFile key={each.key} entry={each} t={t} onDrop={() => drop(each.key)} />
          ))}
        </ul>
      )}
      {room > 0 && (
        <div className={classes.ways}>
          <input ref={picker} type="file" hidden aria-label={label} accept={takesPdf && !takesPictures ? `${acceptOf(rule)},image/*` : acceptOf(rule)} multiple={takesPdf || (many && room > 1)} onChange={take} />
          <Button
            variant="default"
            disabled={disabled || readonly}
            aria-describedby={`${id}-limit`}
            aria-label={`${chooseText}: ${label}`}
            leftSection={<IconUpload size={18} stroke={1.5} aria-hidden />}
            onClick={() => picker.current?.click()}
          >
            {chooseText}
          </Button>
          {/* Where there is a finger there is a camera; `upload.module.css` shows the button there alone. */}
          <span className={classes.camera}>
            <input ref={camera} type="file" hidden aria-label={`${t("upload.photo")}: ${label}`} accept="image/*" capture="environment" onChange={take} />
            <Button
              variant="default"
              disabled={disabled || readonly}
              aria-label={`${t("upload.photo")}: ${label}`}
              leftSection={<IconCamera size={18} stroke={1.5} aria-hidden />}
              onClick={() => camera.current?.click()}
            >
              {t("upload.photo")}
            </Button>
          </span>
        </div>
      )}
      {photos && (
        <Suspense fallback={null}>
          <PhotoPages
            title={label}
            limit={tierBytes(rule.tier)}
            begin={photos}
            onJoined={(file) => {
              setPhotos(null);
              start(file);
            }}
            onClose={() => setPhotos(null)}
          />
        </Suspense>
      )}
    </div>
  );
}

/** Makes a picture small, then sends it; to its caller it is one upload that can be stopped at any time. */
function sendSmall(file: File, limit: number, check: (file: File) => UploadFault | null, send: (file: File) => RunningUpload): RunningUpload {
  let stopped = false;
  let running: RunningUpload | null = null;
  const run = async () => {
    const small = isPicture(file) ? await shrink(file, limit) : file;
    if (stopped) return null;
    if (!small) return "unreadable" as const;
    const fault = check(small);
    if (fault) return fault;
    running = send(small);
    return running.done;
  };
  return {
    done: run(),
    cancel: () => {
      stopped = true;
      running?.cancel();
    },
  };
}

/** A small picture of what was sent, where this device has one. */
function Thumbnail({ id, read }: { id: string; read: UploadPort["picture"] }) {
  const [src, setSrc] = useState<string | null>(null);
  useEffect(() => {
    let wanted = true;
    void read?.(id).then((found) => wanted && setSrc(found));
    return () => {
      wanted = false;
    };
  }, [id, read]);
  // The file's name stands beside it.
  return src ? <img className={classes.thumbnail} src={src} alt="" /> : <IconFileText size={20} stroke={1.5} aria-hidden />;
}

function RunningFile({ entry, t, onDrop }: { entry: Running; t: ReturnType<typeof contextOf>["t"]; onDrop: () => void }) {
  const { name, share, fault, run } = entry;
  return (
    <li className={classes.file} data-fault={fault !== null || undefined}>
      {fault === null ? <IconFileText size={20} stroke={1.5} aria-hidden /> : <IconExclamationCircle size={20} stroke={1.5} aria-hidden />}
      <span className={classes.fileName}>
        <bdi>{name}</bdi>
        {fault === null ? (
          <Progress value={share * 100} size="sm" aria-label={t("upload.progress", { name })} />
        ) : (
          <small role="alert">{t(`upload.fault.${fault}`)}</small>
        )}
      </span>
      <ActionIcon
        variant="subtle"
        color="gray"
        size="lg"
        aria-label={t(fault === null ? "upload.cancel" : "upload.dismiss", { name })}
        onClick={() => (fault === null ? run?.cancel() : onDrop())}
      >
        <IconX size={18} stroke={1.5} aria-hidden />
      </ActionIcon>
    </li>
  );
}
