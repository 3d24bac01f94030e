import { Button, Text } from "@mantine/core";
import { useEffect, useRef, useState, type PointerEvent } from "react";
import { useTranslation } from "react-i18next";
import classes from "../profile.module.css";

interface Props {
  file: File;
  busy: boolean;
  onTake: (picture: Blob) => void;
  onCancel: () => void;
  onBroken: () => void;
}

/** Pixels of what is sent: sharp at every size that we show. */
const SIDE = 512;
const VIEW = 220;
const MOST = 4;

/** Cuts a picture to the circle that others see: moved with a finger or by two sliders, enlarged by a third. */
export function AvatarCrop({ file, busy, onTake, onCancel, onBroken }: Props) {
  const { t } = useTranslation("profile");
  const canvas = useRef<HTMLCanvasElement>(null);
  const [picture, setPicture] = useState<ImageBitmap | null>(null);
  const [zoom, setZoom] = useState(1);
  // Where the middle of the cut stands, from 0 to 1 of what can be moved.
  const [at, setAt] = useState({ x: 0.5, y: 0.5 });
  const grip = useRef<{ x: number; y: number } | null>(null);
  const broken = useRef(onBroken);
  broken.current = onBroken;

  useEffect(() => {
    let gone = false;
    void createImageBitmap(file).then(
      (bitmap) => (gone ? bitmap.close() : setPicture(bitmap)),
      () => broken.current(),
    );
    return () => {
      gone = true;
    };
  }, [file]);

  useEffect(() => {
    if (picture && canvas.current) draw(canvas.current, picture, zoom, at);
  }, [picture, zoom, at]);

  const move = (event: PointerEvent<HTMLCanvasElement>) => {
    if (!grip.current || !picture) return;
    const cut = cutOf(picture, zoom);
    const scale = cut / VIEW;
    const step = (moved: number, room: number) => (room > 0 ? (moved * scale) / room : 0);
    const dx = step(grip.current.x - event.clientX, picture.width - cut);
    const dy = step(grip.current.y - event.clientY, picture.height - cut);
    grip.current = { x: event.clientX, y: event.clientY };
    setAt((before) => ({ x: clamp(before.x + dx), y: clamp(before.y + dy) }));
  };
  const slider = (label: string, value: number, min: number, max: number, set: (value: number) => void) => (
    <label className={classes.slider}>
      {label}
      <input type="range" min={min} max={max} step="0.01" value={value} onChange={(event) => set(Number(event.target.value))} />
    </label>
  );
  return (
    <div className={classes.content}>
      <div className={classes.crop}>
        <canvas
          ref={canvas}
          className={classes.cropView}
          width={SIDE}
          height={SIDE}
          role="img"
          aria-label={t("profile.avatar.preview")}
          onPointerDown={(event) => {
            event.currentTarget.setPointerCapture(event.pointerId);
            grip.current = { x: event.clientX, y: event.clientY };
          }}
          onPointerMove={move}
          onPointerUp={() => {
            grip.current = null;
          }}
        />
        <div className={classes.sliders}>
          <Text size="sm">{t("profile.avatar.crop")}</Text>
          {slider(t("profile.avatar.zoom"), zoom, 1, MOST, setZoom)}
          {slider(t("profile.avatar.x"), at.x, 0, 1, (x) => setAt((before) => ({ ...before, x })))}
          {slider(t("profile.avatar.y"), at.y, 0, 1, (y) => setAt((before) => ({ ...before, y })))}
        </div>
      </div>
      <div className={classes.saveActions}>
        <Button variant="default" disabled={busy} onClick={onCancel}>
          {t("profile.cancel")}
        </Button>
        <Button loading={busy} disabled={!picture} onClick={() => canvas.current?.toBlob((blob) => blob && onTake(blob), "image/jpeg", 0.9)}>
          {t("profile.avatar.take")}
        </Button>
      </div>
    </div>
  );
}

const clamp = (value: number) => Math.min(1, Math.max(0, value));

/** The side of the square that is cut out of a picture, in its own pixels. */
function cutOf(picture: { width: number; height: number }, zoom: number): number {
  return Math.min(picture.width, picture.height) / zoom;
}

function draw(canvas: HTMLCanvasElement, picture: ImageBitmap, zoom: number, at: { x: number; y: number }): void {
  const context = canvas.getContext("2d");
  if (!context) return;
  const cut = cutOf(picture, zoom);
  // JPEG knows no transparency: what was clear becomes white and not black.
  context.fillStyle = "#fff";
  context.fillRect(0, 0, SIDE, SIDE);
  context.drawImage(picture, (picture.width - cut) * at.x, (picture.height - cut) * at.y, cut, cut, 0, 0, SIDE, SIDE);
}
