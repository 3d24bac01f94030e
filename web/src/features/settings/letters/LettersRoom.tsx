import { Button, Skeleton } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Link, useParams } from "react-router";
import { IconAlertTriangle, IconFileText, IconPlus } from "@/ui/icons";
import { StateScreen } from "@/ui/StateScreen";
import { useBilingual } from "@/ui/useBilingual";
import { Card, RoomHead } from "../desk/RoomHead";
import { useDesk, useFiles, useSetting } from "../desk/useDesk";
import * as to from "../paths";
import { LetterEditor } from "./LetterEditor";
import { codeOf, fileOf, isLetter, isUnfinished, MOST, type Letter } from "./letters";
import classes from "./letters.module.css";
import { NewLetterDialog } from "./NewLetterDialog";

/** The letters that the school issues; `/letters/<code>` opens one of them. */
export function LettersRoom() {
  const code = (useParams()["*"] ?? "").split("/")[0];
  return code ? <LetterEditor key={code} code={code} /> : <LetterList />;
}

function LetterList() {
  const { t } = useTranslation("settingsLetters");
  const { files, isLoading } = useFiles();
  const { edits, canEdit } = useDesk();
  const [making, setMaking] = useState(false);
  const drafted = edits.map(({ file }) => file);
  const codes = [...new Set([...files.map(({ file }) => file), ...drafted])].flatMap((file) => codeOf(file) ?? []).toSorted();
  const make = (
    <Button
      variant="default"
      size="sm"
      disabled={codes.length >= MOST.letters || !canEdit({ file: fileOf("new"), pointer: "" })}
      leftSection={<IconPlus size={18} stroke={1.5} aria-hidden />}
      onClick={() => setMaking(true)}
    >
      {t("new")}
    </Button>
  );
  return (
    <>
      <RoomHead title={t("title")} lead={t("lead")} />
      {isLoading ? (
        <Skeleton height={280} radius="md" role="progressbar" aria-label={t("loading")} />
      ) : (
        <Card title={t("list")} help={t("list.help")} aside={codes.length > 0 && make}>
          {codes.length === 0 ? (
            <StateScreen order={3} icon={<IconFileText size={28} stroke={1.5} />} title={t("none")} text={t("none.text")} action={make} />
          ) : (
            <ul className={classes.list} aria-label={t("list")}>
              {codes.map((code) => (
                <LetterLine key={code} code={code} />
              ))}
            </ul>
          )}
        </Card>
      )}
      {making && <NewLetterDialog taken={codes} onClose={() => setMaking(false)} />}
    </>
  );
}

/** A letter in the list: what it is, for what, in which languages, and that it is not complete. */
function LetterLine({ code }: { code: string }) {
  const { t } = useTranslation("settingsLetters");
  const bilingual = useBilingual();
  const { value, isLoading } = useSetting<Letter>(fileOf(code), "");
  if (isLoading) return null;
  // One that was removed stays among the files that the school changed.
  if (!isLetter(value)) return null;
  return (
    <li className={classes.line}>
      <Link className={classes.name} to={to.room("letters", code)}>
        {bilingual(value.title) || t("untitled")}
      </Link>
      <span className={classes.facts}>
        <span>{t(`kind.${value.kind}`)}</span>
        <span>{t(`languages.${value.languages}`)}</span>
        <span>{t("signers.count", { count: value.signers?.length ?? 0 })}</span>
        <code dir="ltr">{code}</code>
      </span>
      {isUnfinished(value) && (
        <span className={classes.unfinished}>
          <IconAlertTriangle size={16} stroke={1.5} aria-hidden />
          {t("lacks")}
        </span>
      )}
    </li>
  );
}
