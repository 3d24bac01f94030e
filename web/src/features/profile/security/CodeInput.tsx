import { TextInput } from "@mantine/core";
import type { ReactNode } from "react";
import { cleanTyped } from "@/forms/digits";
import classes from "../profile.module.css";

interface Props {
  label: string;
  description?: string;
  value: string;
  onChange: (value: string) => void;
  error?: ReactNode;
  /** Where a dialog opens with the focus; "now" where it is drawn in what is open already. */
  autoFocus?: boolean | "now";
}

/** A six-digit code, in whatever digits and spacing the person's keyboard makes. */
export function CodeInput({ label, description, value, onChange, error, autoFocus }: Props) {
  return (
    <TextInput
      className={classes.narrow}
      label={label}
      description={description}
      dir="ltr"
      inputMode="numeric"
      autoComplete="one-time-code"
      maxLength={12}
      value={value}
      error={error}
      data-autofocus={autoFocus === true || undefined}
      autoFocus={autoFocus === "now"}
      onChange={(event) => onChange(cleanTyped(event.currentTarget.value).replaceAll(/\s/g, ""))}
    />
  );
}
