import { Button } from "@mantine/core";
import type { Failure } from "@/api/envelope";
import { formatDate } from "@/i18n/format";
import { IconCalendar, IconCloudOff, IconFileText } from "@/forms/icons";
import { useFormSettings } from "@/forms/useFormSettings";
import { useFormsText } from "@/forms/useFormsText";
import { StateScreen } from "@/ui/StateScreen";
import { useTitle } from "@/ui/useTitle";
import { useListFormsQuery } from "../api";
import { FormsOffered } from "./FormsOffered";

interface FormUnavailableProps {
  form: string;
  failure: Failure;
  retrying: boolean;
  onRetry: () => void;
}

/** A form that cannot be shown: not offered here, closed, or not reached. What is offered is listed. */
export function FormUnavailable({ form, failure, retrying, onRetry }: FormUnavailableProps) {
  const t = useFormsText();
  const settings = useFormSettings();
  const absent = failure.messageId === "F001" || failure.status === 404;
  const closed = failure.messageId === "F002";
  const { data } = useListFormsQuery(undefined, { skip: !closed });
  const self = data?.forms.find((each) => each.id === form);
  const kind = absent ? "absent" : closed ? "closed" : failure.status === 0 ? "unreached" : "failed";
  useTitle(t(`unavailable.${kind}.title`));

  const dates = closed && self
    ? settings.today < (self.opens_on ?? "")
      ? t("unavailable.opens", { date: formatDate(self.opens_on ?? "", settings) })
      : self.closes_on
        ? t("unavailable.closedOn", { date: formatDate(self.closes_on, settings) })
        : null
    : null;

  const icon = absent ? <IconFileText size={28} stroke={1.5} /> : closed ? <IconCalendar size={28} stroke={1.5} /> : <IconCloudOff size={28} stroke={1.5} />;
  return (
    <StateScreen
      order={1}
      role={absent || closed ? "status" : "alert"}
      icon={icon}
      title={t(`unavailable.${kind}.title`)}
      text={dates ?? t(`unavailable.${kind}.text`)}
      action={
        absent || closed ? (
          <FormsOffered except={form} />
        ) : (
          <Button onClick={onRetry} loading={retrying}>
            {t("retry")}
          </Button>
        )
      }
    />
  );
}
