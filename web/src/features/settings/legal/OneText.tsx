import { Button, Skeleton } from "@mantine/core";
import { useTranslation } from "react-i18next";
import type { LegalWhich } from "@/api/legal";
import { IconFileText } from "@/ui/icons";
import { StateScreen } from "@/ui/StateScreen";
import { Marks } from "../desk/Marks";
import { Card } from "../desk/RoomHead";
import { toast } from "../desk/toast";
import { useDeskHandle, useSetting } from "../desk/useDesk";
import { isLegalText, type LegalText } from "./blocks";
import { BothLanguages } from "./BothLanguages";
import { usePlainPalette } from "./usePlainPalette";
import { usePreviewOf } from "./usePreviewOf";
import { useStandard } from "./useStandard";
import * as to from "@/features/auth/paths";

/** The terms, or the privacy policy: ours, or the school's own words. */
export function OneText({ which }: { which: LegalWhich }) {
  const { t } = useTranslation(["settingsWords", "settingsDesk"]);
  const desk = useDeskHandle();
  const standard = useStandard();
  const palette = usePlainPalette();
  const file = `texts/${which}.json`;
  const setting = useSetting<LegalText>(file, "");
  usePreviewOf(to.legal(which));
  const off = setting.readOnly !== null;
  const text = isLegalText(setting.value) ? setting.value : null;
  const begin = async () => setting.set(await standard.legal(which), "begin");
  const giveBack = () => {
    setting.set(undefined, "standard");
    toast({ text: t("legal.standard.done"), action: { label: t("settingsDesk:bar.undo"), run: () => void desk.undo() } });
  };
  if (setting.isLoading) return <Skeleton height={280} radius="md" role="progressbar" aria-label={t("settingsDesk:loading")} />;
  return (
    <Card
      title={t(`legal.${which}`)}
      help={text ? t("legal.own.help") : undefined}
      aside={
        text && (
          <Button variant="default" size="sm" disabled={off} onClick={giveBack}>
            {t("legal.standard")}
          </Button>
        )
      }
    >
      {text ? (
        <BothLanguages text={text} palette={palette} off={off} problems={setting.problems} onChange={setting.set} />
      ) : (
        <StateScreen
          order={3}
          icon={<IconFileText size={28} stroke={1.5} />}
          title={t("legal.none")}
          text={t("legal.none.text")}
          action={
            <Button disabled={off} onClick={() => void begin()}>
              {t("legal.begin")}
            </Button>
          }
        />
      )}
      <Marks setting={{ ...setting, isChanged: false }} place={{ file, pointer: "" }} withoutProblems invalid={t("legal.unfinished")} />
    </Card>
  );
}
