import { UnstyledButton } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { IconX } from "../icons";
import shared from "../table.module.css";

/** A filter that is on, and can be taken off. */
export function FilterChip({ text, onRemove }: { text: string; onRemove: () => void }) {
  const { t } = useTranslation("list");
  return (
    <UnstyledButton className={shared.chip} aria-label={t("filter.remove", { filter: text })} onClick={onRemove}>
      <bdi>{text}</bdi>
      <IconX size={14} stroke={2} aria-hidden />
    </UnstyledButton>
  );
}
