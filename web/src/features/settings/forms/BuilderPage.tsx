import { Alert, Button, Skeleton } from "@mantine/core";
import { lazy, Suspense } from "react";
import { useTranslation } from "react-i18next";
import { Link, useParams } from "react-router";
import { useLanguage } from "@/i18n/useLanguage";
import { IconClipboardList, IconLock } from "@/ui/icons";
import { StateScreen } from "@/ui/StateScreen";
import { useTitle } from "@/ui/useTitle";
import { ConflictDialog } from "../desk/ConflictDialog";
import deskClasses from "../desk/desk.module.css";
import { DeskBar } from "../desk/DeskBar";
import { DeskNav } from "../desk/DeskNav";
import { Ready } from "../desk/Ready";
import { LeaveGuard } from "../desk/LeaveGuard";
import { Toaster } from "../desk/Toaster";
import { useSchoolSetting } from "../desk/useDesk";
import { Builder } from "./Builder";
import classes from "./builder.module.css";
import type { FormConfig } from "./list/offered";
import { useFormModel } from "./useBuilder";
import * as to from "../paths";

const PluginForm = lazy(async () => ({ default: (await import("./plugin/PluginForm")).PluginForm }));

/** One form of the school: built here when it is the school's own, laid out and put into words when a plugin brings it. */
export function BuilderPage() {
  const { id = "" } = useParams();
  return (
    <>
      <div className={deskClasses.desk}>
        <div className={deskClasses.top}>
          <DeskNav current="forms" />
          <DeskBar />
        </div>
        <div className={classes.page}>
          <Ready>
            <One key={id} id={id} />
          </Ready>
        </div>
      </div>
      <ConflictDialog />
      <LeaveGuard />
      <Toaster />
    </>
  );
}

function One({ id }: { id: string }) {
  const { t } = useTranslation("builder");
  const offered = useSchoolSetting<Record<string, FormConfig>>("/forms");
  if (offered.isLoading) return <Skeleton height={400} radius="md" role="progressbar" aria-label={t("loading")} />;
  const config = offered.value?.[id];
  if (!config?.plugin) return <Own id={id} offered={config !== undefined} />;
  return (
    <Suspense fallback={<Skeleton height={400} radius="md" />}>
      <PluginForm form={id} plugin={config.plugin} />
    </Suspense>
  );
}

function Own({ id, offered }: { id: string; offered: boolean }) {
  const { t } = useTranslation("builder");
  const { language } = useLanguage();
  const { setting, held, change, problems, currency } = useFormModel(id);
  const title = held?.model.title[language] ?? id;
  useTitle(t("page.title", { form: title }));
  if (setting.isLoading) return <Skeleton height={400} radius="md" role="progressbar" aria-label={t("loading")} />;
  if (!held) {
    return (
      <StateScreen
        order={1}
        icon={<IconClipboardList size={28} stroke={1.5} />}
        title={t(setting.value === undefined ? "page.none" : "page.unreadable")}
        text={t(setting.value === undefined ? "page.none.text" : "page.unreadable.text")}
        action={
          <Button component={Link} to={to.room("forms")}>
            {t("page.back")}
          </Button>
        }
      />
    );
  }
  return (
    <>
      {setting.readOnly && (
        <Alert color="gray" icon={<IconLock stroke={1.5} />}>
          {t(`readOnly.${setting.readOnly}`)}
        </Alert>
      )}
      {!offered && (
        <Alert color="amber" icon={<IconClipboardList stroke={1.5} />}>
          {t("page.notOffered")}
        </Alert>
      )}
      <Builder id={id} held={held} change={change} problems={problems} currency={currency} readOnly={setting.readOnly !== null} />
    </>
  );
}
