import { Alert } from "@mantine/core";
import { useEffect } from "react";
import type { EnquiryFilters } from "@/api/tags";
import { IconAlertCircle } from "@/ui/icons";
import { useMessage } from "@/ui/useMessage";
import { ExportDialog } from "./ExportDialog";
import { useExport } from "./useExport";

interface Props {
  total: number | undefined;
  filters: EnquiryFilters;
  asking: boolean;
  /** Nothing more is asked. */
  onAsked: () => void;
  onBusy: (busy: boolean) => void;
}

/** Asks what of the list is taken out, takes it out, and says what went wrong. */
export function ExportJob({ total, filters, asking, onAsked, onBusy }: Props) {
  const message = useMessage();
  const { save, busy, failed, dialog } = useExport(total, filters);
  useEffect(() => onBusy(busy), [busy, onBusy]);
  return (
    <>
      {failed && (
        <Alert role="alert" color="red" icon={<IconAlertCircle stroke={1.5} />}>
          {message(failed)}
        </Alert>
      )}
      {asking && (
        <ExportDialog
          filters={filters}
          onClose={onAsked}
          onExport={(wish) => {
            onAsked();
            save(wish);
          }}
        />
      )}
      {dialog}
    </>
  );
}
