import { useTranslation } from "react-i18next";
import type { Enquiry } from "@/api/types";
import { Fact, Facts } from "@/ui/record/Facts";
import record from "@/ui/record/record.module.css";
import { RecordSection } from "@/ui/record/RecordSection";
import { useFormat } from "@/ui/useFormat";
import { Others } from "./Duplicates";

const ROLES = ["child", "guardian", "second_guardian", "contact"] as const;
type Role = (typeof ROLES)[number];

/** Whom an enquiry is about and who answers for them, each with what else was sent for the same person. */
export function PeopleView({ enquiry, order }: { enquiry: Enquiry; order: 2 | 3 }) {
  const { t } = useTranslation("staff");
  const format = useFormat();
  if (enquiry.persons.length === 0) return null;
  const inOrder = enquiry.persons.toSorted((one, two) => ROLES.indexOf(one.role as Role) - ROLES.indexOf(two.role as Role));
  return (
    <RecordSection order={order} title={t("people.title")}>
      <Facts>
        {inOrder.map(({ role, name, birth_date, others }) => (
          // The document leaves the word open; the server writes these alone.
          <Fact key={role} name={t(`people.role.${role as Role}`)}>
            <bdi>{name}</bdi>
            {birth_date && <div className={record.quiet}>{t("people.born", { date: format.date(birth_date) })}</div>}
            {others.length > 0 && (
              <div>
                <span className={record.quiet}>{t("people.others")}</span>
                <Others items={others} />
              </div>
            )}
          </Fact>
        ))}
      </Facts>
    </RecordSection>
  );
}
