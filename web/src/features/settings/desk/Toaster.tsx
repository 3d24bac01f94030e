import { Button, CloseButton } from "@mantine/core";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { IconAlertTriangle, IconCircleCheck } from "@/ui/icons";
import classes from "./desk.module.css";
import { toast, useToast } from "./toast";

const SHOWN_MS = 12_000;

/** Draws the toast; it stays while somebody points at it or is in it. */
export function Toaster() {
  const { t } = useTranslation();
  const shown = useToast();
  const [isPaused, setPaused] = useState(false);
  useEffect(() => {
    if (!shown || isPaused) return;
    const timer = setTimeout(() => toast(null), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [shown, isPaused]);
  // The region is always there, so that what comes into it is read aloud.
  return (
    <div className={classes.toaster} role="status" onMouseEnter={() => setPaused(true)} onMouseLeave={() => setPaused(false)} onFocus={() => setPaused(true)} onBlur={() => setPaused(false)}>
      {shown && (
        <div className={classes.toast} key={shown.id} data-tone={shown.tone ?? "good"}>
          {shown.tone === "bad" ? <IconAlertTriangle size={20} stroke={1.5} aria-hidden /> : <IconCircleCheck size={20} stroke={1.5} aria-hidden />}
          <span className={classes.toastText}>{shown.text}</span>
          {shown.action && (
            <Button
              size="compact-sm"
              variant="white"
              onClick={() => {
                const { run } = shown.action ?? {};
                toast(null);
                run?.();
              }}
            >
              {shown.action.label}
            </Button>
          )}
          <CloseButton className={classes.toastClose} size={32} aria-label={t("action.close")} onClick={() => toast(null)} />
        </div>
      )}
    </div>
  );
}
