import "@mantine/core/styles/FloatingIndicator.layer.css";
import "@mantine/core/styles/SegmentedControl.layer.css";
import { Button, SegmentedControl } from "@mantine/core";
import { useEffect, useId, useImperativeHandle, useRef, useState, type RefObject } from "react";
import { useLanguage } from "@/i18n/useLanguage";
import { useFormsText } from "../useFormsText";
import formsClasses from "../forms.module.css";
import { pngOf, writeName } from "./ink";
import classes from "./signature.module.css";
import { useInk } from "./useInk";

interface Props {
  label: string;
  invalid: boolean;
  disabled: boolean;
  /** The name was written to its end. */
  onDone: () => void;
  /** Gives the signature as it stands; null while there is none. */
  taken: RefObject<(() => Promise<Blob | null>) | null>;
  /** Back to the signature that there is already. */
  onCancel: (() => void) | null;
  /** Says something to those who cannot see it happen. */
  tell: (words: string) => void;
}

type Way = "draw" | "type";
const LONGEST_NAME = 80;

/** Signing: by hand in a box, or by the name, which is written out. Either alone is enough, and counts as it stands. */
export function SignaturePad({ label, invalid, disabled, onDone, taken, onCancel, tell }: Props) {
  const t = useFormsText();
  const { language } = useLanguage();
  const id = useId();
  const [way, setWay] = useState<Way>("draw");
  const [name, setName] = useState("");
  const drawn = useRef<HTMLCanvasElement>(null);
  const written = useRef<HTMLCanvasElement>(null);
  const ink = useInk(drawn, way === "draw" && !disabled);
  const typed = name.trim();

  useEffect(() => {
    const canvas = written.current;
    if (way !== "type" || !canvas) return;
    const write = () => writeName(canvas, typed);
    write();
    // The paper's width follows the page's.
    const observer = new ResizeObserver(write);
    observer.observe(canvas);
    return () => observer.disconnect();
  }, [way, typed]);

  const empty = way === "draw" ? ink.strokes === 0 : typed === "";
  useImperativeHandle(
    taken,
    () => async () => {
      const canvas = way === "draw" ? drawn.current : written.current;
      return canvas && !empty ? await pngOf(canvas) : null;
    },
    [way, empty],
  );

  return (
    <>
      <SegmentedControl
        className={classes.ways}
        fullWidth
        aria-label={`${t("signature.way")}: ${label}`}
        disabled={disabled}
        value={way}
        onChange={(next) => setWay(next)}
        data={[
          { value: "draw", label: t("signature.draw") },
          { value: "type", label: t("signature.type") },
        ]}
      />
      <p id={`${id}-help`} className={classes.help}>
        {t(way === "draw" ? "signature.draw.help" : "signature.type.help")}
      </p>
      {way === "type" && (
        <input
          className={`${formsClasses.input} ${classes.name}`}
          type="text"
          autoComplete="name"
          dir="auto"
          lang={language}
          maxLength={LONGEST_NAME}
          disabled={disabled}
          aria-label={`${t("signature.name")}: ${label}`}
          aria-describedby={`${id}-help`}
          aria-invalid={invalid || undefined}
          value={name}
          onChange={(event) => setName(event.target.value)}
          onKeyDown={(event) => {
            if (event.key !== "Enter") return;
            // The form around is not sent by a name.
            event.preventDefault();
            onDone();
          }}
        />
      )}
      <div className={classes.paper} data-invalid={invalid || undefined}>
        {way === "draw" ? (
          <canvas key="draw" ref={drawn} data-draws role="img" aria-label={ink.strokes === 0 ? t("signature.pad.empty", { label }) : t("signature.pad.drawn", { label, count: ink.strokes })} />
        ) : (
          <canvas key="type" ref={written} role="img" aria-label={typed === "" ? t("signature.pad.empty", { label }) : t("signature.pad.typed", { label, name: typed })} />
        )}
        {way === "draw" && ink.strokes === 0 && !ink.busy && (
          <>
            <span className={classes.line} aria-hidden />
            <span className={classes.here} aria-hidden>
              {t("signature.here")}
            </span>
          </>
        )}
      </div>
      <div className={classes.tools}>
        {way === "draw" && (
          <>
            <Button
              variant="default"
              disabled={disabled || empty}
              onClick={() => {
                ink.undo();
                tell(t("signature.undone"));
              }}
            >
              {t("signature.undo")}
            </Button>
            <Button
              variant="default"
              disabled={disabled || empty}
              onClick={() => {
                ink.clear();
                tell(t("signature.cleared"));
              }}
            >
              {t("signature.clear")}
            </Button>
          </>
        )}
        {onCancel && (
          <Button variant="subtle" disabled={disabled} onClick={onCancel}>
            {t("signature.keep")}
          </Button>
        )}
      </div>
    </>
  );
}
