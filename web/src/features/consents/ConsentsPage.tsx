import { Button, Title } from "@mantine/core";
import { useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { failureOf } from "@/api/envelope";
import { useAppDispatch, useAppSelector } from "@/api/hooks";
import { may } from "@/api/may";
import { useSchool } from "@/api/school";
import { useLanguage } from "@/i18n/useLanguage";
import { AskDialog } from "@/ui/consents/AskDialog";
import type { AskFor } from "@/ui/consents/consents";
import { IconDownload, IconMail, IconUserCheck } from "@/ui/icons";
import { partsOf, withoutParts, withPart } from "@/ui/list/address";
import { BulkBar } from "@/ui/list/BulkBar";
import { ListEnd } from "@/ui/list/ListEnd";
import { ListStates } from "@/ui/list/ListStates";
import { useBulk, type Carried } from "@/ui/list/useBulk";
import { useListPages } from "@/ui/list/useListPages";
import { useSelection } from "@/ui/list/useSelection";
import sheet from "@/ui/page.module.css";
import { StateScreen } from "@/ui/StateScreen";
import { useAddressSearch } from "@/ui/useAddressSearch";
import { useFormat } from "@/ui/useFormat";
import { useMessage } from "@/ui/useMessage";
import { usePersonName } from "@/ui/usePersonName";
import { useSaveList } from "@/ui/useSaveList";
import { CONSENTS, consentsAsked, NAMES, useAskOneOfManyMutation, useConsentPagesInfiniteQuery } from "./api";
import { ConsentFilterBar } from "./ConsentFilterBar";
import { ConsentTable } from "./ConsentTable";

/** Who consented to what: narrowed, taken away as a file, and asked again. */
export function ConsentsPage() {
  const { t } = useTranslation("letterConsents");
  const { language } = useLanguage();
  const format = useFormat();
  const message = useMessage();
  const person = usePersonName();
  const dispatch = useAppDispatch();
  const { school_id: school } = useSchool();
  const rights = useAppSelector((state) => state.auth.user?.authority);
  const [asks, exports] = [may(rights, "application.edit"), may(rights, "enquiry.export")];
  const [search, changeSearch] = useAddressSearch();
  const filters = useMemo(() => partsOf(search, NAMES), [search]);
  const list = useConsentPagesInfiniteQuery(filters, { refetchOnMountOrArgChange: true });
  const { rows, more } = useListPages(list);
  const columns = list.data?.pages[0]?.columns ?? [];
  const file = useSaveList();
  const selection = useSelection(rows);
  const bulk = useBulk();
  const [ask] = useAskOneOfManyMutation();
  const [isAsking, setAsking] = useState(false);
  const setPart = (name: string, value: string | null) => changeSearch((now) => withPart(now, name, value));

  const askAll = async (asked: AskFor) => {
    setAsking(false);
    const carry = async (id: string): Promise<Carried> => {
      const answer = await ask({ id, asked });
      return answer.error ? { refused: failureOf(answer.error).messageId } : {};
    };
    const chosen = rows.filter(({ id }) => selection.ids.has(id));
    await bulk.run(chosen.map((line) => ({ item: { id: line.id, name: person({ person: line.student_name, person_ar: line.student_name_ar }) || line.registration_id }, carry: () => carry(line.id) })));
    selection.set([]);
    dispatch(consentsAsked());
  };
  // Whom it is asked of: how many of them said yes already.
  const askable = () => {
    const cells = rows.filter(({ id }) => selection.ids.has(id)).flatMap((line) => line.cells);
    return columns.map((one) => ({ ...one, accepted: cells.filter(({ code, state }) => code === one.code && state === "accepted").length }));
  };
  const first = filters.code ? [filters.code] : columns.length === 1 ? columns.map(({ code }) => code) : [];
  const count = { count: selection.ids.size, shown: format.number(selection.ids.size) };
  return (
    <div className={sheet.page}>
      <div className={sheet.head}>
        <div>
          <Title order={1}>{t("staff.title")}</Title>
          <span className={sheet.quiet}>{t("matrix.lead")}</span>
        </div>
        {exports && (
          <Button
            variant="default"
            loading={file.busy}
            leftSection={<IconDownload size={18} stroke={1.5} aria-hidden />}
            onClick={() => file.save({ path: `${CONSENTS}/export?${new URLSearchParams({ ...filters, lng: language }).toString()}`, name: `${school}-consents.csv` })}
          >
            {t("matrix.export")}
          </Button>
        )}
      </div>
      {file.failed && <p role="alert">{message(file.failed)}</p>}
      {file.dialog}
      <ConsentFilterBar filters={filters} columns={columns} setPart={setPart} />
      {rows.length > 0 ? (
        <>
          <ConsentTable columns={columns} lines={rows} selection={asks ? selection : undefined} />
          <ListEnd shown={rows.length} more={more} words={{ end: t("matrix.end") }} />
        </>
      ) : (
        <ListStates
          loading={list.isFetching}
          error={list.error}
          filtered={Object.keys(filters).length > 0}
          retry={() => void list.refetch()}
          clear={() => changeSearch((now) => withoutParts(now, NAMES))}
          empty={<StateScreen icon={<IconUserCheck size={28} stroke={1.5} />} title={t("matrix.empty.title")} text={t("matrix.empty.text")} />}
        />
      )}
      <BulkBar selection={selection} bulk={bulk}>
        <Button variant="default" leftSection={<IconMail size={18} stroke={1.5} aria-hidden />} onClick={() => setAsking(true)}>
          {t("staff.ask")}
        </Button>
      </BulkBar>
      {isAsking && <AskDialog title={t("staff.ask")} text={t("matrix.ask.text", count)} open={askable()} first={first} onAsk={(asked) => void askAll(asked)} onClose={() => setAsking(false)} />}
    </div>
  );
}
