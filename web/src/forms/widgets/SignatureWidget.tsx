import { Button, Loader } from "@mantine/core";
import type { WidgetProps } from "@rjsf/utils";
import { lazy, Suspense, useCallback, useEffect, useRef, useState } from "react";
import { contextOf, type UploadFault } from "../context";
import { IconExclamationCircle } from "../icons";
import { pictureAddress } from "@/api/picture";
import classes from "../signature/signature.module.css";
import { SignaturePicture } from "../signature/SignaturePicture";
import { groupProps, leave, pointerOf } from "./input";

// Only a form that is to be signed needs it.
const SignaturePad = lazy(async () => ({ default: (await import("../signature/SignaturePad")).SignaturePad }));

/** A signature on its way: kept until the server has it. */
interface Sending {
  file: File;
  src: string;
  fault: UploadFault | null;
}

/** A signature: drawn or typed, sent as a picture, shown, and given anew. */
export function SignatureWidget(props: WidgetProps) {
  const { id, value, onChange, registry, disabled, readonly, label, rawErrors = [] } = props;
  const { t, uploads, whenLeft } = contextOf(registry);
  const uploadId = typeof value === "string" && value !== "" ? value : null;
  const [again, setAgain] = useState(false);
  const [sending, setSending] = useState<Sending | null>(null);
  const [announcement, setAnnouncement] = useState("");
  const box = useRef<HTMLDivElement>(null);
  const refocus = useRef(false);
  const hand = useRef<(() => Promise<Blob | null>) | null>(null);
  const running = useRef<Promise<void>>(undefined);
  const off = disabled === true || readonly === true;
  const busy = sending !== null && sending.fault === null;
  const signs = sending === null && (uploadId === null || again);
  // What was on the screen a moment ago is gone, with the button that had the focus.
  useEffect(() => {
    if (!refocus.current) return;
    refocus.current = false;
    box.current?.querySelector<HTMLElement>("[data-next], input:checked")?.focus();
  });

  const send = (file: File, src: string) => {
    setSending({ file, src, fault: uploads ? null : "failed" });
    setAnnouncement(t("signature.sending"));
    refocus.current = box.current?.contains(document.activeElement) ?? false;
    const run = uploads?.send(pointerOf(id), file, () => {});
    running.current = run?.done.then((result) => {
      running.current = undefined;
      if (result === null || typeof result === "string") {
        setAnnouncement("");
        setSending({ file, src, fault: result ?? "failed" });
        return;
      }
      uploads?.keepPicture?.(result.upload_id, src);
      onChange(result.upload_id);
      leave(props);
      setAnnouncement(t("signature.saved"));
      setAgain(false);
      setSending(null);
    });
  };
  // What is signed counts as it stands: it goes as soon as the person turns to something else, and is waited for at the step's end.
  const finish = useRef(async () => {});
  finish.current = async () => {
    const png = signs && !off && !running.current ? await hand.current?.() : null;
    const src = png && (await pictureAddress(png));
    if (png && src && !running.current) send(new File([png], "signature.png", { type: "image/png" }), src);
    await running.current;
  };
  useEffect(() => whenLeft?.(() => finish.current()), [whenLeft, finish]);
  useEffect(() => {
    const elsewhere = ({ target }: FocusEvent) => {
      if (target instanceof Element && target.matches("input, textarea, select, button, a") && !box.current?.contains(target)) void finish.current();
    };
    document.addEventListener("focusin", elsewhere);
    return () => document.removeEventListener("focusin", elsewhere);
  }, [finish]);
  const retry = useRef(() => {});
  retry.current = () => {
    if (sending?.fault === "offline") send(sending.file, sending.src);
  };
  useEffect(() => {
    const online = () => retry.current();
    window.addEventListener("online", online);
    return () => window.removeEventListener("online", online);
  }, [retry]);
  const signAgain = () => {
    refocus.current = true;
    setAnnouncement("");
    setSending(null);
    setAgain(true);
  };
  const announce = useCallback((words: string) => setAnnouncement((before) => (before === words ? `${words}\u200b` : words)), []);

  return (
    <div {...groupProps(props)} ref={box} role="group" className={classes.box}>
      {sending && <img className={classes.picture} src={sending.src} alt={t("signature.picture", { label })} />}
      {!sending && uploadId && !again && <SignaturePicture id={uploadId} read={uploads?.picture} label={label} />}
      {sending?.fault && (
        <p role="alert" className={classes.fault}>
          <IconExclamationCircle size={20} stroke={1.5} aria-hidden />
          {t(sending.fault === "offline" ? "signature.fault.offline" : "signature.fault.failed")}
        </p>
      )}
      {signs ? (
        <Suspense fallback={<div className={classes.paper} aria-busy />}>
          <SignaturePad
            label={label}
            invalid={rawErrors.length > 0}
            disabled={off}
            tell={announce}
            taken={hand}
            onDone={() => void finish.current()}
            onCancel={
              uploadId
                ? () => {
                    refocus.current = true;
                    setAgain(false);
                  }
                : null
            }
          />
        </Suspense>
      ) : (
        <div className={classes.tools}>
          {sending?.fault && (
            <Button data-next onClick={() => send(sending.file, sending.src)}>
              {t("signature.retry")}
            </Button>
          )}
          <Button
            data-next
            variant="default"
            disabled={off}
            // It keeps the focus while the picture is on its way.
            data-disabled={busy || undefined}
            aria-disabled={busy || undefined}
            leftSection={busy ? <Loader size={16} aria-hidden /> : undefined}
            aria-label={`${t("signature.again")}: ${label}`}
            onClick={() => !busy && signAgain()}
          >
            {t("signature.again")}
          </Button>
        </div>
      )}
      <p role="status" className={classes.told}>
        {announcement}
      </p>
    </div>
  );
}
