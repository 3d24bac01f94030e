import "@mantine/core/styles/FloatingIndicator.layer.css";
import "@mantine/core/styles/SegmentedControl.layer.css";
import "@mantine/core/styles/Skeleton.layer.css";
import { Button, SegmentedControl, Skeleton } from "@mantine/core";
import { lazy, Suspense, useMemo, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { Link, useSearchParams } from "react-router";
import type { Values } from "@/forms/model";
import { useLanguage } from "@/i18n/useLanguage";
import { IconArrowLeft, IconDownload } from "@/ui/icons";
import classes from "./builder.module.css";
import parts from "./parts.module.css";
import { exportForm } from "./list/files";
import { rows } from "./model/order";
import type { FormModel, StoredDocument } from "./model/types";
import { Panel } from "./panel/Panel";
import { Trial } from "./trial/Trial";
import { useDraftedPath } from "./useDraftedPath";
import { BuilderContext, type Builder as Context, type BuilderProblem } from "./useBuilder";
import * as to from "../paths";

// Dragging is a library of its own; the page does not wait for it.
const Outline = lazy(async () => ({ default: (await import("./outline/Outline")).Outline }));

interface Props {
  id: string;
  held: { document: StoredDocument; model: FormModel };
  change: Context["change"];
  problems: BuilderProblem[];
  currency: string;
  readOnly: boolean;
}

type Pane = "outline" | "panel" | "trial";
const PANES: readonly Pane[] = ["outline", "panel", "trial"];

/** The builder: outline, the selected thing, and the form as it will be. Where there is no room for three, one at a time. */
export function Builder({ id, held, change, problems, currency, readOnly }: Props) {
  const { t } = useTranslation("builder");
  const { language } = useLanguage();
  const [params, setParams] = useSearchParams();
  const [pane, setPane] = useState<Pane>("outline");
  const [values, fill] = useState<Values>({});
  const [focusTurn, setFocusTurn] = useState(0);
  const [announcement, setAnnouncement] = useState("");
  const outlinePane = useRef<HTMLDivElement>(null);
  const panelPane = useRef<HTMLElement>(null);
  const { document, model } = held;
  const path = useDraftedPath(id);
  // The address follows what is selected: it comes a moment later, and a field that is to have the focus cannot wait for it.
  const [wanted, setWanted] = useState(params.get("at") ?? "form");
  // What was selected may be gone: undone, removed by somebody else, or never there.
  const selected = wanted === "form" || wanted === "totals" || rows(model).some((row) => row.id === wanted) ? wanted : "form";

  const context = useMemo((): Context => {
    const select: Context["select"] = (row, how) => {
      setWanted(row);
      setParams(row === "form" ? {} : { at: row }, { replace: true });
      if (!how) return;
      setPane("panel");
      if (how === "focus") setFocusTurn((turn) => turn + 1);
      // On a phone the outline goes out of sight, and the focus must not go with it.
      else requestAnimationFrame(() => outlinePane.current?.offsetParent === null && panelPane.current?.focus());
    };
    // The same words twice are still said twice.
    const announce = (words: string) => setAnnouncement((before) => (before === words ? `${words}\u200b` : words));
    return { id, document, model, problems, currency, readOnly, change, values, fill, selected, select, announce };
  }, [id, document, model, problems, currency, readOnly, change, values, selected, setParams]);

  return (
    <BuilderContext value={context}>
      <header className={classes.head}>
        <div className={classes.headText}>
          <Link className={classes.back} to={to.room("forms")}>
            <IconArrowLeft className="mirror" size={18} stroke={1.5} aria-hidden />
            {t("page.back")}
          </Link>
          <h1 className={classes.title}>{model.title[language] || id}</h1>
          <span className={parts.quiet} dir="ltr">
            {path}
          </span>
        </div>
        <Button variant="default" size="sm" leftSection={<IconDownload size={18} stroke={1.5} aria-hidden />} onClick={() => exportForm(id, document)}>
          {t("list.export")}
        </Button>
      </header>
      <SegmentedControl
        className={`${classes.panes} ${parts.wrapping}`}
        fullWidth
        aria-label={t("pane.label")}
        value={pane}
        onChange={(next) => setPane(next)}
        data={PANES.map((each) => ({ value: each, label: t(`pane.${each}`) }))}
      />
      <div className={classes.builder} data-pane={pane}>
        <div ref={outlinePane} className={classes.outlinePane} data-scrolls>
          <Suspense fallback={<Skeleton height={400} radius="md" />}>
            <Outline />
          </Suspense>
        </div>
        <section ref={panelPane} tabIndex={-1} className={classes.panelPane} aria-label={t("pane.panel")}>
          <Panel focusTurn={focusTurn} />
        </section>
        <div className={classes.trialPane}>
          <Trial />
        </div>
      </div>
      <div role="status" className="unseen">
        {announcement}
      </div>
    </BuilderContext>
  );
}
