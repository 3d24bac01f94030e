import { Button, Menu, ScrollArea } from "@mantine/core";
import { useState, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { failureOf } from "@/api/envelope";
import { useListAssigneesQuery, useUpdateEnquiryMutation, type UpdateEnquiryApiArg } from "@/api/generated";
import { ENQUIRY } from "@/api/machines";
import { isEnquiryState } from "@/api/standing";
import type { EnquiryRow, EnquiryState } from "@/api/types";
import { useLanguage } from "@/i18n/useLanguage";
import { IconHistory, IconUser } from "@/ui/icons";
import { BulkBar } from "@/ui/list/BulkBar";
import { useBulk, type Carried } from "@/ui/list/useBulk";
import type { Selection } from "@/ui/list/useSelection";
import { StateDot } from "@/ui/StateDot";
import shared from "@/ui/table.module.css";
import { useFormat } from "@/ui/useFormat";
import { usePersonName } from "@/ui/usePersonName";
import { ManyLetters, type Everything } from "./applications/letters/ManyLetters";
import { CloseDialog } from "./CloseDialog";
import { asksWhy, lastReason } from "./closing";

type Change = Pick<UpdateEnquiryApiArg["updateEnquiryRequest"], "state" | "owner" | "reason">;

const NOBODY = "";

/** What is to be known of a row. */
export type BulkRow = Pick<EnquiryRow, "id" | "version" | "person" | "person_ar" | "reference" | "registration_id" | "owner" | "state">;

interface Props {
  rows: readonly BulkRow[];
  selection: Selection;
  /** All that match, where letters are meant for these. */
  all?: Everything | undefined;
  /** Letters are on their way. */
  onSent?: (() => void) | undefined;
  children?: ReactNode;
}

/** What is done with many enquiries: given to somebody, moved on. Each is changed by itself, as its own page would, and can be put back. */
export function EnquiryBulk({ rows, selection, all, onSent, children }: Props) {
  const { t } = useTranslation("staff");
  const { language } = useLanguage();
  const format = useFormat();
  const [update] = useUpdateEnquiryMutation();
  const assignees = useListAssigneesQuery();
  const bulk = useBulk();
  const person = usePersonName();
  const [closing, setClosing] = useState<EnquiryState | null>(null);
  const owners = [{ value: NOBODY, label: t("owner.none") }, ...(assignees.data?.items.map(({ id, name }) => ({ value: id, label: name })) ?? [])];

  const named = (row: BulkRow) => ({ id: row.id, name: `${person(row) || t("row.noName")} (${row.registration_id ?? row.reference})` });
  const carry = async (id: string, version: number, change: Change, before: Change): Promise<Carried> => {
    const { data, error } = await update({ id, lng: language, updateEnquiryRequest: { version, ...change } });
    if (!data) return { refused: failureOf(error).messageId };
    // What was closed is closed again for the reason that its history has.
    const back = before.state && asksWhy(before.state) ? { ...before, reason: lastReason(data.enquiry.timeline) } : before;
    return { back: () => carry(id, data.enquiry.version, back, change) };
  };
  const run = async (change: Change) => {
    const chosen = rows.filter(({ id }) => selection.ids.has(id));
    // What is there already stays untouched: nothing would be done to it, and nothing of it is to be put back.
    const [key] = Object.keys(change) as [keyof Change];
    const now = (row: BulkRow): Change => (key === "owner" ? { owner: row.owner?.id ?? null } : { state: isEnquiryState(row.state) ? row.state : null });
    const wanted = chosen.filter((row) => now(row)[key] !== change[key]);
    const steps = wanted.map((row) => ({
      item: named(row),
      carry: () => carry(row.id, row.version, change, now(row)),
    }));
    const { refused } = await bulk.run(steps);
    // Those that were refused stay chosen, to be tried in another way.
    selection.set(refused.map(({ id }) => id));
  };

  // These move by a table of their own, one at a time.
  const isOfApplications = rows.every((row) => !selection.ids.has(row.id) || !isEnquiryState(row.state));

  return (
    <BulkBar selection={selection} bulk={bulk}>
      <Menu position="top-start" shadow="md">
        <Menu.Target>
          <Button variant="default" leftSection={<IconUser size={18} stroke={1.5} aria-hidden />}>
            {t("bulk.owner")}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <ScrollArea.Autosize mah="50vh">
            {owners.map(({ value, label }) => (
              <Menu.Item key={value} onClick={() => void run({ owner: value || null })}>
                <bdi>{label}</bdi>
              </Menu.Item>
            ))}
          </ScrollArea.Autosize>
        </Menu.Dropdown>
      </Menu>
      {!isOfApplications && (
        <Menu position="top-start" shadow="md">
          <Menu.Target>
            <Button variant="default" leftSection={<IconHistory size={18} stroke={1.5} aria-hidden />}>
              {t("bulk.state")}
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            {ENQUIRY.states.map((state) => (
              <Menu.Item key={state} onClick={() => (asksWhy(state) ? setClosing(state) : void run({ state }))}>
                <StateDot state={state} />
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
      )}
      {isOfApplications && children === undefined && <span className={shared.count}>{t("bulk.state.applications")}</span>}
      {isOfApplications && (
        <ManyLetters
          chosen={rows.filter(({ id }) => selection.ids.has(id)).map(named)}
          all={all}
          onSent={onSent ?? (() => selection.set([]))}
          onRun={(steps) => void bulk.run(steps).then(({ refused }) => selection.set(refused.map(({ id }) => id)))}
        />
      )}
      {children}
      {closing && (
        <CloseDialog
          title={t("close.many", { count: selection.ids.size, shown: format.number(selection.ids.size) })}
          onClose={() => setClosing(null)}
          onSend={(reason) => {
            setClosing(null);
            void run({ state: closing, reason });
          }}
        />
      )}
    </BulkBar>
  );
}
