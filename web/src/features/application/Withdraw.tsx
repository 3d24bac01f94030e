import { Button } from "@mantine/core";
import { lazy, Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { failureOf } from "@/api/envelope";
import { useReturnApplicationMutation, useWithdrawApplicationMutation } from "@/api/generated";
import { hasPlace } from "@/api/standing";
import { useMessage } from "@/ui/useMessage";
import classes from "./application.module.css";
import own from "./standing.module.css";
import type { Part } from "./useApplication";
import { kindOf, useIsOfFamily } from "./useKind";
import type { Why } from "./WithdrawDialog";

// Asked for by a press.
const WithdrawDialog = lazy(async () => ({ default: (await import("./WithdrawDialog")).WithdrawDialog }));

/** The way back, as long as nobody has acted on it: at the head, where it is said that it is withdrawn. */
export function ComeBack({ application, shown, language, take, refused }: Part) {
  const { t } = useTranslation("application");
  const message = useMessage();
  const [comeBack, { error, isLoading }] = useReturnApplicationMutation();
  if (!shown.withdrawn || !shown.may_return) return null;
  const id = error ? failureOf(error).messageId : null;
  const problem = id === "F003" ? t("application.return.late") : id && message(id);

  const back = async () => {
    const answer = await comeBack({ application, applicationLanguageRequest: { locale: language } });
    if (answer.data) take(answer.data.application);
    else refused(failureOf(answer.error).messageId);
  };
  return (
    <div className={own.comeBack}>
      <Button loading={isLoading} onClick={() => void back()}>
        {t("application.return.go")}
      </Button>
      <p className={classes.quiet}>{t("application.return.text")}</p>
      {problem && (
        <p role="alert" className={classes.problem}>
          {problem}
        </p>
      )}
    </div>
  );
}

/** The way out, asked once, and of an application why. */
export function Withdraw({ application, shown, language, take, refused }: Part) {
  const { t } = useTranslation("application");
  const message = useMessage();
  const context = kindOf(shown);
  const ofFamily = useIsOfFamily(shown);
  const [withdraw, withdrawing] = useWithdrawApplicationMutation();
  const [asking, setAsking] = useState(false);
  const failed = (error: Parameters<typeof failureOf>[0]) => (error ? failureOf(error).messageId : null);

  const send = async (why: Why) => {
    const answer = await withdraw({ application, withdrawApplicationRequest: { locale: language, ...why } });
    if (answer.data) {
      take(answer.data.application);
      setAsking(false);
    } else refused(failureOf(answer.error).messageId);
  };
  if (!shown.may_withdraw) return null;
  // An offer that is out is declined, an accepted place given up; an application does not come back on its own.
  const texts = shown.offer_until
    ? { way: t("application.decline"), why: t("application.decline.text"), title: t("application.decline.title"), sure: t("application.decline.sure"), go: t("application.decline.go") }
    : hasPlace(shown.state)
      ? { way: t("application.withdraw.accepted.way"), why: t("application.withdraw.accepted"), title: t("application.withdraw.accepted.title"), sure: t("application.withdraw.accepted.sure"), go: t("application.withdraw.accepted.go") }
      : {
          way: t("application.withdraw", { context }),
          why: ofFamily ? t("application.withdraw.text") : t("application.withdraw.text.own"),
          title: t("application.withdraw.title", { context }),
          sure: shown.registration_id ? t("application.withdraw.final") : t("application.withdraw.sure"),
          go: t("application.withdraw.go"),
        };
  return (
    <section className={classes.withdraw} aria-label={texts.way}>
      <p className={classes.quiet}>{texts.why}</p>
      <Button variant="subtle" color="red" onClick={() => setAsking(true)}>
        {texts.way}
      </Button>
      <Suspense fallback={null}>
        {asking && (
          <WithdrawDialog
            title={texts.title}
            sure={texts.sure}
            go={texts.go}
            asksWhy={Boolean(shown.registration_id)}
            busy={withdrawing.isLoading}
            error={failed(withdrawing.error) && message(failed(withdrawing.error) ?? "")}
            onConfirm={(why) => void send(why)}
            onClose={() => setAsking(false)}
          />
        )}
      </Suspense>
    </section>
  );
}
