import { Button } from "@mantine/core";
import { lazy, Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { useAppSelector } from "@/api/hooks";
import { may } from "@/api/may";
import { isStanding, statusOf } from "@/api/standing";
import type { Enquiry } from "@/api/types";
import { IconPencil } from "@/ui/icons";

// Asked for by a press: no record waits for it.
const ChangeDialog = lazy(async () => ({ default: (await import("./ChangeDialog")).ChangeDialog }));

/** The way to change answers of an application oneself, for who works on it; of what is closed nothing is changed. */
export function ChangeAnswers({ enquiry, onPress, onChanged }: { enquiry: Enquiry; onPress: () => void; onChanged: () => void }) {
  const { t } = useTranslation("unlocked");
  const edits = useAppSelector((state) => may(state.auth.user?.authority, "application.edit"));
  const [asked, setAsked] = useState(false);
  if (!edits || !isStanding(enquiry.state) || statusOf(enquiry.state) === "R") return null;
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconPencil size={18} stroke={1.5} aria-hidden />}
        onClick={() => {
          onPress();
          setAsked(true);
        }}
      >
        {t("change.open")}
      </Button>
      <Suspense fallback={null}>
        {asked && (
          <ChangeDialog
            enquiry={enquiry}
            onChanged={() => {
              setAsked(false);
              onChanged();
            }}
            onClose={() => setAsked(false)}
          />
        )}
      </Suspense>
    </>
  );
}
