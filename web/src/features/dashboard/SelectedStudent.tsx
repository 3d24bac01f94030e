import { Button, CloseButton, Title, UnstyledButton } from "@mantine/core";
import { lazy, Suspense, useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { failureOf } from "@/api/envelope";
import type { StudentItem } from "@/api/generated";
import { useAppDispatch } from "@/api/hooks";
import { useStudentFileQuery } from "@/api/student";
import * as toStudent from "@/features/student/paths";
import { useLanguage } from "@/i18n/useLanguage";
import card from "@/ui/card.module.css";
import { IconFileText } from "@/ui/icons";
import record from "@/ui/record/record.module.css";
import { Fact, Facts } from "@/ui/record/Facts";
import { PAPER_TONES } from "@/ui/papers/tones";
import { StatusDot } from "@/ui/record/StatusDot";
import { useMessage } from "@/ui/useMessage";
import { usePersonName } from "@/ui/usePersonName";
import { documentClosed, documentOpened, studentSelected } from "./applicationsSlice";
import own from "./newest.module.css";
import { useStudents } from "./useStudents";

// Nothing is shown before something is pressed.
const DocumentDialog = lazy(async () => ({ default: (await import("./DocumentDialog")).DocumentDialog }));

/** Whom somebody looks at: the number, the name, the documents, and the way to the whole file. */
export function SelectedStudent({ student }: { student: StudentItem }) {
  const { t } = useTranslation("dashboard");
  const dispatch = useAppDispatch();
  const { selected, documentDialog } = useStudents();
  const name = usePersonName();
  const place = useRef<HTMLElement>(null);
  // Below the list it would be out of sight.
  useEffect(() => place.current?.scrollIntoView?.({ block: "nearest" }), []);
  if (!selected) return null;
  return (
    <section ref={place} className={`${card.card} ${own.card}`} aria-label={t("selected")}>
      <div className={own.cardHead}>
        <Title order={3} fz="h4">
          <bdi>{name({ person: student.student_name, person_ar: student.student_name_ar }) || t("noName")}</bdi>
        </Title>
        <CloseButton size={36} aria-label={t("selected.close")} onClick={() => dispatch(studentSelected(null))} />
      </div>
      <Facts>
        <Fact name={t("selected.registration")}>
          <bdi dir="ltr" className="tabular">
            {selected.registration_id}
          </bdi>
        </Fact>
      </Facts>
      <div>
        <Button component={Link} to={toStudent.student(student.id)} variant="default" size="compact-sm">
          {t("selected.open")}
        </Button>
      </div>
      <Documents id={student.id} />
      <Suspense fallback={null}>{documentDialog && <DocumentDialog document={documentDialog} onClose={() => dispatch(documentClosed())} />}</Suspense>
    </section>
  );
}

/** What came of the documents, each to be looked at; nothing where the role reads none. */
function Documents({ id }: { id: string }) {
  const { t } = useTranslation(["dashboard", "staff"]);
  const message = useMessage();
  const dispatch = useAppDispatch();
  const { language } = useLanguage();
  const { data, error, refetch } = useStudentFileQuery({ id, sections: ["documents"] });
  if (error && !data) {
    return (
      <div role="alert">
        <p>{t("documents.failed")}</p>
        <p className={record.quiet}>{message(failureOf(error).messageId)}</p>
        <Button size="compact-sm" variant="default" mt={8} onClick={() => void refetch()}>
          {t("retry")}
        </Button>
      </div>
    );
  }
  if (!data) return <p role="status" className={record.quiet}>{t("documents.loading")}</p>;
  const { documents } = data.sections;
  if (!documents) return null;
  const files = documents.items.flatMap((paper) => paper.files.map((file) => ({ file, name: paper.label[language] || file.name })));
  return (
    <div>
      <Title order={4} fz="sm">{t("documents")}</Title>
      {files.length === 0 && <p className={record.quiet}>{t("documents.none")}</p>}
      <ul className={own.documents}>
        {files.map(({ file, name }) => (
          <li key={file.file}>
            <UnstyledButton className={own.document} aria-haspopup="dialog" aria-label={t("documents.open", { name, state: t(`staff:papers.state.${file.state}`) })} onClick={() => dispatch(documentOpened({ doc_name: name, doc_id: file.file, admission_id: id }))}>
              <IconFileText size={20} stroke={1.5} aria-hidden />
              <bdi>{name}</bdi>
              <span className={own.state}>
                <StatusDot tone={PAPER_TONES[file.state]}>{t(`staff:papers.state.${file.state}`)}</StatusDot>
              </span>
            </UnstyledButton>
          </li>
        ))}
      </ul>
    </div>
  );
}
