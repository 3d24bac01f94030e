import { Button } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { IconCircleCheck } from "@/ui/icons";
import classes from "./profile.module.css";

interface Props {
  dirty: boolean;
  saved: boolean;
  busy: boolean;
  onDiscard: () => void;
}

/** Says whether there is something unsaved, and that it was saved; part of the form that it saves. */
export function SaveBar({ dirty, saved, busy, onDiscard }: Props) {
  const { t } = useTranslation("profile");
  return (
    <>
      {(dirty || saved) && (
        <div className={classes.saveBar}>
          {dirty ? (
            <span>{t("profile.unsaved")}</span>
          ) : (
            <span className={classes.saved}>
              <IconCircleCheck size={20} stroke={1.5} aria-hidden />
              {t("profile.saved")}
            </span>
          )}
          {dirty && (
            <span className={classes.saveActions}>
              <Button variant="default" onClick={onDiscard} disabled={busy}>
                {t("profile.discard")}
              </Button>
              <Button type="submit" loading={busy}>
                {t("profile.save")}
              </Button>
            </span>
          )}
        </div>
      )}
      {/* Always there, so that its text is a change that screen readers announce. */}
      <VisuallyStatus text={saved && !dirty ? t("profile.saved") : ""} />
    </>
  );
}

function VisuallyStatus({ text }: { text: string }) {
  return (
    <span role="status" className="unseen">
      {text}
    </span>
  );
}
