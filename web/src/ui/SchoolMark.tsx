import { useComputedColorScheme } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { useMaybeSchool } from "@/api/school";
import classes from "./SchoolMark.module.css";
import { useBilingual } from "./useBilingual";

interface Props {
  at: "header" | "sign_in";
  nameHidden?: boolean;
  /** The logo alone, or the name where there is none: for a narrow bar. */
  short?: boolean;
  /** On the school's main colour, where it has a logo for that. */
  onColour?: boolean;
}

/** The school's logo at the size it asked for, with its name. */
export function SchoolMark({ at, short = false, onColour = false, ...props }: Props) {
  const school = useMaybeSchool();
  const bilingual = useBilingual();
  const { t } = useTranslation();
  const isDark = useComputedColorScheme() === "dark" || onColour;
  if (!school) return <span className={classes.name}>{t("product")}</span>;
  const { lic_school_logo: usual, lic_school_logo_dark: forDark, logo_on_plate: onPlate, lic_school_name: name, logo_sizes: sizes } = school.schoolNameLogo;
  const own = isDark ? forDark : null;
  const logo = own ?? usual;
  const size = sizes[at];
  const nameHidden = props.nameHidden === true || (short && Boolean(logo));
  return (
    <span className={classes.mark} data-at={at} data-own={own ? true : undefined} data-plate={(!own && onPlate) || undefined}>
      {logo && <img className={classes.logo} src={logo} width={size?.width} height={size?.height} alt={nameHidden ? bilingual(name) : ""} />}
      {!nameHidden && <span className={classes.name}>{bilingual(name)}</span>}
    </span>
  );
}
