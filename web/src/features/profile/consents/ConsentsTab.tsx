import { Alert, Button, Skeleton } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { useSaveFileMutation } from "@/api/download";
import { failureOf } from "@/api/envelope";
import { IconAlertCircle, IconCircleCheck, IconDownload, IconFileText, IconHistory, IconX } from "@/ui/icons";
import { StateScreen } from "@/ui/StateScreen";
import { useBilingual } from "@/ui/useBilingual";
import { useFormat } from "@/ui/useFormat";
import { useMessage } from "@/ui/useMessage";
import { usePersonName } from "@/ui/usePersonName";
import { Card } from "../Card";
import classes from "../profile.module.css";
import { signedLetterOf, useListOwnConsentsQuery, type OwnConsent } from "./api";
import { WithdrawDialog } from "./WithdrawDialog";

/** What a family agreed to and refused, child by child, and the way to withdraw it. */
export function ConsentsTab() {
  const { t } = useTranslation("letterConsents");
  const message = useMessage();
  const name = usePersonName();
  const { data, error, isFetching, refetch } = useListOwnConsentsQuery(null);
  if (!data) {
    return error ? (
      <Alert role="alert" color="red" icon={<IconAlertCircle stroke={1.5} />}>
        {message(failureOf(error).messageId)}{" "}
        <Button size="compact-sm" variant="default" loading={isFetching} onClick={() => void refetch()}>
          {t("own.retry")}
        </Button>
      </Alert>
    ) : (
      <Skeleton height={160} role="status" aria-label={t("own.loading")} />
    );
  }
  if (data.items.length === 0) return <StateScreen icon={<IconFileText size={28} stroke={1.5} />} title={t("own.empty.title")} text={t("own.empty.text")} action={<Button component={Link} to="/" variant="default">{t("own.empty.go")}</Button>} />;
  const children = [...new Map(data.items.map(({ child }) => [child.name, child])).values()];
  return (
    <>
      {children.map((child) => {
        const own = data.items.filter((consent) => consent.child.name === child.name);
        return (
          <Card key={child.name} title={name({ person: child.name, person_ar: child.name_ar })} lead={t("own.lead")}>
            <ul className={classes.rows}>
              {own.map((consent) => (
                <Answer key={consent.id} consent={consent} isNewest={own.find(({ code }) => code === consent.code) === consent} />
              ))}
            </ul>
          </Card>
        );
      })}
    </>
  );
}

/** `isNewest`: a later answer to the same question counts instead of the ones before. */
function Answer({ consent, isNewest }: { consent: OwnConsent; isNewest: boolean }) {
  const { t } = useTranslation("letterConsents");
  const bilingual = useBilingual();
  const format = useFormat();
  const message = useMessage();
  const [save, saving] = useSaveFileMutation();
  const [isWithdrawing, setWithdrawing] = useState(false);
  const title = bilingual(consent.title);
  const of = `\u2068${title}\u2069`;
  const stands = isNewest && consent.choice === "accepted" && !consent.withdrawn_at;
  const Icon = !isNewest ? IconHistory : stands ? IconCircleCheck : IconX;
  return (
    <li className={classes.row}>
      <span className={classes.rowIcon}>
        <Icon stroke={1.5} aria-hidden />
      </span>
      <span className={classes.rowText}>
        <span className={classes.rowTitle}>
          {title}
          {consent.required && <span className={classes.word}>{t("required")}</span>}
        </span>
        <span>
          {t(`own.${consent.choice}`, { day: format.day(consent.signed_at) })}
          {consent.withdrawn_at && ` · ${t("own.withdrawn", { day: format.day(consent.withdrawn_at) })}`}
        </span>
        <span className={classes.quiet}>
          {t("own.version", { day: format.day(consent.signed_at) })}
          {!isNewest && ` · ${t("own.earlier")}`}
        </span>
        {saving.error && <span role="alert">{message(failureOf(saving.error).messageId)}</span>}
      </span>
      <Button
        variant="default"
        size="sm"
        loading={saving.isLoading}
        leftSection={<IconDownload size={16} stroke={1.5} aria-hidden />}
        aria-label={t("own.pdf.of", { title: of })}
        onClick={() => void save({ path: signedLetterOf(consent.id), name: `${consent.reference}.pdf` })}
      >
        {t("own.pdf")}
      </Button>
      {stands && (
        <Button variant="default" size="sm" color="red" aria-label={t("own.withdraw.of", { title: of })} onClick={() => setWithdrawing(true)}>
          {t("own.withdraw")}
        </Button>
      )}
      {isWithdrawing && <WithdrawDialog consent={consent} onClose={() => setWithdrawing(false)} />}
    </li>
  );
}
