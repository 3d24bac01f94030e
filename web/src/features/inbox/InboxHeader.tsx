import { Button, Title } from "@mantine/core";
import { lazy, Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { useAppSelector } from "@/api/hooks";
import { may } from "@/api/may";
import { useSchool } from "@/api/school";
import type { EnquiryFilters } from "@/api/tags";
import { IconDownload } from "@/ui/icons";
import shared from "@/ui/table.module.css";
import { useFormat } from "@/ui/useFormat";
import { onlyKindOf, useKinds } from "@/ui/useKinds";
import type { Kind } from "./kinds";
import { KindSwitch } from "./KindSwitch";
import own from "./kinds.module.css";

// Asked for seldom: no list waits for it.
const ExportJob = lazy(async () => ({ default: (await import("./exports/ExportJob")).ExportJob }));

// The list is shown first.
const NewOnBehalf = lazy(async () => ({ default: (await import("./NewOnBehalf")).NewOnBehalf }));

const NOTHING = new URLSearchParams();

interface Props {
  total: number | undefined;
  /** Whether enquiries and applications are listed together. */
  mixed?: boolean;
  /** How many of them are enquiries, where that is known of all. */
  enquiries?: number | undefined;
  filters: EnquiryFilters;
  kind?: Kind | undefined;
  search?: URLSearchParams;
}

/** The heading with the number of enquiries shown, and the export of these. */
export function InboxHeader({ total, mixed = false, enquiries, filters, kind, search = NOTHING }: Props) {
  const { t } = useTranslation(["staff", "applications", "common"]);
  const { application } = useSchool();
  const only = onlyKindOf(useKinds());
  const format = useFormat();
  const exports = useAppSelector((state) => may(state.auth.user?.authority, "enquiry.export"));
  const [isUsed, setUsed] = useState(false);
  const [isAsking, setAsking] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const ask = () => {
    setUsed(true);
    setAsking(true);
  };
  // Without a kind it is everything.
  const isOne = kind || !application || only === "enquiries";
  const title = kind === "applications" ? t("applications:list.title") : t(isOne ? "inbox.title" : "common:title.inbox");
  // Of each kind, where both stand in one list.
  const isSplit = enquiries !== undefined && total !== undefined && enquiries <= total;
  const parts = isSplit && ([["inbox.total", enquiries], ["applications:list.total", total - enquiries]] as const).filter(([, count]) => count > 0 || total === 0);
  const told = parts ? parts.map(([key, count]) => t(key, { count, shown: format.number(count) })).join(t("list.comma")) : null;
  return (
    <div className={shared.head}>
      <Title order={1}>
        {title}{" "}
        <span className={shared.count} data-split={isSplit || undefined} aria-live="polite">
          {total !== undefined && (told ?? t(kind === "applications" ? "applications:list.total" : mixed ? "inbox.records" : "inbox.total", { count: total, shown: format.number(total) }))}
        </span>
      </Title>
      <KindSwitch kind={kind} search={search} />
      <div className={own.does}>
        <Suspense fallback={null}>
          <NewOnBehalf kind={kind} />
        </Suspense>
        {exports && (
          <Button variant="default" loading={isBusy} leftSection={<IconDownload size={18} stroke={1.5} />} onClick={ask}>
            {t("export.label")}
          </Button>
        )}
      </div>
      <Suspense fallback={null}>{isUsed && <ExportJob total={total} filters={filters} asking={isAsking} onAsked={() => setAsking(false)} onBusy={setBusy} />}</Suspense>
    </div>
  );
}
