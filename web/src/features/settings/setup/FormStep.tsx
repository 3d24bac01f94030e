import { Button } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { IconPlus } from "@/ui/icons";
import { Card } from "../desk/RoomHead";
import { useDesk, useFiles, useSchoolSetting } from "../desk/useDesk";
import parts from "../forms/parts.module.css";
import { FormRow } from "../forms/list/FormRow";
import { newForm } from "../forms/list/newForm";
import { NewFormDialog } from "../forms/list/NewFormDialog";
import type { FormConfig } from "../forms/list/offered";
import { UnofferedRow } from "../forms/list/UnofferedRow";
import { freeName } from "../forms/model/edit";
import { fromTemplate, TEMPLATES } from "../forms/model/templates";
import classes from "./setup.module.css";
import * as to from "../paths";

/** The first form: what is offered already, what only has to be switched on, and what to begin with otherwise. */
export function FormStep() {
  const { t } = useTranslation(["setup", "builder"]);
  const navigate = useNavigate();
  const desk = useDesk();
  const offered = useSchoolSetting<Record<string, FormConfig | null>>("/forms");
  const { files } = useFiles();
  const [adding, setAdding] = useState(false);
  const forms = Object.entries(offered.value ?? {}).filter((entry): entry is [string, FormConfig] => entry[1] !== null);
  const ids = new Set(forms.map(([id]) => id));
  const own = files.map(({ file }) => /^forms\/([^/]+)\.json$/.exec(file)?.[1]).filter((id) => id !== undefined);
  const taken = [...ids, ...own];
  const idle = own.filter((id) => !ids.has(id));
  const mayAdd = desk.canEdit({ file: "school.yaml", pointer: "/forms/-" });
  const begin = (template: (typeof TEMPLATES)[number]) => {
    const id = freeName(template, (name) => taken.includes(name)).replaceAll("_", "-");
    desk.edit(newForm(id, fromTemplate(template)));
    void navigate(to.form(id));
  };
  return (
    <>
      {forms.length > 0 && (
        <Card title={t("form.offered")} help={t("form.offered.help")}>
          <ul className={parts.cards}>
            {forms.map(([id, config]) => (
              <li key={id}>
                <FormRow id={id} config={config} />
              </li>
            ))}
          </ul>
        </Card>
      )}
      {idle.length > 0 && (
        <Card title={t("form.idle")} help={t("form.idle.help")}>
          <ul className={parts.idle}>
            {idle.map((id) => (
              <UnofferedRow key={id} id={id} />
            ))}
          </ul>
        </Card>
      )}
      {mayAdd && (
        <Card
          title={t("form.templates")}
          help={t("form.templates.help")}
          aside={
            <Button variant="subtle" size="sm" leftSection={<IconPlus size={18} stroke={1.5} aria-hidden />} onClick={() => setAdding(true)}>
              {t("form.other")}
            </Button>
          }
        >
          <ul className={classes.templates}>
            {TEMPLATES.filter((template) => template !== "scratch").map((template) => (
              <li key={template}>
                <button type="button" className={classes.template} onClick={() => begin(template)}>
                  <strong>{t(`builder:new.from.${template}`)}</strong>
                  <span>{t(`builder:new.from.${template}.for`)}</span>
                </button>
              </li>
            ))}
          </ul>
        </Card>
      )}
      {adding && <NewFormDialog taken={taken} sources={forms.filter(([, config]) => !config.plugin).map(([id]) => id)} onClose={() => setAdding(false)} />}
    </>
  );
}
