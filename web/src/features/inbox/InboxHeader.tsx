import { Alert, Button, Menu, Title } from "@mantine/core";
import { useTranslation } from "react-i18next";
import type { EnquiryFilters } from "@/api/tags";
import { IconAlertCircle, IconDownload } from "@/ui/icons";
import shared from "@/ui/table.module.css";
import { useFormat } from "@/ui/useFormat";
import { useMessage } from "@/ui/useMessage";
import { useExport } from "./exports/useExport";

/** The heading with the number of enquiries shown, and the export of exactly these. */
export function InboxHeader({ total, filters }: { total: number | undefined; filters: EnquiryFilters }) {
  const { t } = useTranslation("staff");
  const format = useFormat();
  const message = useMessage();
  const list = useExport(total, filters);
  return (
    <div className={shared.head}>
      <Title order={1}>
        {t("inbox.title")}{" "}
        <span className={shared.count} aria-live="polite">
          {total !== undefined && t("inbox.total", { count: total, shown: format.number(total) })}
        </span>
      </Title>
      {list.failed && (
        <Alert role="alert" color="red" icon={<IconAlertCircle stroke={1.5} />}>
          {message(list.failed)}
        </Alert>
      )}
      <Menu position="bottom-end" shadow="md">
        <Menu.Target>
          <Button variant="default" loading={list.busy} leftSection={<IconDownload size={18} stroke={1.5} />}>
            {t("export.label")}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={() => list.save("csv")}>{t("export.csv")}</Menu.Item>
          <Menu.Item onClick={() => list.save("xlsx")}>{t("export.xlsx")}</Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {list.dialog}
    </div>
  );
}
