import { Button, Group } from "@mantine/core";
import { useNavigate } from "react-router";
import { IconCircleCheck } from "@/forms/icons";
import { useFormSettings } from "@/forms/useFormSettings";
import { useFormsText } from "@/forms/useFormsText";
import { formatInstant } from "@/i18n/format";
import { StateScreen } from "@/ui/StateScreen";
import { storeOutcome, type Outcome } from "../outcome";

interface AlreadySentProps {
  outcome: Outcome;
  /** Begins the form anew, empty. */
  onBeginNew: () => void;
}

/** The form that this page shows was sent from another tab: its reference, and no way to send it twice. */
export function AlreadySent({ outcome, onBeginNew }: AlreadySentProps) {
  const t = useFormsText();
  const settings = useFormSettings();
  const navigate = useNavigate();
  const see = () => {
    storeOutcome(outcome);
    void navigate("/enquiry/thanks", { replace: true });
  };
  return (
    <StateScreen
      order={1}
      icon={<IconCircleCheck size={28} stroke={1.5} />}
      title={t("alreadySent.title")}
      text={
        <>
          {t("alreadySent.text", { at: formatInstant(outcome.submittedAt, settings) })} {t("thanks.reference")}:{" "}
          <strong>
            <bdi dir="ltr">{outcome.reference}</bdi>
          </strong>
        </>
      }
      action={
        <Group justify="center">
          <Button onClick={see}>{t("alreadySent.see")}</Button>
          <Button variant="default" onClick={onBeginNew}>
            {t("alreadySent.new")}
          </Button>
        </Group>
      }
    />
  );
}
