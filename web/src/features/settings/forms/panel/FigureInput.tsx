import { NumberInput, type NumberInputProps } from "@mantine/core";
import "@mantine/core/styles/NumberInput.layer.css";
import { useState } from "react";
import classes from "./panel.module.css";

interface Props extends Pick<NumberInputProps, "label" | "aria-label" | "min" | "max" | "readOnly"> {
  /** As it is stored: money in its smallest unit. */
  value: number | undefined;
  onChange: (value: number | undefined) => void;
  /** How many of what is stored make one of what is written. */
  scale?: number;
  /** Decimals of a figure without a scale. */
  decimals?: number;
  /** The unit that is written beside it. */
  unit?: string;
}

/** A figure as a person writes it. What is half written ("2.", "2.50") stays as it stands while it is typed. */
export function FigureInput({ value, onChange, scale = 1, decimals = 0, unit, ...rest }: Props) {
  const [typed, setTyped] = useState<{ text: number | string; means: number | undefined } | null>(null);
  const shown = typed && typed.means === value ? typed.text : value === undefined ? "" : value / scale;
  return (
    <NumberInput
      {...rest}
      decimalScale={scale > 1 ? Math.log10(scale) : decimals}
      fixedDecimalScale={scale > 1 && unit !== undefined}
      rightSection={unit ? <span className={classes.tag}>{unit}</span> : undefined}
      rightSectionWidth={unit ? 52 : undefined}
      hideControls={unit !== undefined}
      value={shown}
      onChange={(text) => {
        const figure = text === "" ? NaN : Number(text);
        const means = Number.isFinite(figure) ? Math.round(figure * scale * 1e6) / 1e6 : undefined;
        setTyped({ text, means });
        if (means !== value) onChange(means);
      }}
      onBlur={() => setTyped(null)}
    />
  );
}
