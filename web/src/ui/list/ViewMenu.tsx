import { ActionIcon, Menu } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { IconDots, IconPencil, IconPlus, IconTrash } from "../icons";

interface Props {
  /** Whether a view is open, and not "All". */
  open: boolean;
  busy: boolean;
  onSave: () => void;
  onRename: () => void;
  onRemove: () => void;
}

/** What can be done with the view that is open. */
export function ViewMenu({ open, busy, onSave, onRename, onRemove }: Props) {
  const { t } = useTranslation("list");
  return (
    <Menu position="bottom-end" shadow="md">
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" size={32} loading={busy} aria-label={t("views.menu")}>
          <IconDots size={18} stroke={1.5} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<IconPlus size={16} stroke={1.5} aria-hidden />} onClick={onSave}>
          {t("views.saveNew")}
        </Menu.Item>
        {open && (
          <>
            <Menu.Item leftSection={<IconPencil size={16} stroke={1.5} aria-hidden />} onClick={onRename}>
              {t("views.rename")}
            </Menu.Item>
            <Menu.Item leftSection={<IconTrash size={16} stroke={1.5} aria-hidden />} onClick={onRemove}>
              {t("views.remove")}
            </Menu.Item>
          </>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}
