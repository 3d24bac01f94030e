import "@mantine/core/styles/ModalBase.layer.css";
import "@mantine/core/styles/Modal.layer.css";
import "@mantine/core/styles/Overlay.layer.css";
import { CloseButton, Modal, Title } from "@mantine/core";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import classes from "./Dialog.module.css";

interface Props {
  opened?: boolean;
  onClose: () => void;
  title: string;
  size?: number | string;
  /** For what must not be lost by a slip: only the buttons inside lead out. */
  locked?: boolean;
  /** A click beside it closes it too. */
  closeOnOutside?: boolean;
  /** Another dialog stands over it, and Escape is that one's. */
  covered?: boolean;
  children: ReactNode;
}

/** A dialog with a heading of its own: Mantine's would be a second banner of the page. */
export function Dialog({ opened = true, onClose, title, size = 520, locked = false, closeOnOutside = true, covered = false, children }: Props) {
  const { t } = useTranslation();
  return (
    <Modal.Root opened={opened} onClose={locked ? () => {} : onClose} size={size} centered closeOnEscape={!locked && !covered} closeOnClickOutside={closeOnOutside && !locked}>
      <Modal.Overlay />
      <Modal.Content aria-label={title}>
        <div className={classes.head}>
          <Title order={2}>
            {title}
          </Title>
          {!locked && <CloseButton size={36} aria-label={t("action.close")} onClick={onClose} />}
        </div>
        <Modal.Body>{children}</Modal.Body>
      </Modal.Content>
    </Modal.Root>
  );
}
