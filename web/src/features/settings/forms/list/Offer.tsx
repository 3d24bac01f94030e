import { Checkbox, NativeSelect } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { DateField } from "@/forms/DateField";
import { useSchool } from "@/api/school";
import { useBilingual } from "@/ui/useBilingual";
import { useFormat } from "@/ui/useFormat";
import { useSchoolSetting } from "../../desk/useDesk";
import { STAFF_ROLES, TILL_ROLES } from "@/api/roles";
import classes from "./list.module.css";
import parts from "../parts.module.css";
import { words } from "../model/types";
import { TextPair } from "../panel/TextPair";
import { applicationAmong, FORM_KINDS, USUAL_AUDIENCE, type FormConfig, type FormKind } from "./offered";

const ROLES = STAFF_ROLES.filter((role) => !(TILL_ROLES as readonly string[]).includes(role));

/** What the form is for, and one line that says it to families. */
function Purpose({ id }: { id: string }) {
  const { t } = useTranslation("builder");
  const { forms: offered } = useSchool();
  const bilingual = useBilingual();
  const kind = useSchoolSetting<FormKind | null>(`/forms/${id}/kind`);
  const forms = useSchoolSetting<Record<string, FormConfig | null>>("/forms");
  const about = useSchoolSetting<{ en?: string; ar?: string } | null>(`/forms/${id}/about`);
  const application = applicationAmong(forms.value ?? {});
  const taken = application !== undefined && application !== id && forms.value?.[application]?.kind === "application" ? application : null;
  return (
    <>
      <NativeSelect
        label={t("offer.kind")}
        description={taken ? t("offer.kind.taken", { form: bilingual(offered.find((form) => form.id === taken)?.title) || taken }) : t("offer.kind.for")}
        value={kind.value ?? ""}
        disabled={kind.readOnly !== null}
        data={[{ value: "", label: t("offer.kind.usual") }, ...FORM_KINDS.map((value) => ({ value, label: t(`offer.kind.${value}`), disabled: value === "application" && taken !== null }))]}
        onChange={(event) => kind.set((event.currentTarget.value || undefined) as FormKind | undefined)}
      />
      <TextPair
        label={t("offer.about")}
        value={about.value ? { ...words("", ""), ...about.value } : null}
        onChange={(next) => about.set(next ? { en: next.en, ar: next.ar } : undefined)}
        optional
        maxLength={200}
        readOnly={about.readOnly !== null}
      />
    </>
  );
}

/** Since when, until when, and who sees what comes in: changed where it stands. */
export function Offer({ id, config }: { id: string; config: FormConfig }) {
  const { t } = useTranslation("builder");
  const { t: roleText } = useTranslation("settings");
  const format = useFormat();
  const opens = useSchoolSetting<string | null>(`/forms/${id}/opens_on`);
  const closes = useSchoolSetting<string | null>(`/forms/${id}/closes_on`);
  const audience = useSchoolSetting<string[]>(`/forms/${id}/audience`);
  const chosen = audience.value ?? USUAL_AUDIENCE;
  const readOnly = opens.readOnly !== null;
  const backwards = Boolean(config.opens_on && config.closes_on && config.opens_on > config.closes_on);
  const dates = [config.opens_on && t("offer.from", { date: format.date(config.opens_on) }), config.closes_on && t("offer.to", { date: format.date(config.closes_on) })].filter(Boolean).join(" · ");
  return (
    <details className={parts.more}>
      <summary>
        {t("offer.title")}
        <span className={parts.quiet}>
          {dates || t("offer.always")} · {t("offer.audience.count", { count: chosen.length })}
        </span>
      </summary>
      <div className={parts.form}>
        <Purpose id={id} />
        <div className={parts.pair}>
          <fieldset className={classes.plain} disabled={readOnly}>
            <DateField size="sm" label={t("offer.opens")} value={opens.value ?? ""} onChange={(iso) => opens.set(iso || undefined)} />
          </fieldset>
          <fieldset className={classes.plain} disabled={readOnly}>
            <DateField size="sm" label={t("offer.closes")} value={closes.value ?? ""} error={backwards ? t("offer.backwards") : undefined} onChange={(iso) => closes.set(iso || undefined)} />
          </fieldset>
        </div>
        <Checkbox.Group
          label={t("offer.audience")}
          description={t("offer.audience.for")}
          value={[...chosen]}
          onChange={(roles) => roles.length > 0 && audience.set(roles)}
        >
          <div className={parts.ticks}>
            {ROLES.map((role) => (
              <Checkbox key={role} value={role} label={roleText(`people.role.${role}`)} disabled={readOnly || (chosen.length === 1 && chosen[0] === role)} />
            ))}
          </div>
        </Checkbox.Group>
      </div>
    </details>
  );
}
