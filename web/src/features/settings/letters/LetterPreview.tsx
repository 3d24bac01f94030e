import { Alert, Button, SegmentedControl, Skeleton, Title } from "@mantine/core";
import "@mantine/core/styles/SegmentedControl.layer.css";
import "@mantine/core/styles/FloatingIndicator.layer.css";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { LetterPage } from "@/api/generated";
import type { Failure } from "@/api/envelope";
import { LANGUAGES, type Language } from "@/i18n/languages";
import { useLanguage } from "@/i18n/useLanguage";
import { BodyBlocks } from "@/ui/blocks/BodyBlocks";
import type { Body } from "@/ui/blocks/tree";
import { IconAlertTriangle, IconExternalLink } from "@/ui/icons";
import { useMessage } from "@/ui/useMessage";
import { Card } from "../desk/RoomHead";
import { PAPER_LANGUAGES, type PaperLanguage } from "./letters";
import classes from "./letters.module.css";
import { usePreviewed } from "./usePreviewed";

/** A letter with an example in place of a family: the page that families open, and beside it the paper that they keep. */
export function LetterPreview({ code, languages }: { code: string; languages: PaperLanguage }) {
  const { t } = useTranslation("settingsLetters");
  const [language, setLanguage] = useState<PaperLanguage>(languages);
  const { page, paper, failure, isStale } = usePreviewed(code, language);
  return (
    <>
      <SegmentedControl
        className={classes.view}
        aria-label={t("see.language")}
        value={language}
        onChange={(value) => setLanguage(value)}
        data={PAPER_LANGUAGES.map((value) => ({ value, label: t(`languages.${value}`) }))}
      />
      {failure && <Unseen failure={failure} />}
      <div className={classes.seen} data-stale={isStale || undefined}>
        <Card title={t("see.page")} help={t("see.page.help")}>
          {page ? <Page page={page} language={language} /> : !failure && <Skeleton height={420} role="progressbar" aria-label={t("loading")} />}
        </Card>
        <Card title={t("see.paper")} help={t("see.paper.help")}>
          {paper ? (
            <>
              {/* oxlint-disable-next-line react/iframe-missing-sandbox -- in a sandbox browsers show no document; its answer runs nothing */}
              <iframe className={classes.frame} src={paper} title={t("see.paper")} />
              <div>
                <Button component="a" href={paper} target="_blank" rel="noopener noreferrer" variant="default" size="compact-md" leftSection={<IconExternalLink size={16} stroke={1.5} aria-hidden />}>
                  {t("see.tab")}
                </Button>
              </div>
            </>
          ) : (
            !failure && <Skeleton height={420} role="progressbar" aria-label={t("loading")} />
          )}
        </Card>
      </div>
    </>
  );
}

/** Why it cannot be seen now. */
function Unseen({ failure }: { failure: Failure }) {
  const { t } = useTranslation("settingsLetters");
  const message = useMessage();
  const [problem] = failure.problems;
  const characters = problem?.params["characters"];
  const field = problem?.params["field"];
  const text =
    problem?.code === "unfinished"
      ? t("see.unfinished")
      : problem?.code === "uncovered" && typeof characters === "string"
        ? t("see.uncovered", { characters })
        : problem?.code === "unknownField" && typeof field === "string"
          ? t("see.unknownField", { field })
          : message(failure.messageId);
  return (
    <Alert color="amber" role="alert" icon={<IconAlertTriangle stroke={1.5} />}>
      {text}
    </Alert>
  );
}

function Page({ page, language }: { page: LetterPage; language: PaperLanguage }) {
  const { t } = useTranslation("settingsLetters");
  const { language: own } = useLanguage();
  const shown: readonly Language[] = language === "both" ? LANGUAGES : [language];
  const first = language === "both" ? own : language;
  return (
    <div className={classes.page}>
      {shown.map((each) => (
        <div key={each} lang={each} dir={each === "ar" ? "rtl" : "ltr"}>
          <Title order={3}>{page.subject[each]}</Title>
          <dl className={classes.rows}>
            {(page.facts as unknown as ReadonlyArray<Record<Language, readonly string[]>>).map((fact) => (
              <div key={fact[each][0]}>
                <dt>{fact[each][0]}</dt>
                <dd>
                  {fact[each][1]}
                  {fact[each][2] && <span className={classes.quiet}> · {fact[each][2]}</span>}
                </dd>
              </div>
            ))}
          </dl>
        </div>
      ))}
      <BodyBlocks
        body={page.body as Body}
        language={first}
        order={4}
        signatures={
          page.signers.length > 0
            ? () => (
                <ul className={classes.slots} aria-label={t("signers")} lang={own} dir={own === "ar" ? "rtl" : "ltr"}>
                  {page.signers.map(({ role, name }) => (
                    <li key={role}>
                      <bdi>{name}</bdi>
                      <span className={classes.quiet}>{t(`signers.${role as "school"}`)}</span>
                    </li>
                  ))}
                </ul>
              )
            : undefined
        }
      />
    </div>
  );
}
