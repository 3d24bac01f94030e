import { TextInput } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Dialog } from "@/ui/Dialog";
import { IconSearch } from "@/ui/icons";
import classes from "./outline.module.css";
import parts from "../parts.module.css";
import { IconMapPin } from "../icons";
import { KIND_ICONS } from "../kindIcons";
import { find } from "../model/edit";
import { ITEM_KINDS, KINDS, type Kind } from "../model/kinds";
import { useBuilder } from "../useBuilder";
import { useRowActions } from "../useRowActions";

/** Everything that can be asked, each with what it is for. */
export function Palette({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation("builder");
  const { model, selected } = useBuilder();
  const actions = useRowActions();
  const [query, setQuery] = useState("");
  const found = selected.startsWith("question:") ? find(model, selected.slice("question:".length)) : null;
  const inside = found?.group ?? (found?.question.items ? found.question : null);
  const kinds: readonly (Kind | "address")[] = found?.group ? ITEM_KINDS : withAddress;
  const wanted = query.trim().toLowerCase();
  const shown = kinds.filter((kind) => `${t(`kind.${kind}`)} ${t(`kind.${kind}.for`)}`.toLowerCase().includes(wanted));
  const pick = (kind: Kind | "address") => {
    onClose();
    actions.add(kind);
  };
  return (
    <Dialog onClose={onClose} title={t("palette.title")} size={760}>
      <form
        className={classes.palette}
        onSubmit={(event) => {
          event.preventDefault();
          if (shown[0]) pick(shown[0]);
        }}
      >
        <TextInput
          data-autofocus
          type="search"
          label={t("palette.search")}
          description={inside ? t("palette.inside") : undefined}
          leftSection={<IconSearch size={18} stroke={1.5} aria-hidden />}
          value={query}
          onChange={(event) => setQuery(event.currentTarget.value)}
        />
        <ul className={classes.kinds}>
          {shown.map((kind) => {
            const Icon = kind === "address" ? IconMapPin : KIND_ICONS[kind];
            return (
              <li key={kind}>
                <button type="button" className={classes.kind} onClick={() => pick(kind)}>
                  <Icon size={22} stroke={1.5} aria-hidden />
                  <span>
                    <span className={classes.kindName}>{t(`kind.${kind}`)}</span>
                    <span className={parts.quiet}>{t(`kind.${kind}.for`)}</span>
                  </span>
                </button>
              </li>
            );
          })}
        </ul>
        <p role="status" className={shown.length === 0 ? parts.quiet : "unseen"}>
          {shown.length === 0 ? t("palette.nothing") : t("palette.count", { count: shown.length })}
        </p>
      </form>
    </Dialog>
  );
}

const withAddress: readonly (Kind | "address")[] = KINDS.flatMap((kind): (Kind | "address")[] => (kind === "country" ? [kind, "address"] : [kind]));
