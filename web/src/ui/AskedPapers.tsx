import { useId } from "react";
import { useTranslation } from "react-i18next";
import type { SchoolDetails } from "@/api/types";
import classes from "./AskedPapers.module.css";
import { useBilingual } from "./useBilingual";
import { useInstitution } from "./useInstitution";

type Papers = NonNullable<SchoolDetails["application"]>["papers"];

/** The documents that an application has a place for: what everybody is asked for, and beneath it what only some are, as their answers decide. */
export function AskedPapers({ papers, list }: { papers: Papers; list?: string | undefined }) {
  const { t } = useTranslation();
  const context = useInstitution();
  const always = papers.filter((paper) => !paper.is_conditional);
  const some = papers.filter((paper) => paper.is_conditional);
  if (some.length === 0) return <Names papers={always} list={list} />;
  return (
    <>
      {always.length > 0 && <Names title={t("papers.always")} papers={always} list={list} />}
      <Names title={t("papers.some", { context })} papers={some} list={list} />
    </>
  );
}

function Names({ title, papers, list }: { title?: string; papers: Papers; list?: string | undefined }) {
  const bilingual = useBilingual();
  const id = useId();
  return (
    <>
      {title && (
        <h3 id={id} className={classes.title}>
          {title}
        </h3>
      )}
      <ul className={list} aria-labelledby={title && id}>
        {papers.map(({ name }) => (
          <li key={name.en}>{bilingual(name)}</li>
        ))}
      </ul>
    </>
  );
}
