import { Button, type ButtonProps } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { IconCheck, IconCopy } from "./icons";
import { useCopy } from "./useCopy";

interface Props extends Pick<ButtonProps, "size" | "variant"> {
  text: string;
  label: string;
}

/** Puts a text on the clipboard and says so for a moment. */
export function CopyButton({ text, label, size, variant = "default" }: Props) {
  const { t } = useTranslation();
  const { copied, copy } = useCopy();
  return (
    <Button
      variant={variant}
      size={size}
      leftSection={copied ? <IconCheck size={18} stroke={1.5} aria-hidden /> : <IconCopy size={18} stroke={1.5} aria-hidden />}
      onClick={() => void copy(text)}
    >
      <span role="status">{copied ? t("action.copied") : label}</span>
    </Button>
  );
}
