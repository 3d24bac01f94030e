import { Button } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { failureOf } from "@/api/envelope";
import { ConfirmDialog } from "@/ui/ConfirmDialog";
import { IconDeviceTablet, IconPencil } from "@/ui/icons";
import { TONES } from "@/ui/people/tones";
import { Fact, Facts } from "@/ui/record/Facts";
import { RecordHead } from "@/ui/record/RecordHead";
import { StatusDot } from "@/ui/record/StatusDot";
import { useFormat } from "@/ui/useFormat";
import { useMessage } from "@/ui/useMessage";
import { useRenewEnrolmentMutation, useUpdateTillMutation, type FreshTill, type Till } from "./api";
import { storeWords } from "./stores";
import { stateOf } from "./state";
import { TillCode } from "./TillsTable";
import classes from "./tills.module.css";

interface Props {
  till: Till;
  onEdit: () => void;
  onFresh: (fresh: FreshTill) => void;
}

/** One till beside the list: what it sells, on which device, who is at it now, and what can be done. */
export function TillRecord({ till, onEdit, onFresh }: Props) {
  const { t } = useTranslation("settings");
  const format = useFormat();
  const message = useMessage();
  const [change, changing] = useUpdateTillMutation();
  const [renew, renewing] = useRenewEnrolmentMutation();
  const [asked, setAsked] = useState<"off" | "renew" | null>(null);
  const [error, setError] = useState<string | null>(null);
  const state = stateOf(till);

  const turn = async (disabled: boolean) => {
    const answer = await change({ id: till.id, tillChange: { version: till.version, disabled } });
    if (answer.error) setError(message(failureOf(answer.error).messageId));
    else setAsked(null);
  };
  const newCode = async () => {
    const answer = await renew({ id: till.id });
    if (answer.data) {
      setAsked(null);
      onFresh(answer.data);
    } else setError(message(failureOf(answer.error).messageId));
  };
  const ask = (what: "off" | "renew") => {
    setError(null);
    setAsked(what);
  };
  return (
    <>
      <RecordHead
        order={2}
        mark={<TillCode code={till.code} />}
        title={till.name}
        state={<StatusDot tone={TONES[state]}>{t(`tills.state.${state}`)}</StatusDot>}
        line={till.signed_in && <span>{t("tills.signedIn", { name: `\u2068${till.signed_in.name}\u2069` })}</span>}
      />
      <Facts>
        <Fact name={t("tills.stores")}>{storeWords(t, till.store_types)}</Fact>
        <Fact name={t("tills.column.device")}>
          {till.enrolled_at ? t("tills.device", { device: `\u2068${till.device_label ?? ""}\u2069`, date: format.day(till.enrolled_at) }) : t("tills.noDevice")}
        </Fact>
      </Facts>
      {error && !asked && <span role="alert">{error}</span>}
      <div className={classes.actions}>
        <Button variant="default" leftSection={<IconPencil size={18} stroke={1.5} aria-hidden />} onClick={onEdit} aria-label={t("tills.edit.of", { code: till.code })}>
          {t("tills.edit")}
        </Button>
        {!till.disabled && (
          <Button
            variant="default"
            leftSection={<IconDeviceTablet size={18} stroke={1.5} aria-hidden />}
            loading={renewing.isLoading}
            onClick={() => (till.enrolled_at ? ask("renew") : void newCode())}
            aria-label={t("tills.renew.of", { code: till.code })}
          >
            {t("tills.renew")}
          </Button>
        )}
        <Button variant="subtle" color={till.disabled ? undefined : "red"} loading={changing.isLoading} onClick={() => (till.disabled ? void turn(false) : ask("off"))}>
          {till.disabled ? t("tills.on") : t("tills.off")}
        </Button>
      </div>
      {asked && (
        <ConfirmDialog
          opened
          danger={asked === "off"}
          onClose={() => setAsked(null)}
          title={asked === "off" ? t("tills.off.ask", { code: `\u2068${till.code}\u2069` }) : t("tills.renew.ask", { code: `\u2068${till.code}\u2069` })}
          text={asked === "off" ? t("tills.off.text") : t("tills.renew.text")}
          confirm={asked === "off" ? t("tills.off") : t("tills.renew")}
          busy={changing.isLoading || renewing.isLoading}
          error={error}
          onConfirm={() => void (asked === "off" ? turn(true) : newCode())}
        />
      )}
    </>
  );
}
