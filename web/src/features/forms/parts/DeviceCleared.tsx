import { Button } from "@mantine/core";
import { IconCheck } from "@/forms/icons";
import { useFormsText } from "@/forms/useFormsText";
import { StateScreen } from "@/ui/StateScreen";

/** Nothing of the form is left on this device. */
export function DeviceCleared({ link }: { link: boolean }) {
  const t = useFormsText();
  return (
    <StateScreen
      order={1}
      icon={<IconCheck size={28} stroke={1.5} />}
      title={t("cleared.title")}
      text={link ? t("cleared.text") : t("cleared.lost")}
      // A fresh load, so that nothing stays in memory either.
      action={<Button variant="default" onClick={() => location.reload()}>{t("cleared.again")}</Button>}
    />
  );
}
