import { Input } from "@mantine/core";
import { useId, type Ref } from "react";
import { toWesternDigits } from "@/i18n/digits";
import classes from "./CodeInput.module.css";

interface Props {
  label: string;
  value: string;
  onChange: (value: string) => void;
  /** Called once the last digit is there. */
  onComplete?: (code: string) => void;
  error?: string | undefined;
  description?: string | undefined;
  length?: number;
  disabled?: boolean;
  autoFocus?: boolean;
  ref?: Ref<HTMLInputElement>;
}

/** The digits of what was typed or pasted ("123 456", "١٢٣٤٥٦"), Western, at most as many as there are boxes. */
export function codeDigits(text: string, length = 6): string {
  return toWesternDigits(text).replace(/\D/g, "").slice(0, length);
}

/**
 * A one-time code in boxes. To keyboards, password managers and screen readers it is one text field, so that pasting, the
 * phone's "code from messages" and Arabic digits all work; the boxes are only drawn.
 */
export function CodeInput({ label, value, onChange, onComplete, error, description, length = 6, disabled = false, autoFocus, ref }: Props) {
  const id = useId();
  const take = (typed: string) => {
    const digits = codeDigits(typed, length);
    onChange(digits);
    if (digits.length === length && digits !== value) onComplete?.(digits);
  };
  const active = Math.min(value.length, length - 1);
  const describedBy = [description ? `${id}-description` : "", error ? `${id}-error` : ""].filter(Boolean).join(" ");
  return (
    <Input.Wrapper id={id} labelProps={{ htmlFor: id }} size="md" label={label} description={description} error={error} descriptionProps={{ id: `${id}-description` }} errorProps={{ id: `${id}-error` }}>
      <div className={classes.row} dir="ltr" data-invalid={Boolean(error) || undefined} data-disabled={disabled || undefined}>
        <input
          ref={ref}
          id={id}
          className={classes.field}
          type="text"
          name="one-time-code"
          inputMode="numeric"
          autoComplete="one-time-code"
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          autoFocus={autoFocus}
          disabled={disabled}
          aria-invalid={Boolean(error) || undefined}
          aria-describedby={describedBy || undefined}
          value={value}
          onChange={(event) => take(event.currentTarget.value)}
          // The drawn caret is always at the end; the real one follows it.
          onSelect={(event) => event.currentTarget.setSelectionRange(value.length, value.length)}
        />
        {Array.from({ length }, (_, index) => (
          <span key={index} className={classes.box} aria-hidden data-active={index === active || undefined}>
            {value[index] ?? ""}
          </span>
        ))}
      </div>
    </Input.Wrapper>
  );
}
