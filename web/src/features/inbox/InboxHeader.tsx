import { Alert, Button, Title } from "@mantine/core";
import { lazy, Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import type { EnquiryFilters } from "@/api/tags";
import { IconAlertCircle, IconDownload } from "@/ui/icons";
import shared from "@/ui/table.module.css";
import { useFormat } from "@/ui/useFormat";
import { useMessage } from "@/ui/useMessage";
import { useExport } from "./exports/useExport";

// Asked for seldom: no list waits for it.
const ExportDialog = lazy(async () => ({ default: (await import("./exports/ExportDialog")).ExportDialog }));

/** The heading with the number of enquiries shown, and the export of these. */
export function InboxHeader({ total, filters }: { total: number | undefined; filters: EnquiryFilters }) {
  const { t } = useTranslation("staff");
  const format = useFormat();
  const message = useMessage();
  const list = useExport(total, filters);
  const [isAsking, setAsking] = useState(false);
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
      <Button variant="default" loading={list.busy} leftSection={<IconDownload size={18} stroke={1.5} />} onClick={() => setAsking(true)}>
        {t("export.label")}
      </Button>
      {isAsking && (
        <Suspense fallback={null}>
          <ExportDialog
            filters={filters}
            onClose={() => setAsking(false)}
            onExport={(wish) => {
              setAsking(false);
              list.save(wish);
            }}
          />
        </Suspense>
      )}
      {list.dialog}
    </div>
  );
}
