import { useElementSize } from "@mantine/hooks";
import { useCallback, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import type { Language } from "@/i18n/languages";
import type { Device, Scheme } from "./context";
import classes from "./preview.module.css";
import { seenAs } from "./screens";
import { viewerParams, type Viewer } from "./viewer";

/** The widths that a page is looked at in. */
export const WIDTHS: Readonly<Record<Device, number>> = { phone: 390, desktop: 1440 };
const PHONE_HEIGHT = 780;
const EDGE = 28;
/** How long a page may take to draw itself before it is shown as it is. */
const PATIENCE_MS = 5_000;
const LOOK_MS = 60;

interface Props {
  token: string;
  screen: string;
  language: Language;
  device: Device;
  scheme: Scheme;
  viewer: Viewer;
  /** Another value draws the page anew where it stands. */
  turn: string;
}

interface Shot {
  id: number;
  /** Which state it shows. */
  turn: string;
  /** The screen that was asked for. */
  screen: string;
  src: string;
  scroll: number;
}

/** The address of a screen as the draft has it. */
export function previewAddress(screen: string, token: string, language: Language, viewer: Viewer = "usual", scheme?: Scheme): string {
  const url = new URL(screen, location.origin);
  url.searchParams.set("preview", token);
  url.searchParams.set("lng", language);
  for (const [name, value] of Object.entries(viewerParams(viewer, seenAs(url.pathname)))) url.searchParams.set(name, value);
  if (scheme) url.searchParams.set("scheme", scheme);
  return `${url.pathname}${url.search}`;
}

/**
 * The real page in a frame. A newer state is loaded behind the shown one and takes its place once it is drawn, at the
 * same page and the same height, so that typing in the editor makes nothing flicker.
 */
export function PreviewFrame({ token, screen, language, device, scheme, viewer, turn }: Props) {
  const { t } = useTranslation("settingsDesk");
  const { ref: box, width, height } = useElementSize();
  const [shots, setShots] = useState<Shot[]>([]);
  const [shown, setShown] = useState(0);
  const frames = useRef(new Map<number, HTMLIFrameElement>());
  const count = useRef(0);

  useEffect(() => {
    const current = frames.current.get(shownOf(frames.current));
    // The frame that is shown may still be that of the screen before.
    const place = current?.contentWindow && current.dataset.screen === screen ? placeOf(current.contentWindow) : null;
    count.current += 1;
    const next: Shot = { id: count.current, turn, screen, src: previewAddress(place?.path ?? screen, token, language, viewer, scheme), scroll: place?.scroll ?? 0 };
    setShots((before) => [...before.slice(-1), next]);
  }, [screen, language, token, viewer, scheme, turn]);

  const arrive = useCallback((shot: Shot, frame: HTMLIFrameElement) => {
    const began = performance.now();
    const look = () => {
      if (!frame.isConnected) return;
      const page = frame.contentDocument;
      const drawn = page?.querySelector("h1, form, main [role='alert']") != null;
      if (!drawn && performance.now() - began < PATIENCE_MS) {
        setTimeout(look, LOOK_MS);
        return;
      }
      // Null where the page led somewhere else: its place is its own then.
      if (page) frame.contentWindow?.scrollTo(0, shot.scroll);
      // What a page does once it is drawn (it takes the focus) is over by then.
      setTimeout(() => {
        setShown((now) => Math.max(now, shot.id));
        setShots((all) => all.filter(({ id }) => id >= shot.id));
      }, LOOK_MS);
    };
    look();
  }, []);

  const wide = WIDTHS[device];
  // A phone is drawn with an edge around it.
  const edge = device === "phone" ? EDGE : 0;
  const scale = width === 0 ? 1 : Math.min(1, (width - edge) / wide);
  const tall = Math.max(0, device === "phone" ? Math.min(PHONE_HEIGHT, (height - edge) / scale) : height / scale);
  return (
    // Left and right are the glass's own here, whatever language the desk is in.
    <div ref={box} dir="ltr" className={classes.glass} data-device={device} data-scheme={scheme}>
      <div className={classes.device} style={{ width: wide * scale, height: tall * scale }}>
        {shots.map((shot) => (
          // Our own page, of our own origin: a sandbox that lets it run as it is would hold nothing back.
          // oxlint-disable-next-line react/iframe-missing-sandbox
          <iframe
            key={shot.id}
            ref={(frame) => {
              if (frame) frames.current.set(shot.id, frame);
              else frames.current.delete(shot.id);
            }}
            className={classes.frame}
            title={t("preview.frame")}
            src={shot.src}
            data-screen={shot.screen}
            data-shown={shot.id === shown || undefined}
            aria-hidden={shot.id !== shown}
            // A page that begins takes the focus to its heading: not from somebody who is typing in the editor.
            inert={shot.id !== shown}
            tabIndex={shot.id === shown ? 0 : -1}
            style={{ width: wide, height: tall, transform: `scale(${scale})` }}
            onLoad={(event) => arrive(shot, event.currentTarget)}
          />
        ))}
        {shots.length > 0 && !shots.some(({ id }) => id === shown) && <div className={classes.waiting} role="status" aria-label={t("preview.loading")} />}
      </div>
    </div>
  );
}

/** The oldest frame that is still there is the shown one. */
const shownOf = (frames: ReadonlyMap<number, unknown>) => Math.min(...frames.keys());

function placeOf(page: Window): { path: string; scroll: number } | null {
  try {
    const { pathname, search } = page.location;
    if (pathname === "blank") return null;
    const params = new URLSearchParams(search);
    params.delete("lng");
    const rest = params.toString();
    return { path: `${pathname}${rest ? `?${rest}` : ""}`, scroll: page.scrollY };
  } catch {
    // A page that led elsewhere is begun again.
    return null;
  }
}
