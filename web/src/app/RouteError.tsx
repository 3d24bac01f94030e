import { Button } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { IconAlertTriangle, IconRefresh } from "@/ui/icons";
import { StateScreen } from "@/ui/StateScreen";

/** A script that is gone after a new version was rolled out: loading the page again mends it. */
function isMissingChunk(error: unknown): boolean {
  return error instanceof Error && /dynamically imported module|Importing a module script|Unable to preload CSS/i.test(error.message);
}

/** What stands in the place of a page that broke; the shell around it stays. */
export function RouteError({ error }: { error: unknown }) {
  const { t } = useTranslation();
  const stale = isMissingChunk(error);
  return (
    <StateScreen
      role="alert"
      order={2}
      icon={<IconAlertTriangle size={28} stroke={1.5} />}
      title={stale ? t("error.newVersion.title") : t("error.page.title")}
      text={stale ? t("error.newVersion.text") : t("error.page.text")}
      action={
        <Button leftSection={<IconRefresh size={18} stroke={1.5} />} onClick={() => location.reload()}>
          {t("action.reload")}
        </Button>
      }
    />
  );
}
