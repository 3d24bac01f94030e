import "@mantine/core/styles/Kbd.layer.css";
import { Kbd } from "@mantine/core";
import { Fragment, useState } from "react";
import { useTranslation } from "react-i18next";
import { Dialog } from "@/ui/Dialog";
import { groupsHere } from "./groups";
import classes from "./KeyHelp.module.css";

/** The keys that work on the page that it was opened on. */
export function KeyHelp({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation("keys");
  // Of the page as it stood: the dialog itself lies over it.
  const [groups] = useState(() => groupsHere());
  return (
    <Dialog onClose={onClose} title={t("title")} size={640}>
      <div className={classes.groups}>
        {groups.map(({ id, keys }) => (
          <section key={id} aria-labelledby={`keys-${id}`}>
            <h3 id={`keys-${id}`} className={classes.head}>
              {t(`group.${id}`)}
            </h3>
            <dl className={classes.keys}>
              {keys.map(({ press, says }) => (
                <div key={says} className={classes.key}>
                  <dt dir="ltr">
                    {press.map((held, index) => (
                      <Fragment key={held.join("+")}>
                        {index > 0 && <span className={classes.or}>/</span>}
                        {held.map((key) => (
                          <Kbd key={key} size="sm">
                            {key}
                          </Kbd>
                        ))}
                      </Fragment>
                    ))}
                  </dt>
                  <dd>{t(says)}</dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
      <p className={classes.note}>{t("note")}</p>
    </Dialog>
  );
}
