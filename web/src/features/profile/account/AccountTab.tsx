import { Alert, NativeSelect, Textarea, TextInput } from "@mantine/core";
import { useMemo, useRef, useState, type FormEvent } from "react";
import { useTranslation } from "react-i18next";
import { countryOptions } from "@/forms/countries";
import { looksLikePhone } from "@/forms/phone";
import { PhoneField } from "@/forms/PhoneField";
import { usePhoneFault } from "@/forms/usePhoneFault";
import { useLanguage } from "@/i18n/useLanguage";
import { IconAlertCircle } from "@/ui/icons";
import { useInstitution } from "@/ui/useInstitution";
import type { Profile } from "../api";
import { Card } from "../Card";
import classes from "../profile.module.css";
import { SaveBar } from "../SaveBar";
import { useProfileChange } from "../useProfileChange";
import { AvatarCard } from "./AvatarCard";
import { KeyCard } from "./KeyCard";

const FIELDS = ["name", "phone", "relation", "address", "city", "state", "country"] as const;
type Values = Record<(typeof FIELDS)[number], string>;
const RELATIONS = ["mother", "father", "guardian", "grandparent", "sibling", "other"] as const;

const valuesOf = (profile: Profile): Values =>
  ({ ...Object.fromEntries(FIELDS.map((field) => [field, profile[field] ?? ""])), ...(looksLikePhone(profile.name) ? { name: "" } : {}) }) as Values;

/** Name, phone and address, the picture, and what a person signs in with. */
export function AccountTab({ profile }: { profile: Profile }) {
  return (
    <>
      <AvatarCard profile={profile} />
      <Details profile={profile} />
      {profile.phone_verified && <KeyCard which="number" profile={profile} />}
      <KeyCard which="email" profile={profile} />
    </>
  );
}

function Details({ profile }: { profile: Profile }) {
  const { t } = useTranslation("profile");
  const { language } = useLanguage();
  const context = useInstitution();
  const { save, busy, error, fields } = useProfileChange(profile);
  const [values, setValues] = useState<Values>(() => valuesOf(profile));
  const [saved, setSaved] = useState(false);
  const [missing, setMissing] = useState(false);
  const [badPhone, setBadPhone] = useState(false);
  const name = useRef<HTMLInputElement>(null);
  const phone = useRef<HTMLInputElement>(null);
  const phoneFault = usePhoneFault();
  const countries = useMemo(() => countryOptions(language), [language]);
  const stored = valuesOf(profile);
  // Asked of families alone, and of nobody at a company; whoever said it once, as a colleague who is a parent too, may change it.
  const asksRelation = (profile.kind !== "staff" && profile.kind !== "till" && context !== "company") || stored.relation !== "";
  // A number that somebody signs in by is changed by a code, in a card of its own.
  const changed = FIELDS.filter((field) => values[field].trim() !== stored[field] && !(field === "phone" && profile.phone_verified));
  const set = (field: keyof Values) => (value: string) => {
    setSaved(false);
    setValues((before) => ({ ...before, [field]: value }));
  };

  const send = async (event: FormEvent) => {
    event.preventDefault();
    // Who is called by their number so far tells the name when they want to; one that was told is not taken back.
    const gone = stored.name !== "" && !values.name.trim();
    setMissing(gone);
    if (gone) {
      name.current?.focus();
      return;
    }
    // One that was told before is not asked for again while something else is changed.
    const wrong = changed.includes("phone") && phoneFault(values.phone) !== undefined;
    setBadPhone(wrong);
    if (wrong) {
      phone.current?.focus();
      return;
    }
    if (await save(Object.fromEntries(changed.map((field) => [field, values[field].trim()])))) setSaved(true);
  };
  const text = (field: keyof Values) => ({
    value: values[field],
    error: fields[field],
    maxLength: 200,
    onChange: (event: { currentTarget: { value: string } }) => set(field)(event.currentTarget.value),
  });
  return (
    <form onSubmit={(event) => void send(event)} noValidate className={classes.content}>
      <Card title={t("profile.details.title")} lead={t("profile.details.lead")}>
        {error && (
          <Alert role="alert" color="red" icon={<IconAlertCircle stroke={1.5} />}>
            {error}
          </Alert>
        )}
        <div className={classes.fields}>
          <TextInput ref={name} label={t("profile.name")} description={stored.name === "" ? t("profile.name.none") : undefined} autoComplete="name" {...text("name")} error={missing && !values.name.trim() ? t("profile.name.missing") : fields.name} />
          {!profile.phone_verified && <PhoneField ref={phone} label={t("profile.phone")} value={values.phone} onChange={set("phone")} error={(badPhone && phoneFault(values.phone)) || fields.phone} />}
          {asksRelation && (
            <NativeSelect
              label={t("profile.relation", { context })}
              className={classes.narrow}
              value={values.relation}
              error={fields.relation}
              onChange={(event) => set("relation")(event.currentTarget.value)}
              data={[
                { value: "", label: t("profile.unsaid") },
                ...RELATIONS.map((value) => ({ value, label: t(`profile.relation.${value}`) })),
                // What the school's own list said stays readable and is not lost by saving.
                ...(values.relation && !(RELATIONS as readonly string[]).includes(values.relation) ? [{ value: values.relation, label: values.relation }] : []),
              ]}
            />
          )}
          <Textarea className={classes.wide} label={t("profile.address")} autoComplete="street-address" rows={2} {...text("address")} maxLength={400} />
          <TextInput label={t("profile.city")} autoComplete="address-level2" {...text("city")} />
          <TextInput label={t("profile.state")} autoComplete="address-level1" {...text("state")} />
          <NativeSelect
            label={t("profile.country")}
            autoComplete="country"
            value={values.country}
            error={fields.country}
            onChange={(event) => set("country")(event.currentTarget.value)}
            data={[{ value: "", label: t("profile.unsaid") }, ...countries]}
          />
        </div>
      </Card>
      <SaveBar dirty={changed.length > 0} saved={saved} busy={busy} onDiscard={() => setValues(stored)} />
    </form>
  );
}
