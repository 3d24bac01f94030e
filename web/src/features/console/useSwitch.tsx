import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { PlatformSchool } from "@/api/platform";
import { useBilingual } from "@/ui/useBilingual";
import classes from "./console.module.css";
import { ResumeDialog, SuspendDialog } from "./SwitchDialogs";

type Switch = "suspend" | "resume";

/** What can be done with a school: nothing with one that answers nobody, whose files come first. */
export function offered({ state }: PlatformSchool): Switch | null {
  if (state === "broken") return null;
  return state === "suspended" ? "resume" : "suspend";
}

/** Suspends and resumes: the dialog that asks, and a line that says what became of it. */
export function useSwitch(onDone: () => void) {
  const { t } = useTranslation("console");
  const bilingual = useBilingual();
  const [asked, setAsked] = useState<{ school: PlatformSchool; to: Switch } | null>(null);
  const [said, setSaid] = useState("");
  const ask = (school: PlatformSchool) => {
    const to = offered(school);
    if (to) setAsked({ school, to });
  };
  const Asking = asked?.to === "resume" ? ResumeDialog : SuspendDialog;
  const name = asked && (bilingual(asked.school.name) || asked.school.id);
  const close = () => setAsked(null);
  const done = () => {
    if (asked) setSaid(t(`${asked.to}.done`, { school: `\u2068${name}\u2069` }));
    close();
    onDone();
  };
  return {
    ask,
    dialog: asked && name !== null && <Asking school={asked.school} name={name} onClose={close} onDone={done} />,
    outcome: (
      <p role="status" className={`${classes.quiet} ${classes.outcome}`}>
        {said}
      </p>
    ),
  };
}
