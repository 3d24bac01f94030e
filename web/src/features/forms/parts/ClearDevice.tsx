import { Button } from "@mantine/core";
import { useState } from "react";
import { IconTrash } from "@/forms/icons";
import { useFormsText } from "@/forms/useFormsText";
import { saveStatus, type SaveState } from "../draft/autosave";
import classes from "./parts.module.css";

interface ClearDeviceProps {
  /** The server holds answers, which a link opens. */
  link: boolean;
  save: SaveState;
  onClear: (lose: boolean) => Promise<boolean>;
}

/** Takes the answers off a shared device; those that exist nowhere else only after a question. */
export function ClearDevice({ link, save, onClear }: ClearDeviceProps) {
  const t = useFormsText();
  const [asking, setAsking] = useState(false);
  const [clearing, setClearing] = useState(false);
  const stuck = saveStatus(save) === "onDevice";
  const clear = async (lose: boolean) => {
    setClearing(true);
    if (await onClear(lose)) return;
    setClearing(false);
    setAsking(true);
  };
  if (asking) {
    return (
      <div role="alertdialog" aria-label={t("later.shared")} aria-describedby="lose-text" className={classes.lose}>
        <p id="lose-text">{t(link ? "lose.part" : "lose.all")}</p>
        <Button variant="default" data-autofocus autoFocus onClick={() => setAsking(false)}>
          {t("lose.keep")}
        </Button>
        <Button classNames={{ root: classes.wraps, label: classes.wrapsLabel }} color="red" loading={clearing} leftSection={<IconTrash size={18} stroke={1.5} aria-hidden />} onClick={() => void clear(true)}>
          {t("lose.lose")}
        </Button>
      </div>
    );
  }
  return (
    <>
      <p>{t(stuck ? "later.sharedStuck" : "later.sharedText")}</p>
      <Button
        variant="default"
        loading={clearing}
        leftSection={<IconTrash size={18} stroke={1.5} aria-hidden />}
        onClick={() => (stuck ? setAsking(true) : void clear(false))}
      >
        {t("later.shared")}
      </Button>
    </>
  );
}
