import { Alert, Button, Group } from "@mantine/core";
import { useWindowEvent } from "@mantine/hooks";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { failureOf } from "@/api/envelope";
import { useReviewPaperMutation, type PaperFileView, type ReviewPaperRequest } from "@/api/generated";
import record from "@/ui/record/record.module.css";
import { useFormat } from "@/ui/useFormat";
import { useMessage } from "@/ui/useMessage";
import { AcceptDialog } from "./AcceptDialog";
import { letterOf } from "./paperKeys";
import classes from "./papers.module.css";
import { RefuseDialog } from "./RefuseDialog";

interface Props {
  enquiry: string;
  file: PaperFileView;
  edits: boolean;
  /** The family is to be written to next. */
  onWrite: () => void;
  /** Where a file is looked at: the two answers are what is to be done there, and have keys of their own. */
  main?: boolean;
  /** It was taken. */
  onAccepted?: () => void;
  /** Whether a dialog of it stands over what it is in. */
  onCovered?: (covered: boolean) => void;
}

/** What the school says of a file, and how that is said: it is taken, or refused for a reason that the family reads. */
export function PaperReview({ enquiry, file, edits, onWrite, main = false, onAccepted, onCovered }: Props) {
  const { t } = useTranslation(["staff", "documents"]);
  const format = useFormat();
  const message = useMessage();
  const [review, reviewing] = useReviewPaperMutation();
  const [asking, setAsking] = useState<"refuse" | "date" | null>(null);
  const cover = (what: "refuse" | "date" | null) => {
    setAsking(what);
    onCovered?.(what !== null);
  };
  const say = async (said: ReviewPaperRequest, thenWrite = false) => {
    const answer = await review({ id: enquiry, file: file.file, reviewPaperRequest: said });
    if (answer.error) return;
    cover(null);
    if (thenWrite) onWrite();
    if (said.state === "accepted") onAccepted?.();
  };
  const accept = () => void say({ state: "accepted" });
  const isOpen = edits && file.state === "received";
  // Of what is looked at, or carried something harmful, nobody says anything.
  const isSaid = file.state === "accepted" || file.state === "expired" || file.state === "refused";
  useWindowEvent("keydown", (event) => {
    if (!main || !isOpen || asking || reviewing.isLoading || event.repeat || event.altKey || event.ctrlKey || event.metaKey) return;
    const letter = letterOf(event);
    if (letter !== "A" && letter !== "R") return;
    event.preventDefault();
    if (letter === "A") accept();
    else cover("refuse");
  });
  const size = main ? "sm" : "compact-sm";
  const why = file.reason && [t(`papers.reason.${file.reason}`), file.comment].filter(Boolean).join(": ");
  return (
    <>
      {isSaid && (
        <p className={record.quiet}>
          {t(`papers.said.${file.state === "refused" ? "refused" : "accepted"}`, { who: `\u2068${file.reviewer ?? ""}\u2069` })}
          {why && <bdi className={classes.why}>{why}</bdi>}
          {file.expires_on && <span className={classes.why}>{t("documents:accept.until", { date: `\u2068${format.date(file.expires_on)}\u2069` })}</span>}
        </p>
      )}
      {reviewing.error && !asking && (
        <Alert role="alert" color="red" mb={12}>
          {message(failureOf(reviewing.error).messageId)}
        </Alert>
      )}
      {edits && (isOpen || isSaid) && (
        <Group gap={8}>
          {file.state === "received" ? (
            <>
              <Button
                size={size}
                variant={main ? "filled" : "default"}
                loading={reviewing.isLoading && !asking}
                aria-label={t("papers.accept.label", { name: file.name })}
                aria-keyshortcuts={main ? "A" : undefined}
                title={main ? t("papers.key", { key: "A" }) : undefined}
                onClick={accept}
              >
                {t("papers.accept")}
                {main && (
                  <span className={classes.key} aria-hidden>
                    A
                  </span>
                )}
              </Button>
              <Button
                size={size}
                variant="default"
                aria-label={t("papers.refuse.label", { name: file.name })}
                aria-keyshortcuts={main ? "R" : undefined}
                title={main ? t("papers.key", { key: "R" }) : undefined}
                onClick={() => cover("refuse")}
              >
                {t("papers.refuse")}
                {main && (
                  <span className={classes.key} aria-hidden>
                    R
                  </span>
                )}
              </Button>
              <Button size={size} variant="subtle" aria-label={t("documents:accept.of", { name: file.name })} onClick={() => cover("date")}>
                {t("documents:accept")}
              </Button>
            </>
          ) : (
            <Button size="compact-sm" variant="subtle" loading={reviewing.isLoading} onClick={() => void say({ state: "received" })}>
              {t("papers.undo")}
            </Button>
          )}
        </Group>
      )}
      {asking === "date" && (
        <AcceptDialog
          name={file.name}
          busy={reviewing.isLoading}
          error={reviewing.error ? message(failureOf(reviewing.error).messageId) : null}
          onSend={(expires_on) => void say({ state: "accepted", expires_on })}
          onClose={() => cover(null)}
        />
      )}
      {asking === "refuse" && (
        <RefuseDialog
          name={file.name}
          busy={reviewing.isLoading}
          error={reviewing.error ? message(failureOf(reviewing.error).messageId) : null}
          onSend={(reason, comment, thenWrite) => void say({ state: "refused", reason, comment }, thenWrite)}
          onClose={() => cover(null)}
        />
      )}
    </>
  );
}
