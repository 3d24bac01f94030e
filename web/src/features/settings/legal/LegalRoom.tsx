import "@mantine/core/styles/SegmentedControl.layer.css";
import "@mantine/core/styles/FloatingIndicator.layer.css";
import { SegmentedControl } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { useNavigate, useParams } from "react-router";
import { RoomHead } from "../desk/RoomHead";
import { ConsentEditor } from "./ConsentEditor";
import { ConsentList } from "./ConsentList";
import classes from "./legal.module.css";
import { OneText } from "./OneText";
import { TermsVersion } from "./TermsVersion";
import * as to from "../paths";

const PARTS = ["terms", "privacy", "consents"] as const;

/** What families agree to, as blocks of plain words in both languages; `/consents/<code>` opens one of the consents. */
export function LegalRoom() {
  const { t } = useTranslation("settingsWords");
  const navigate = useNavigate();
  const [wanted, code] = (useParams()["*"] ?? "").split("/");
  const part = PARTS.find((each) => each === wanted) ?? "terms";
  if (part === "consents" && code) return <ConsentEditor key={code} code={code} />;
  return (
    <>
      <RoomHead title={t("legal.title")} lead={t("legal.lead")} />
      <SegmentedControl
        className={classes.which}
        aria-label={t("legal.which")}
        value={part}
        onChange={(value) => void navigate(to.room("legal", ...(value === "terms" ? [] : [value])))}
        data={PARTS.map((value) => ({ value, label: t(`legal.part.${value}`) }))}
      />
      {part === "consents" ? <ConsentList /> : <OneText key={part} which={part} />}
      {part === "terms" && <TermsVersion />}
    </>
  );
}
