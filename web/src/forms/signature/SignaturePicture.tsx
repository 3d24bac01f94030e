import { useEffect, useState } from "react";
import { useFormsText } from "../useFormsText";
import classes from "./signature.module.css";

/** Finds the picture of an upload; null where this page has none. */
export type ReadPicture = (id: string) => Promise<string | null>;

interface Props {
  id: string;
  read: ReadPicture | undefined;
  /** Whose it is or what it is for. */
  label: string;
}

/** A signature as a picture, or the word that there is one where the picture cannot be had. */
export function SignaturePicture({ id, read, label }: Props) {
  const t = useFormsText();
  const [found, setFound] = useState<{ id: string; src: string | null } | null>(null);
  useEffect(() => {
    let over = false;
    const look = async () => {
      const src = (await read?.(id)) ?? null;
      if (!over) setFound({ id, src });
    };
    void look();
    return () => {
      over = true;
    };
  }, [id, read]);
  if (found?.id !== id) return <span className={classes.waiting} aria-hidden />;
  if (!found.src) return <span className={classes.absent}>{t("signature.elsewhere")}</span>;
  return <img className={classes.picture} src={found.src} alt={t("signature.picture", { label })} />;
}
