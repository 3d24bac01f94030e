import { PasswordInput } from "@mantine/core";
import { useId, type Ref } from "react";
import { useTranslation } from "react-i18next";
import { IconCircle, IconCircleCheck } from "../icons";
import { judge, LONGEST, SHORTEST } from "../passwordPolicy";
import classes from "./PasswordField.module.css";
import { strengthOf } from "./strength";

interface Props {
  label: string;
  value: string;
  onChange: (value: string) => void;
  error?: string | undefined;
  /** `new` shows the meter and the rules. */
  kind: "current" | "new" | "again";
  /** The person's and the school's own words: a password made of them is weak. */
  words?: readonly string[];
  /** What the second field holds, where there is one: sameness becomes a rule. */
  again?: string;
  ref?: Ref<HTMLInputElement>;
  /** A dialog opens with the focus here. */
  autoFocus?: boolean;
}

const STRENGTH_KEYS = ["strength.none", "strength.weak", "strength.fair", "strength.good", "strength.strong"] as const;

/** A password that can be shown, and for a new one what it is worth and what it still lacks. */
export function PasswordField({ label, value, onChange, error, kind, words, again, ref, autoFocus }: Props) {
  const { t } = useTranslation();
  const id = useId();
  const fresh = kind === "new";
  return (
    <div className={classes.field}>
      <PasswordInput
        ref={ref}
        data-autofocus={autoFocus}
        size="md"
        label={label}
        dir="ltr"
        name={kind === "current" ? "password" : kind === "new" ? "new-password" : "new-password-again"}
        autoComplete={kind === "current" ? "current-password" : "new-password"}
        aria-invalid={Boolean(error) || undefined}
        visibilityToggleButtonProps={{ "aria-label": t("password.show"), tabIndex: 0 }}
        // Mantine names only its own texts as a description, so the rules are tied to the field by hand.
        onFocus={(event) => fresh && describeBy(event.currentTarget, `${id}-rules`)}
        value={value}
        error={error}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      {fresh && <Meter password={value} words={words ?? []} />}
      {fresh && <Rules id={`${id}-rules`} password={value} again={again} />}
    </div>
  );
}

/** Adds a description to a field that has some already. */
function describeBy(field: HTMLInputElement, id: string): void {
  const known = (field.getAttribute("aria-describedby") ?? "").split(" ").filter(Boolean);
  if (!known.includes(id)) field.setAttribute("aria-describedby", [...known, id].join(" "));
}

function Meter({ password, words }: { password: string; words: readonly string[] }) {
  const { t } = useTranslation();
  const strength = strengthOf(password, words);
  const word = password ? t(STRENGTH_KEYS[Math.max(1, strength) as 1 | 2 | 3 | 4]) : t("strength.none");
  const shown = password ? Math.max(1, strength) : 0;
  return (
    <div className={classes.meter} data-strength={shown}>
      <span className={classes.bars} role="meter" aria-label={t("strength.label")} aria-valuemin={0} aria-valuemax={4} aria-valuenow={shown} aria-valuetext={word}>
        {[1, 2, 3, 4].map((step) => (
          <span key={step} className={classes.bar} data-on={step <= shown || undefined} />
        ))}
      </span>
      <span className={classes.word} aria-hidden>
        {word}
      </span>
    </div>
  );
}

function Rules({ id, password, again }: { id: string; password: string; again: string | undefined }) {
  const { t } = useTranslation();
  const state = judge(password, again ?? password);
  return (
    <ul id={id} className={classes.rules}>
      <Rule met={state.longEnough}>{t("policy.length", { least: SHORTEST, most: LONGEST })}</Rule>
      <Rule met={state.varied}>{t("policy.varied")}</Rule>
      {again !== undefined && <Rule met={state.same}>{t("policy.same")}</Rule>}
    </ul>
  );
}

/** A rule with a tick once it is met; the word for readers that do not see the tick. */
function Rule({ met, children }: { met: boolean; children: string }) {
  const { t } = useTranslation();
  return (
    <li className={classes.rule} data-met={met || undefined}>
      {met ? <IconCircleCheck size={18} stroke={1.5} aria-label={t("policy.met")} /> : <IconCircle size={18} stroke={1.5} aria-label={t("policy.open")} />}
      {children}
    </li>
  );
}
