import { PasswordInput } from "@mantine/core";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { cleanTyped } from "@/i18n/digits";

interface Props {
  label: string;
  value: string;
  onChange: (value: string) => void;
  error?: ReactNode;
}

/** The digits that open a till, in whatever digits the keyboard writes. */
export function PinInput({ label, value, onChange, error }: Props) {
  const { t } = useTranslation("settings");
  return (
    <PasswordInput
      label={label}
      description={t("people.pin.help")}
      dir="ltr"
      inputMode="numeric"
      autoComplete="off"
      maxLength={8}
      visibilityToggleButtonProps={{ "aria-label": t("people.pin.show"), tabIndex: 0 }}
      value={value}
      error={error}
      aria-invalid={Boolean(error) || undefined}
      onChange={(event) => onChange(cleanTyped(event.currentTarget.value).replaceAll(/\D/g, ""))}
    />
  );
}
