import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useFormat } from "./useFormat";

/**
 * Counts a wait down beside what caused it ("Try again in 0:27"), and says once, politely, when it is over. Draw it
 * for as long as the refusal is shown, with the seconds of `useCountdown`, and disable the button while any are left.
 */
export function RetryNote({ left }: { left: number }) {
  const { t } = useTranslation();
  const { clock } = useFormat();
  const [waited, setWaited] = useState(false);
  if (left > 0 && !waited) setWaited(true);
  return (
    <>
      {left > 0 && <span role="timer" aria-live="off">{t("retry.in", { time: clock(left) })}</span>}
      {/* Always there, so that its text is a change that screen readers announce. */}
      <span role="status">{left === 0 && waited ? t("retry.now") : ""}</span>
    </>
  );
}
