import { Button, Loader } from "@mantine/core";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { StateScreen } from "@/ui/StateScreen";

const EVERY_MS = 2_000;
const MOST = 30;

/** The letter is being drawn: the page asks again for a minute, and then leaves it to whoever reads it. */
export function Preparing({ look }: { look: () => void }) {
  const { t } = useTranslation("letters");
  const [asked, setAsked] = useState(0);
  const isOver = asked >= MOST;
  useEffect(() => {
    if (isOver) return;
    const timer = setTimeout(() => {
      setAsked(asked + 1);
      look();
    }, EVERY_MS);
    return () => clearTimeout(timer);
  }, [asked, isOver, look]);
  const again = () => {
    setAsked(0);
    look();
  };
  return isOver ? (
    <StateScreen role="status" title={t("accept.late.title")} text={t("accept.late.text")} action={<Button onClick={again}>{t("accept.late.again")}</Button>} />
  ) : (
    <StateScreen role="status" icon={<Loader size="sm" />} title={t("accept.preparing.title")} text={t("accept.preparing.text")} />
  );
}
