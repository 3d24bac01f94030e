import { TextInput, UnstyledButton } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { useTranslation } from "react-i18next";
import { useCheckSubdomainQuery } from "@/api/platform";
import { IconAlertCircle, IconCircleCheck } from "@/ui/icons";
import { tidySubdomain } from "./draft";
import classes from "./registration.module.css";

/** After this much quiet the server is asked. */
const QUIET_MS = 450;

interface Props {
  value: string;
  domain: string;
  error: string | undefined;
  onChange: (value: string) => void;
}

/** The school's address to be: whether it is free is told while it is typed, and what would be free otherwise. */
export function SubdomainField({ value, domain, error, onChange }: Props) {
  const { t } = useTranslation("registration");
  const name = tidySubdomain(value);
  const [settled] = useDebouncedValue(name, QUIET_MS);
  const worth = /^[a-z0-9-]{2,}$/.test(settled) && settled === name;
  const { currentData } = useCheckSubdomainQuery({ name: settled }, { skip: !worth });
  const checked = worth && currentData?.subdomain.name === name ? currentData.subdomain : null;
  // What was refused a moment ago is not free: the answer is older than the refusal.
  const found = error !== undefined && checked?.free ? null : checked;
  const availability = found ? (found.free ? t("subdomain.free", { address: `\u2066${name}.${domain}\u2069` }) : t(`fault.${found.reason ?? "taken"}`)) : "";
  return (
    <div className={classes.subdomain}>
      <TextInput
        size="md"
        label={t("field.subdomain")}
        description={t("field.subdomain.help")}
        dir="ltr"
        spellCheck={false}
        autoCapitalize="none"
        autoCorrect="off"
        autoComplete="off"
        maxLength={63}
        value={value}
        error={error}
        rightSection={<span className={classes.suffix}>.{domain}</span>}
        rightSectionWidth={`calc(${domain.length + 1}ch + 24px)`}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      {/* Always there, so that what it comes to say is announced, and only when typing rests. */}
      <p role="status" className={classes.availability} data-free={found?.free || undefined} data-wrong={(found && !found.free) || undefined}>
        {found && (found.free ? <IconCircleCheck size={18} stroke={1.5} aria-hidden /> : <IconAlertCircle size={18} stroke={1.5} aria-hidden />)}
        {availability}
      </p>
      {found && !found.free && found.suggestions.length > 0 && (
        <p className={classes.suggestions}>
          <span className={classes.quiet}>{t("subdomain.instead")}</span>
          {found.suggestions.map((each) => (
            <UnstyledButton key={each} className={classes.suggestion} dir="ltr" onClick={() => onChange(each)}>
              {each}
            </UnstyledButton>
          ))}
        </p>
      )}
    </div>
  );
}
