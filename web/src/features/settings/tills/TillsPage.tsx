import { Button, Title } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { IconDeviceTablet, IconPlus } from "@/ui/icons";
import { StateScreen } from "@/ui/StateScreen";
import { useListTillsQuery, type FreshTill, type Till } from "../api";
import { ListStates } from "../ListStates";
import settings from "../settings.module.css";
import { EnrolmentDialog } from "./EnrolmentDialog";
import { TillForm } from "./TillForm";
import { TillRow } from "./TillRow";
import classes from "./tills.module.css";

/** The school's tills: which there are, which device each is, and the code that makes a device one. */
export function TillsPage() {
  const { t } = useTranslation("settings");
  const { data, error, isFetching, refetch } = useListTillsQuery(undefined, { refetchOnMountOrArgChange: true });
  const [form, setForm] = useState<"new" | Till | null>(null);
  const [fresh, setFresh] = useState<FreshTill | null>(null);
  const tills = data?.items ?? [];
  const add = (
    <Button leftSection={<IconPlus size={18} stroke={1.5} aria-hidden />} onClick={() => setForm("new")}>
      {t("tills.add")}
    </Button>
  );
  return (
    <div className={settings.page}>
      <div className={settings.head}>
        <div>
          <Title order={1}>{t("tills.title")}</Title>
          <span className={settings.quiet}>{t("tills.lead")}</span>
        </div>
        {tills.length > 0 && add}
      </div>
      {tills.length > 0 ? (
        <ul className={classes.tills}>
          {tills.map((till) => (
            <TillRow key={till.id} till={till} onEdit={() => setForm(till)} onFresh={setFresh} />
          ))}
        </ul>
      ) : (
        <ListStates
          loading={isFetching && !data}
          error={error}
          filtered={false}
          retry={() => void refetch()}
          clear={() => {}}
          empty={<StateScreen icon={<IconDeviceTablet size={28} stroke={1.5} />} title={t("tills.empty")} text={t("tills.empty.text")} action={add} />}
        />
      )}
      {form && (
        <TillForm
          till={form === "new" ? null : form}
          onClose={() => setForm(null)}
          onFresh={(made) => {
            setForm(null);
            setFresh(made);
          }}
        />
      )}
      {fresh && <EnrolmentDialog key={fresh.enrolment_code} fresh={fresh} onFresh={setFresh} onClose={() => setFresh(null)} />}
    </div>
  );
}
