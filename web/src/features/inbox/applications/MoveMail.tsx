import { Alert, Button } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { failureOf } from "@/api/envelope";
import { usePreviewMoveMailMutation, type MoveMailRequest } from "@/api/generated";
import { Dialog } from "@/ui/Dialog";
import { MailFrame } from "@/ui/MailFrame";
import { useMessage } from "@/ui/useMessage";
import classes from "./applications.module.css";

interface Props {
  /** The submission's. */
  id: string;
  move: MoveMailRequest;
  /** Whether the mail stands over the dialog. */
  onCovered: (covered: boolean) => void;
}

/** The mail that the family would get, as it would arrive. */
export function MoveMail({ id, move, onCovered }: Props) {
  const { t } = useTranslation("applications");
  const message = useMessage();
  const [look, { data, error, isLoading, reset }] = usePreviewMoveMailMutation();
  const show = async () => {
    const answer = await look({ id, moveMailRequest: move });
    if (answer.data) onCovered(true);
  };
  const close = () => {
    onCovered(false);
    reset();
  };
  const failed = error ? failureOf(error).messageId : null;
  return (
    <>
      <Button variant="subtle" size="compact-sm" loading={isLoading} onClick={() => void show()}>
        {t("notify.see")}
      </Button>
      {failed && (
        <Alert role="alert" color="amber">
          {failed === "A001" ? t("notify.nowhere") : message(failed)}
        </Alert>
      )}
      {data && (
        <Dialog opened title={t("notify.see.title")} size={680} onClose={close}>
          <p className={classes.line} dir="auto">
            {data.subject}
          </p>
          <MailFrame html={data.html} title={t("notify.see.title")} language={data.locale} />
        </Dialog>
      )}
    </>
  );
}
