import { preview } from "@/api/preview";
import { IconCloudCheck, IconCloudOff } from "@/forms/icons";
import type { FormSettings } from "@/forms/model";
import { useFormsText } from "@/forms/useFormsText";
import { useMessage } from "@/ui/useMessage";
import { saveStatus, type SaveState } from "../draft/autosave";
import classes from "./parts.module.css";

/** "Saved at 21:04", quietly. */
export function SaveNote({ save, settings }: { save: SaveState; settings: FormSettings }) {
  const t = useFormsText();
  const message = useMessage();
  const status = saveStatus(save);
  // In the desk's frame nothing is kept anywhere, and nothing may say that it is.
  if (preview) return <p className={classes.saveNote}>{status === "nothing" ? "" : message("S004")}</p>;
  const words =
    status === "saved" && save.savedAt !== null
      ? t("save.savedAt", { time: timeText(save.savedAt, settings) })
      : status === "nothing"
        ? ""
        : t(`save.${status === "unsaved" ? "saving" : status}`);
  return (
    <p className={classes.saveNote} data-status={status}>
      {words !== "" &&
        (status === "onDevice" ? <IconCloudOff size={18} stroke={1.5} aria-hidden /> : <IconCloudCheck size={18} stroke={1.5} aria-hidden />)}
      {/* Only the end of a save is worth a word to a screen reader, not each begin. */}
      <span role="status">{status === "saved" || status === "onDevice" ? words : ""}</span>
      {(status === "saving" || status === "unsaved") && <span aria-hidden>{words}</span>}
    </p>
  );
}

function timeText(at: number, { language, digits }: FormSettings): string {
  // The family's own clock: it compares this with the one in the corner of its screen.
  return new Intl.DateTimeFormat(`${language === "ar" ? "ar" : "en-GB"}-u-nu-${digits}`, {
    hour: "2-digit", minute: "2-digit", hour12: false,
  }).format(at);
}
