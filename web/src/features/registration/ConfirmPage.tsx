import { Button, Skeleton } from "@mantine/core";
import { useEffect, useRef } from "react";
import { Trans, useTranslation } from "react-i18next";
import { Link } from "react-router";
import { failureOf } from "@/api/envelope";
import { useConfirmSubscriptionMutation } from "@/api/platform";
import { IconAlertCircle, IconCircleCheck } from "@/ui/icons";
import { StateScreen } from "@/ui/StateScreen";
import { useLinkToken } from "@/ui/useLinkToken";
import { useMessage } from "@/ui/useMessage";
import { useTitle } from "@/ui/useTitle";
import * as to from "./paths";

/** The link of the mail: the address is proven, and the operators have the request. */
export function ConfirmPage() {
  const { t } = useTranslation("registration");
  const message = useMessage();
  const token = useLinkToken();
  const [confirm, { data, error }] = useConfirmSubscriptionMutation();
  const asked = useRef(false);
  useTitle(t("confirm.title"));
  useEffect(() => {
    if (!token || asked.current) return;
    asked.current = true;
    void confirm({ confirmSubscriptionRequest: { token } });
  }, [token, confirm]);

  if (data) {
    const { school_name, subdomain } = data.subscription;
    return (
      <StateScreen
        order={1}
        icon={<IconCircleCheck size={28} stroke={1.5} />}
        title={t("confirm.done")}
        text={<Trans t={t} i18nKey="confirm.done.text" values={{ school: school_name, address: subdomain }} components={{ bdi: <bdi /> }} />}
      />
    );
  }
  const failure = error ? failureOf(error) : null;
  if (token && !failure) return <Skeleton height={240} radius="md" role="progressbar" aria-label={t("loading")} />;
  const dead = !failure || failure.messageId === "L010";
  return (
    <StateScreen
      role="alert"
      order={1}
      icon={<IconAlertCircle size={28} stroke={1.5} />}
      title={t(dead ? "confirm.dead" : "error")}
      text={dead ? t("confirm.dead.text") : message(failure.messageId)}
      action={
        dead ? (
          <Button component={Link} to={to.registration()}>
            {t("confirm.again")}
          </Button>
        ) : (
          <Button onClick={() => void confirm({ confirmSubscriptionRequest: { token } })}>{t("retry")}</Button>
        )
      }
    />
  );
}
