import { useTranslation } from "react-i18next";
import { Dialog } from "@/ui/Dialog";
import { QrCode } from "./QrCode";

interface Props {
  title: string;
  address: string;
  name: string;
  onClose: () => void;
}

/** A form's address as a code for a poster or a letter. */
export function QrDialog({ title, address, name, onClose }: Props) {
  const { t } = useTranslation("builder");
  return (
    <Dialog onClose={onClose} title={t("code.title", { title })} size={420}>
      <QrCode address={address} name={name} />
    </Dialog>
  );
}
