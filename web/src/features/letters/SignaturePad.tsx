import { Button, TextInput } from "@mantine/core";
import { useId, useState } from "react";
import { useTranslation } from "react-i18next";
import { useFormat } from "@/ui/useFormat";
import { SignatureBox } from "./SignatureBox";
import { faultsOf, hasRoom, LONGEST_NAME, type Signature } from "./signature";
import classes from "./signature.module.css";

interface Props {
  /** Who signs what: "First guardian's signature". */
  label: string;
  value: Signature;
  onChange: (signature: Signature) => void;
  /** Somebody wanted to go on: what lacks is said from now on. */
  tried: boolean;
  /** What the server said of each field, in words. */
  problems?: { typed_name?: string | undefined; strokes?: string | undefined };
  disabled?: boolean;
}

/** Signing a letter: by the name, by hand in a box, or both. The keyboard alone is enough. */
export function SignaturePad({ label, value, onChange, tried, problems = {}, disabled = false }: Props) {
  const { t } = useTranslation("letters");
  const format = useFormat();
  const id = useId();
  const [told, setTold] = useState("");
  const { strokes } = value;
  const faults = tried ? faultsOf(value) : {};
  const nameFault = faults.typed_name ? t(`sign.fault.${faults.typed_name}`) : problems.typed_name;
  const boxFault = faults.strokes ? t(`sign.fault.${faults.strokes}`) : problems.strokes;
  const isFull = !hasRoom(strokes);
  const name = strokes.length === 0 ? t("sign.box.empty", { label }) : t("sign.box.drawn", { label, count: strokes.length, shown: format.number(strokes.length) });

  const change = (next: Partial<Signature>, words = "") => {
    setTold(words);
    onChange({ ...value, ...next });
  };
  return (
    <fieldset className={classes.pad} disabled={disabled} aria-describedby={`${id}-help`}>
      <legend>{label}</legend>
      <p id={`${id}-help`} className={classes.quiet}>
        {t("sign.help")}
      </p>
      <TextInput
        label={t("sign.name")}
        size="md"
        classNames={{ input: classes.name ?? "" }}
        autoComplete="name"
        maxLength={LONGEST_NAME}
        value={value.typed_name}
        error={nameFault}
        onChange={(event) => change({ typed_name: event.currentTarget.value })}
      />
      <div className={classes.drawn}>
        <span className={classes.label}>{t("sign.draw")}</span>
        <SignatureBox
          name={name}
          strokes={strokes}
          disabled={disabled}
          invalid={boxFault !== undefined}
          describedBy={boxFault ? `${id}-fault` : undefined}
          hint={t("sign.here")}
          onStroke={(stroke) => change({ strokes: [...strokes, stroke] })}
        />
        {boxFault && (
          <p id={`${id}-fault`} role="alert" className={classes.fault}>
            {boxFault}
          </p>
        )}
        <div className={classes.tools}>
          <Button variant="default" disabled={disabled || strokes.length === 0} onClick={() => change({ strokes: strokes.slice(0, -1) }, t("sign.undone"))}>
            {t("sign.undo")}
          </Button>
          <Button variant="default" disabled={disabled || strokes.length === 0} onClick={() => change({ strokes: [] }, t("sign.cleared"))}>
            {t("sign.clear")}
          </Button>
        </div>
        <p role="status" className={isFull ? classes.quiet : "unseen"}>
          {isFull ? t("sign.full") : told}
        </p>
      </div>
    </fieldset>
  );
}
