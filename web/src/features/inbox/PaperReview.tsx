import { Alert, Button, Group } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { failureOf } from "@/api/envelope";
import { useReviewPaperMutation, type PaperFileView, type ReviewPaperRequest } from "@/api/generated";
import record from "@/ui/record/record.module.css";
import { useMessage } from "@/ui/useMessage";
import classes from "./papers.module.css";
import { RefuseDialog } from "./RefuseDialog";

interface Props {
  enquiry: string;
  file: PaperFileView;
  edits: boolean;
  /** The family is to be written to next. */
  onWrite: () => void;
  /** Whether a dialog of it stands over what it is in. */
  onCovered?: (covered: boolean) => void;
}

/** What the school says of a file, and how that is said: it is taken, or refused for a reason that the family reads. */
export function PaperReview({ enquiry, file, edits, onWrite, onCovered }: Props) {
  const { t } = useTranslation("staff");
  const message = useMessage();
  const [review, reviewing] = useReviewPaperMutation();
  const [refusing, setRefusing] = useState(false);
  const cover = (covered: boolean) => {
    setRefusing(covered);
    onCovered?.(covered);
  };
  const say = async (said: ReviewPaperRequest, thenWrite = false) => {
    const answer = await review({ id: enquiry, file: file.file, reviewPaperRequest: said });
    if (answer.error) return;
    cover(false);
    if (thenWrite) onWrite();
  };
  const why = file.reason && [t(`papers.reason.${file.reason}`), file.comment].filter(Boolean).join(": ");
  return (
    <>
      {file.state !== "received" && (
        <p className={record.quiet}>
          {t(`papers.said.${file.state === "accepted" ? "accepted" : "refused"}`, { who: `\u2068${file.reviewer ?? ""}\u2069` })}
          {why && <bdi className={classes.why}>{why}</bdi>}
        </p>
      )}
      {reviewing.error && !refusing && (
        <Alert role="alert" color="red" mb={12}>
          {message(failureOf(reviewing.error).messageId)}
        </Alert>
      )}
      {edits && (
        <Group gap={8}>
          {file.state === "received" ? (
            <>
              <Button size="compact-sm" variant="default" loading={reviewing.isLoading && !refusing} aria-label={t("papers.accept.label", { name: file.name })} onClick={() => void say({ state: "accepted" })}>
                {t("papers.accept")}
              </Button>
              <Button size="compact-sm" variant="default" aria-label={t("papers.refuse.label", { name: file.name })} onClick={() => cover(true)}>
                {t("papers.refuse")}
              </Button>
            </>
          ) : (
            <Button size="compact-sm" variant="subtle" loading={reviewing.isLoading} onClick={() => void say({ state: "received" })}>
              {t("papers.undo")}
            </Button>
          )}
        </Group>
      )}
      {refusing && (
        <RefuseDialog
          name={file.name}
          busy={reviewing.isLoading}
          error={reviewing.error ? message(failureOf(reviewing.error).messageId) : null}
          onSend={(reason, comment, thenWrite) => void say({ state: "refused", reason, comment }, thenWrite)}
          onClose={() => cover(false)}
        />
      )}
    </>
  );
}
