import { Button, PasswordInput, TextInput, UnstyledButton } from "@mantine/core";
import { useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { failureOf } from "@/api/envelope";
import { useLoginPosMutation } from "@/api/generated";
import { useAppDispatch } from "@/api/hooks";
import { openSession } from "@/api/openSession";
import { storePosState, type EnrolledTill } from "@/api/till";
import { toWesternDigits } from "@/i18n/digits";
import { IconBuildingStore } from "@/ui/icons";
import classes from "../auth.module.css";
import { Card } from "./Card";
import { EntryLink } from "./EntryLink";
import { FailureNote } from "./FailureNote";
import pin from "./PinStep.module.css";
import { PinPad } from "./PinPad";
import { useRefusal } from "./useRefusal";
import * as to from "../paths";

const LONGEST_PIN = 12;

interface Props {
  enrolled: EnrolledTill;
  /** The device shall be another till, or none. */
  onForget: () => void;
}

/** Who sells: staff code and PIN, with fingers or keys. */
export function PinStep({ enrolled, onForget }: Props) {
  const { t } = useTranslation("auth");
  const dispatch = useAppDispatch();
  const [login, { isLoading, error }] = useLoginPosMutation();
  const { failure, wait } = useRefusal(error);
  const [staff, setStaff] = useState("");
  const [secret, setSecret] = useState("");
  const [tried, setTried] = useState(false);
  const staffField = useRef<HTMLInputElement>(null);
  const pinField = useRef<HTMLInputElement>(null);
  const change = (typed: string) => setSecret(toWesternDigits(typed).replace(/\D/g, "").slice(0, LONGEST_PIN));

  const send = async () => {
    if (wait > 0 || isLoading) return;
    setTried(true);
    if (!staff.trim() || !secret) {
      (staff.trim() ? pinField : staffField).current?.focus();
      return;
    }
    const answer = await login({ loginPosRequest: { staff_code: staff.trim(), pin: secret, till_code: enrolled.till.code, device_id: enrolled.device_id } });
    setSecret("");
    setTried(false);
    if (answer.data) {
      const { user, posRoles, storeType, posCurrency } = answer.data;
      storePosState({ loginUserIDPos: user.id, storeType, posCurrency, posRoles });
      await dispatch(openSession(answer.data));
    } else if (failureOf(answer.error).messageId === "L001") {
      pinField.current?.focus();
    }
  };
  const { till } = enrolled;
  return (
    <Card compact title={t("entry.pos.title")} onSubmit={() => void send()}>
      <p className={pin.till}>
        <IconBuildingStore size={22} stroke={1.5} aria-hidden />
        <bdi>{till.name}</bdi>
        <bdi className={classes.quiet}>{till.code}</bdi>
      </p>
      <FailureNote failure={failure} wait={wait} text={failure?.messageId === "L001" ? t("entry.pos.wrong") : undefined} />
      <div className={pin.fields}>
        <TextInput
          ref={staffField}
          size="lg"
          dir="ltr"
          name="staff-code"
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          label={t("entry.pos.staff")}
          value={staff}
          error={tried && !staff.trim() ? t("entry.pos.staff.missing") : undefined}
          onChange={(event) => setStaff(toWesternDigits(event.currentTarget.value))}
        />
        <PasswordInput
          ref={pinField}
          size="lg"
          dir="ltr"
          name="pin"
          inputMode="numeric"
          autoComplete="off"
          label={t("entry.pos.pin")}
          aria-invalid={(tried && !secret) || undefined}
          visibilityToggleButtonProps={{ "aria-label": t("entry.pos.pin.show"), tabIndex: 0 }}
          value={secret}
          error={tried && !secret ? t("entry.pos.pin.missing") : undefined}
          onChange={(event) => change(event.currentTarget.value)}
        />
      </div>
      <PinPad onDigit={(digit) => change(secret + digit)} onBack={() => setSecret(secret.slice(0, -1))} onClear={() => setSecret("")} />
      <Button type="submit" size="lg" className={pin.send} loading={isLoading} disabled={wait > 0}>
        {t("signIn.title")}
      </Button>
      <div className={classes.between}>
        <UnstyledButton className={classes.textButton} onClick={onForget}>
          {t("entry.pos.enrol.again")}
        </UnstyledButton>
        <EntryLink to={to.signIn()}>{t("entry.pos.office")}</EntryLink>
      </div>
    </Card>
  );
}
