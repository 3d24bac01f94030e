import { Button } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { useBilingual } from "@/ui/useBilingual";
import { toast } from "../../desk/toast";
import { useDesk, useDeskHandle, useSetting } from "../../desk/useDesk";
import classes from "./list.module.css";
import { isStoredDocument, type StoredDocument } from "../model/types";
import * as to from "../../paths";

/** A form that exists and that nobody is offered. */
export function UnofferedRow({ id }: { id: string }) {
  const { t } = useTranslation("builder");
  const bilingual = useBilingual();
  const desk = useDeskHandle();
  const { canEdit } = useDesk();
  const file = useSetting<StoredDocument>(`forms/${id}.json`, "");
  const { value } = file;
  if (!file.isLoading && value === undefined) return null;
  const texts = value && isStoredDocument(value) ? value.texts : null;
  const title = texts && value ? bilingual({ en: texts.en[value.title] ?? "", ar: texts.ar[value.title] ?? "" }) : id;
  const may = canEdit({ file: "school.yaml", pointer: `/forms/${id}` }) && file.readOnly === null;
  return (
    <li className={classes.idleRow}>
      <Link to={to.form(id)}>{title || id}</Link>
      {may && (
        <span className={classes.cardTools}>
          <Button
            size="compact-sm"
            variant="default"
            aria-label={t("list.offer.of", { title })}
            onClick={() => {
              desk.edit([{ file: "school.yaml", pointer: `/forms/${id}`, value: {} }]);
              toast({ text: t("list.offered", { title }) });
            }}
          >
            {t("list.offer")}
          </Button>
          <Button
            size="compact-sm"
            variant="subtle"
            color="gray"
            aria-label={t("list.remove.of", { title })}
            onClick={() => {
              file.set(undefined);
              toast({ text: t("list.removed", { title }), action: { label: t("undo"), run: () => desk.undo() } });
            }}
          >
            {t("list.remove")}
          </Button>
        </span>
      )}
    </li>
  );
}
