import { Anchor } from "@mantine/core";
import { Link } from "react-router";
import { useFormsText } from "@/forms/useFormsText";
import { useBilingual } from "@/ui/useBilingual";
import { useListFormsQuery } from "../api";
import classes from "./parts.module.css";

/** The forms that this school takes now; nothing when there are none. */
export function FormsOffered({ except }: { except?: string }) {
  const t = useFormsText();
  const bilingual = useBilingual();
  const { data } = useListFormsQuery();
  const open = (data?.forms ?? []).filter((each) => each.open && each.id !== except);
  if (open.length === 0) return null;
  return (
    <nav aria-label={t("unavailable.offered")} className={classes.offered}>
      <p>{t("unavailable.offered")}</p>
      <ul>
        {open.map((each) => (
          <li key={each.id}>
            <Anchor component={Link} to={each.path}>
              {bilingual(each.title)}
            </Anchor>
          </li>
        ))}
      </ul>
    </nav>
  );
}
