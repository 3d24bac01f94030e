import { Alert, Button } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { failureOf } from "@/api/envelope";
import { useAskForPapersMutation } from "@/api/generated";
import { IconMail } from "@/ui/icons";
import record from "@/ui/record/record.module.css";
import { useFormat } from "@/ui/useFormat";
import { useMessage } from "@/ui/useMessage";
import classes from "./papers.module.css";

interface Props {
  id: string;
  /** How many documents the family still has to bring. */
  open: number;
  /** When the school asked last. */
  lastAsked: string | null;
  /** Where it is asked from elsewhere too: the name of the one asking. */
  shared?: string;
}

/** Asks the family for what is missing by one press, and says when that was done last. */
export function AskForPapers({ id, open, lastAsked, shared }: Props) {
  const { t } = useTranslation("staff");
  const message = useMessage();
  const format = useFormat();
  const [ask, { data, error, isLoading }] = useAskForPapersMutation(shared === undefined ? {} : { fixedCacheKey: shared });
  if (open === 0) return null;
  return (
    <div className={classes.ask}>
      {error && (
        <Alert role="alert" color="red">
          {message(failureOf(error).messageId)}
        </Alert>
      )}
      <Button variant="default" loading={isLoading} leftSection={<IconMail size={18} stroke={1.5} aria-hidden />} onClick={() => void ask({ id })}>
        {t("papers.ask", { count: open })}
      </Button>
      {lastAsked && <span className={record.quiet}>{t("papers.asked.last", { date: format.day(lastAsked) })}</span>}
      <span role="status" className={record.quiet}>
        {data && t(data.message.mailed ? "papers.asked" : "papers.asked.noMail")}
      </span>
    </div>
  );
}
