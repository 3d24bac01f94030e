import { Loader, UnstyledButton } from "@mantine/core";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { IconAlertCircle, IconCircleCheck, IconShieldLock } from "../icons";
import classes from "./captcha.module.css";

/** `asking`: the person has something to do in a vendor's box. */
export type CaptchaState = "idle" | "working" | "asking" | "done" | "failed" | "off";

interface Props {
  state: CaptchaState;
  onRetry: () => void;
  children?: ReactNode;
}

/** How far the proof is that a person sends this form: one quiet line. */
export function CaptchaNote({ state, onRetry, children }: Props) {
  const { t } = useTranslation();
  if (state === "off") return null;
  return (
    <div className={classes.captcha}>
      <p className={classes.note} data-state={state} role="status" aria-label={t("captcha.label")}>
        <Sign state={state} />
        <span>{t(`captcha.${state}`)}</span>
        {state === "failed" && (
          <UnstyledButton className={classes.again} onClick={onRetry}>
            {t("action.retry")}
          </UnstyledButton>
        )}
      </p>
      {children}
    </div>
  );
}

function Sign({ state }: { state: CaptchaState }) {
  if (state === "working") return <Loader size={16} aria-hidden />;
  if (state === "done") return <IconCircleCheck size={18} stroke={1.5} aria-hidden />;
  if (state === "failed") return <IconAlertCircle size={18} stroke={1.5} aria-hidden />;
  return <IconShieldLock size={18} stroke={1.5} aria-hidden />;
}
