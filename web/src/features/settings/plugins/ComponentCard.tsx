import { Button } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { Marks } from "../desk/Marks";
import marks from "../desk/marks.module.css";
import { Card } from "../desk/RoomHead";
import { toast } from "../desk/toast";
import { useDesk, useSetting } from "../desk/useDesk";
import type { PluginEntry } from "../desk/wordsApi";
import { usePlaceWords } from "../publish/words";
import { CompareSamples } from "./CompareSamples";
import { Days } from "./Days";
import { NewVersion } from "./NewVersion";
import classes from "./plugins.module.css";
import { Reach } from "./Reach";
import { componentWishes } from "./wishes";
import * as to from "../paths";

const short = (digest: string) => digest.slice(0, 12);

/** An installed component: what it is, what it may, how it worked, and which versions there are. */
export function ComponentCard({ entry }: { entry: PluginEntry }) {
  const { t } = useTranslation(["settingsPlugins", "settingsDesk"]);
  const words = usePlaceWords();
  const desk = useDesk();
  const setting = useSetting<unknown>(entry.file, "");
  const off = setting.readOnly !== null;
  const { plugin } = entry;
  const published = entry.published ?? null;
  const moved = published !== null && published.digest !== plugin?.digest;
  const earlier = entry.earlier.filter(({ digest }) => digest !== plugin?.digest);

  const goTo = (digest: string, version: string) => {
    desk.edit(componentWishes(entry, digest, desk.read("school.yaml", `/plugins/${entry.name}/digest`)), `component ${Date.now()}`);
    void desk.flush();
    toast({ text: t(digest === published?.digest ? "component.again" : "upload.done", { name: `\u2068${entry.name}\u2069`, version: `\u2068${version}\u2069` }), action: { label: t("settingsDesk:bar.undo"), run: () => void desk.undo() } });
  };

  return (
    <>
      <Card
        title={t("component.title", { name: `\u2068${entry.name}\u2069` })}
        help={
          plugin ? (
            <>
              {t("component.version", { version: `\u2068${plugin.version}\u2069` })} ·{" "}
              <bdi dir="ltr" className={classes.digest} title={plugin.digest}>
                {short(plugin.digest)}
              </bdi>
            </>
          ) : (
            t("component.unreadable")
          )
        }
        aside={<NewVersion entry={entry} off={off} />}
      >
        {(moved || published === null) && (
          <p className={marks.changed} role="status">
            {published ? t("component.moved", { live: `\u2068${published.version} (${short(published.digest)})\u2069` }) : t("component.fresh")}
            {published && !off && (
              <Button size="compact-sm" variant="subtle" onClick={() => goTo(published.digest, published.version)}>
                {t("component.back")}
              </Button>
            )}
          </p>
        )}
        <div className={classes.parts}>
          <section>
            <h3 className={classes.part}>{t("component.forms")}</h3>
            {entry.forms.length === 0 ? (
              <p className={classes.quiet}>{t("component.noForms")}</p>
            ) : (
              <ul className={classes.forms}>
                {entry.forms.map((form) => (
                  <li key={form}>
                    <Link to={to.form(form)}>{words.form(form)}</Link>
                  </li>
                ))}
              </ul>
            )}
            {earlier.length > 0 && (
              <>
                <h3 className={classes.part}>{t("component.earlier")}</h3>
                <ul className={classes.earlier}>
                  {earlier.map(({ digest, version, seq }) => (
                    <li key={digest}>
                      <span>
                        {t("component.version", { version: `\u2068${version}\u2069` })} <bdi dir="ltr" className={classes.digest}>{short(digest)}</bdi>
                        <span className={classes.quiet}> {t("component.of", { seq })}</span>
                      </span>
                      <Button size="compact-sm" variant="default" disabled={off} aria-label={t("component.take.label", { version })} onClick={() => goTo(digest, version)}>
                        {t("component.take")}
                      </Button>
                    </li>
                  ))}
                </ul>
              </>
            )}
          </section>
          <section>
            <h3 className={classes.part}>{t("component.reach")}</h3>
            <Reach entry={entry} />
          </section>
        </div>
        <section>
          <h3 className={classes.part}>{t("days.title")}</h3>
          <Days days={entry.days} name={entry.name} />
        </section>
        <Marks setting={{ ...setting, isChanged: false }} place={{ file: entry.file, pointer: "" }} />
      </Card>
      {moved && entry.forms.length > 0 && <CompareSamples forms={entry.forms} title={t("compare.title", { name: `\u2068${entry.name}\u2069` })} help={t("compare.help")} />}
    </>
  );
}
