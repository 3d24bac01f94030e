import { UnstyledButton } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { useFormat } from "@/ui/useFormat";
import classes from "./PinStep.module.css";

interface Props {
  onDigit: (digit: string) => void;
  onBack: () => void;
  onClear: () => void;
}

/** A number pad for fingers. */
export function PinPad({ onDigit, onBack, onClear }: Props) {
  const { t } = useTranslation("auth");
  const format = useFormat();
  const key = (digit: number) => (
    <UnstyledButton key={digit} className={classes.key} onClick={() => onDigit(String(digit))}>
      {format.number(digit)}
    </UnstyledButton>
  );
  return (
    <div className={classes.pad} dir="ltr" role="group" aria-label={t("entry.pos.pad")}>
      {[1, 2, 3, 4, 5, 6, 7, 8, 9].map(key)}
      <UnstyledButton className={classes.key} data-quiet onClick={onClear}>
        {t("entry.pos.pad.clear")}
      </UnstyledButton>
      {key(0)}
      <UnstyledButton className={classes.key} data-quiet onClick={onBack}>
        {t("entry.pos.pad.back")}
      </UnstyledButton>
    </div>
  );
}
