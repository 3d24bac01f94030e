import { Button, Menu } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { useAppSelector } from "@/api/hooks";
import { may } from "@/api/may";
import { useSchool } from "@/api/school";
import { IconChevronDown, IconPlus } from "@/ui/icons";
import { useBilingual } from "@/ui/useBilingual";
import type { Kind } from "./kinds";
import * as to from "./paths";

/** The form's kind that each list is of. */
const OF = { applications: "application", enquiries: "enquiry" } as const satisfies Record<Kind, string>;
const LABELS = { applications: "behalf.application", enquiries: "behalf.enquiry" } as const satisfies Record<Kind, string>;

/** The school's forms by which one applies or asks, for staff who fill one in for a family. */
export function NewOnBehalf({ kind }: { kind: Kind | undefined }) {
  const { t } = useTranslation("origins");
  const bilingual = useBilingual();
  const { forms } = useSchool();
  const edits = useAppSelector((state) => may(state.auth.user?.authority, "enquiry.edit"));
  const fit = forms.filter((form) => (kind ? form.kind === OF[kind] : form.kind === "application" || form.kind === "enquiry"));
  const [first] = fit;
  if (!edits || !first) return null;
  const label = kind ? t(LABELS[kind]) : t("behalf.any");
  const icon = <IconPlus size={18} stroke={1.5} aria-hidden />;
  if (fit.length === 1) {
    return (
      <Button component={Link} to={to.fillIn(first.id)} variant="default" leftSection={icon}>
        {label}
      </Button>
    );
  }
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button variant="default" leftSection={icon} rightSection={<IconChevronDown size={16} stroke={1.5} aria-hidden />}>
          {label}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {fit.map((form) => (
          <Menu.Item key={form.id} component={Link} to={to.fillIn(form.id)}>
            <bdi>{bilingual(form.title)}</bdi>
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
