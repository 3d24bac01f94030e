import { Skeleton } from "@mantine/core";
import { lazy, Suspense } from "react";
import { useTranslation } from "react-i18next";
import { Link, useSearchParams } from "react-router";
import { useSchool } from "@/api/school";
import { IconArrowLeft } from "@/ui/icons";
import { useBilingual } from "@/ui/useBilingual";
import { useTitle } from "@/ui/useTitle";
import classes from "./plugin.module.css";
import builderClasses from "../builder.module.css";
import parts from "../parts.module.css";
import * as to from "../../paths";

const ArrangePage = lazy(async () => ({ default: (await import("../arrange/ArrangePage")).ArrangePage }));
const PluginTexts = lazy(async () => ({ default: (await import("./PluginTexts")).PluginTexts }));

const VIEWS = ["arrange", "words"] as const;

/** A form that a plugin brings: what it asks is the plugin's; its layout and its words can be the school's own. */
export function PluginForm({ form, plugin }: { form: string; plugin: string }) {
  const { t } = useTranslation("builder");
  const { forms } = useSchool();
  const bilingual = useBilingual();
  const [params] = useSearchParams();
  const view = params.get("view") === "words" ? "words" : "arrange";
  const title = bilingual(forms.find((each) => each.id === form)?.title) || form;
  useTitle(t("page.title", { form: title }));
  return (
    <>
      <header className={builderClasses.head}>
        <div className={builderClasses.headText}>
          <Link className={builderClasses.back} to={to.room("forms")}>
            <IconArrowLeft className="mirror" size={18} stroke={1.5} aria-hidden />
            {t("page.back")}
          </Link>
          <h1 className={builderClasses.title}>{title}</h1>
          <p className={parts.quiet}>
            {t(`plugin.what.${view}`)} <bdi>{plugin}</bdi>
          </p>
        </div>
        <nav className={classes.views} aria-label={t("plugin.views")}>
          {VIEWS.map((each) => (
            <Link key={each} to={each === "words" ? "?view=words" : "?"} replace className={classes.view} aria-current={view === each ? "page" : undefined}>
              {t(`plugin.view.${each}`)}
            </Link>
          ))}
        </nav>
      </header>
      <Suspense fallback={<Skeleton height={400} radius="md" role="progressbar" aria-label={t("loading")} />}>{view === "words" ? <PluginTexts form={form} /> : <ArrangePage id={form} />}</Suspense>
    </>
  );
}
