import "@mantine/core/styles/Checkbox.layer.css";
import "@mantine/core/styles/InlineInput.layer.css";
import { Checkbox, NativeSelect, TextInput, UnstyledButton } from "@mantine/core";
import { lazy, Suspense, useMemo, useState, type ReactNode } from "react";
import { Trans, useTranslation } from "react-i18next";
import type { PlatformInfo } from "@/api/platform";
import { countryName } from "@/forms/countries";
import { PhoneField } from "@/forms/PhoneField";
import { toWesternDigits } from "@/i18n/digits";
import { useLanguage } from "@/i18n/useLanguage";
import { suggested, type Field, type Values } from "./draft";
import { PlanCards } from "./PlanCards";
import classes from "./registration.module.css";
import { SubdomainField } from "./SubdomainField";

const LegalDialog = lazy(async () => ({ default: (await import("@/ui/legal/LegalDialog")).LegalDialog }));

interface Props {
  info: PlatformInfo;
  values: Values;
  errorOf: (field: Field) => string | undefined;
  onChange: (part: Partial<Values>) => void;
}

/** Everything that a school is asked, in four groups. */
export function Fields({ info, values, errorOf, onChange }: Props) {
  const { t } = useTranslation("registration");
  const { language } = useLanguage();
  const countries = useMemo(() => {
    const { compare } = new Intl.Collator(language);
    return info.countries.map((value) => ({ value, label: countryName(value, language) })).toSorted((one, two) => compare(one.label, two.label));
  }, [info.countries, language]);
  const text = (field: "school_name" | "school_name_ar" | "name" | "email" | "students_estimate") => ({
    size: "md" as const,
    label: t(`field.${field}`),
    value: values[field],
    error: errorOf(field),
    maxLength: 200,
  });
  return (
    <>
      <Group title={t("group.plan")}>
        <PlanCards plans={info.plans} value={values.plan_code} error={errorOf("plan_code")} onChange={(plan_code) => onChange({ plan_code })} />
      </Group>
      <Group title={t("group.school")} help={t("group.school.help")}>
        <div className={classes.pair}>
          <div data-field="school_name">
            <TextInput
              {...text("school_name")}
              lang="en"
              dir="ltr"
              autoComplete="organization"
              onChange={(event) => {
                const name = event.currentTarget.value;
                // The address follows the name until somebody writes one.
                const follows = values.subdomain === "" || values.subdomain === suggested(values.school_name);
                onChange({ school_name: name, ...(follows ? { subdomain: suggested(name) } : {}) });
              }}
            />
          </div>
          <div data-field="school_name_ar">
            <TextInput {...text("school_name_ar")} lang="ar" dir="rtl" onChange={(event) => onChange({ school_name_ar: event.currentTarget.value })} />
          </div>
        </div>
        <div data-field="subdomain">
          <SubdomainField value={values.subdomain} domain={info.base_domain} error={errorOf("subdomain")} onChange={(subdomain) => onChange({ subdomain })} />
        </div>
        <div className={classes.pair}>
          <div data-field="country">
            <NativeSelect
              size="md"
              label={t("field.country")}
              value={values.country}
              error={errorOf("country")}
              autoComplete="country"
              data={[{ value: "", label: t("field.country.choose") }, ...countries]}
              onChange={(event) => onChange({ country: event.currentTarget.value })}
            />
          </div>
          <div data-field="students_estimate">
            <TextInput {...text("students_estimate")} maxLength={7} inputMode="numeric" dir="ltr" onChange={(event) => onChange({ students_estimate: toWesternDigits(event.currentTarget.value).replaceAll(/\D/g, "") })} />
          </div>
        </div>
      </Group>
      <Group title={t("group.contact")} help={t("group.contact.help")}>
        <div data-field="name">
          <TextInput {...text("name")} autoComplete="name" onChange={(event) => onChange({ name: event.currentTarget.value })} />
        </div>
        <div className={classes.pair}>
          <div data-field="email">
            <TextInput {...text("email")} type="email" dir="ltr" autoComplete="email" onChange={(event) => onChange({ email: event.currentTarget.value })} />
          </div>
          <div data-field="phone">
            <PhoneField size="md" {...(values.country ? { country: values.country } : {})} label={t("field.phone")} value={values.phone} error={errorOf("phone")} onChange={(phone) => onChange({ phone })} />
          </div>
        </div>
      </Group>
      <div data-field="terms">
        <Terms checked={values.terms} error={errorOf("terms")} onChange={(terms) => onChange({ terms })} />
      </div>
    </>
  );
}

function Group({ title, help, children }: { title: string; help?: string; children: ReactNode }) {
  return (
    <section className={classes.group} aria-label={title}>
      <div>
        <h2 className={classes.heading}>{title}</h2>
        {help && <p className={classes.quiet}>{help}</p>}
      </div>
      {children}
    </section>
  );
}

function Terms({ checked, error, onChange }: { checked: boolean; error: string | undefined; onChange: (checked: boolean) => void }) {
  const { t } = useTranslation("registration");
  const [which, setWhich] = useState<"terms" | "privacy" | null>(null);
  const [open, setOpen] = useState(false);
  const show = (text: "terms" | "privacy") => {
    setWhich(text);
    setOpen(true);
  };
  return (
    <div>
      <Checkbox label={t("field.terms")} checked={checked} error={error} onChange={(event) => onChange(event.currentTarget.checked)} />
      {/* Beside the box and not inside its label: a link in a label would tick it. */}
      <p className={classes.quiet}>
        <Trans
          t={t}
          i18nKey="field.terms.read"
          components={{
            terms: <UnstyledButton className={classes.textButton} onClick={() => show("terms")} />,
            privacy: <UnstyledButton className={classes.textButton} onClick={() => show("privacy")} />,
          }}
        />
      </p>
      {which && (
        <Suspense fallback={null}>
          <LegalDialog which={which} open={open} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </div>
  );
}
