import { Button } from "@mantine/core";
import { lazy, Suspense, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { IconCircleCheck } from "@/ui/icons";
import { IconRocket } from "../desk/icons";
import { Card } from "../desk/RoomHead";
import { useDesk } from "../desk/useDesk";
import classes from "./setup.module.css";

const PublishDialog = lazy(async () => ({ default: (await import("../publish/PublishDialog")).PublishDialog }));

/** What was set up goes live, after a look at what changes. */
export function PublishStep({ onPublished }: { onPublished: () => void }) {
  const { t } = useTranslation(["setup", "settingsDesk"]);
  const desk = useDesk();
  const [asking, setAsking] = useState(false);
  const seq = desk.published?.seq ?? 0;
  const before = useRef<number | null>(null);
  const done = useRef(onPublished);
  done.current = onPublished;
  // The revision that comes while the question is open is the answer to it.
  useEffect(() => {
    if (before.current === null || seq <= before.current) return;
    before.current = null;
    done.current();
  }, [seq]);
  const ask = () => {
    before.current = seq;
    setAsking(true);
  };
  const count = desk.edits.length;
  return (
    <Card title={t("publish.what")} help={count > 0 ? t("publish.what.help") : undefined}>
      {count === 0 ? (
        <p className={classes.calm}>
          <IconCircleCheck size={20} stroke={1.5} aria-hidden />
          {t("publish.nothing")}
        </p>
      ) : (
        <div>
          <Button size="md" leftSection={<IconRocket size={18} stroke={1.5} aria-hidden />} onClick={ask}>
            {t("publish.go", { count })}
          </Button>
        </div>
      )}
      {asking && (
        <Suspense fallback={null}>
          <PublishDialog onClose={() => setAsking(false)} />
        </Suspense>
      )}
    </Card>
  );
}
