import { Button } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { failureOf } from "@/api/envelope";
import { useReturnApplicationMutation, useWithdrawApplicationMutation } from "@/api/generated";
import { ConfirmDialog } from "@/ui/ConfirmDialog";
import card from "@/ui/card.module.css";
import { useMessage } from "@/ui/useMessage";
import classes from "./application.module.css";
import type { Part } from "./useApplication";

/** The way out, asked once; and back, as long as nobody has acted on it. */
export function Withdraw({ application, shown, language, take, refused }: Part) {
  const { t } = useTranslation("application");
  const message = useMessage();
  const [withdraw, withdrawing] = useWithdrawApplicationMutation();
  const [comeBack, returning] = useReturnApplicationMutation();
  const [asking, setAsking] = useState(false);
  const body = { application, applicationLanguageRequest: { locale: language } };
  const failed = (error: Parameters<typeof failureOf>[0]) => (error ? failureOf(error).messageId : null);
  const words = (id: string | null) => (id === "F003" ? t("application.return.late") : id && message(id));

  const send = async () => {
    const answer = await withdraw(body);
    if (answer.data) {
      take(answer.data.application);
      setAsking(false);
    } else refused(failureOf(answer.error).messageId);
  };
  const back = async () => {
    const answer = await comeBack(body);
    if (answer.data) take(answer.data.application);
    else refused(failureOf(answer.error).messageId);
  };
  if (shown.withdrawn) {
    if (!shown.may_return) return null;
    const problem = words(failed(returning.error));
    return (
      <section className={card.card} aria-labelledby="return">
        <h2 id="return">{t("application.return.title")}</h2>
        <p className={classes.quiet}>{t("application.return.text")}</p>
        {problem && (
          <p role="alert" className={classes.problem}>
            {problem}
          </p>
        )}
        <div>
          <Button loading={returning.isLoading} onClick={() => void back()}>
            {t("application.return.go")}
          </Button>
        </div>
      </section>
    );
  }
  if (!shown.may_withdraw) return null;
  return (
    <section className={classes.withdraw} aria-label={t("application.withdraw")}>
      <p className={classes.quiet}>{t("application.withdraw.text")}</p>
      <Button variant="subtle" color="red" onClick={() => setAsking(true)}>
        {t("application.withdraw")}
      </Button>
      <ConfirmDialog
        opened={asking}
        onClose={() => setAsking(false)}
        title={t("application.withdraw.title")}
        text={t("application.withdraw.sure")}
        confirm={t("application.withdraw.go")}
        danger
        busy={withdrawing.isLoading}
        error={failed(withdrawing.error) && message(failed(withdrawing.error) ?? "")}
        onConfirm={() => void send()}
      />
    </section>
  );
}
