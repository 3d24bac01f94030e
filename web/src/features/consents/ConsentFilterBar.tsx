import { NativeSelect } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { useListEnquiryChoicesQuery, useListSeatsQuery } from "@/api/generated";
import { useAppSelector } from "@/api/hooks";
import { may } from "@/api/may";
import { CONSENT_STATES, type Askable } from "@/ui/consents/consents";
import sheet from "@/ui/page.module.css";
import { useBilingual } from "@/ui/useBilingual";
import type { ConsentFilters, NAMES } from "./api";
import classes from "./consents.module.css";

interface Props {
  filters: ConsentFilters;
  columns: readonly Askable[];
  setPart: (name: string, value: string | null) => void;
}

/** What narrows the children; all of it lives in the address. */
export function ConsentFilterBar({ filters, columns, setPart }: Props) {
  const { t } = useTranslation("letterConsents");
  const bilingual = useBilingual();
  const sees = useAppSelector((state) => may(state.auth.user?.authority, "seat.read"));
  const seats = useListSeatsQuery({}, { skip: !sees });
  const told = useListEnquiryChoicesQuery();
  const data = {
    round: (seats.data?.rounds ?? []).map(({ id, year }) => ({ value: id, label: year === id ? year : `${year} · ${id}` })),
    grade: (told.data?.grade ?? []).map(({ value, label }) => ({ value, label: bilingual(label) })),
    code: columns.map(({ code, title }) => ({ value: code, label: bilingual(title) })),
    choice: CONSENT_STATES.map((state) => ({ value: state, label: t(`state.${state}`) })),
  } satisfies Record<(typeof NAMES)[number], { value: string; label: string }[]>;
  return (
    <div className={`${sheet.toolbar} ${classes.filters}`} role="search">
      {(["round", "grade", "code", "choice"] as const).map((name) => (
        <NativeSelect
          key={name}
          label={t(`matrix.${name}`)}
          value={filters[name] ?? ""}
          data={[{ value: "", label: t("matrix.all") }, ...data[name]]}
          onChange={(event) => setPart(name, event.currentTarget.value || null)}
        />
      ))}
    </div>
  );
}
