import { Alert, Button, VisuallyHidden } from "@mantine/core";
import { useHotkeys } from "@mantine/hooks";
import { lazy, Suspense, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { failureOf } from "@/api/envelope";
import { useAddViewMutation, useListViewsQuery, useRemoveViewMutation, useUpdateViewMutation, type SavedView, type ViewList } from "@/api/views";
import { IconAlertCircle, IconHistory, IconPlus, IconRefresh } from "../icons";
import { useAddressSearch } from "../useAddressSearch";
import { useMessage } from "../useMessage";
import { withPart } from "./address";
import { ViewMenu } from "./ViewMenu";
import { isSame, queryOf, searchOf, VIEW, type Query } from "./views";
import classes from "./views.module.css";

const ViewNameDialog = lazy(async () => ({ default: (await import("./ViewNameDialog")).ViewNameDialog }));

/** What a list looks like beyond its address, where nothing does. */
const NO_LOOK: Query = {};

interface Props {
  list: ViewList;
  /** The parameters of the address that say what the list shows. */
  names: readonly string[];
  /** What of them is so for this person although the address does not say it, such as the columns. */
  look?: Query;
  /** Where the list is part of a page and has no window of its own. */
  flush?: boolean;
}

/** The views of a list that somebody has saved: one click each, "All" before them, and what can be done with the one that is open. */
export function SavedViews({ list, names, look = NO_LOOK, flush = false }: Props) {
  const { t } = useTranslation("list");
  const message = useMessage();
  const [search, change] = useAddressSearch();
  const { data, error, refetch } = useListViewsQuery();
  const [add, adding] = useAddViewMutation();
  const [update, updating] = useUpdateViewMutation();
  const [remove, removing] = useRemoveViewMutation();
  const [naming, setNaming] = useState<"new" | "rename" | null>(null);
  const [removed, setRemoved] = useState<SavedView | null>(null);
  const bar = useRef<HTMLElement>(null);
  useHotkeys([["v", () => bar.current?.querySelector<HTMLElement>("[aria-current]")?.focus()]]);

  const views = data?.items.filter((view) => view.list === list) ?? [];
  const open = views.find(({ id }) => id === search.get(VIEW)) ?? null;
  const shown = queryOf(search, names, look);
  // Everybody's "All" is the list without a parameter.
  const isChanged = open ? !isSame(open.query, shown, look) : Object.keys(queryOf(search, names)).length > 0;
  const openId = open?.id;
  useEffect(() => {
    if (openId) bar.current?.querySelector("[aria-current]")?.scrollIntoView({ block: "nearest", inline: "nearest" });
  }, [openId]);

  const openView = (id: string | null) => change((now) => withPart(now, VIEW, id));
  const save = async (name: string) => {
    const answer = await add({ addViewRequest: { list, name, query: shown } });
    if (answer.error) return failureOf(answer.error);
    openView(answer.data.view.id);
    setRemoved(null);
    setNaming(null);
    return null;
  };
  const rename = async (view: SavedView, name: string) => {
    const answer = await update({ id: view.id, updateViewRequest: { version: view.version, name } });
    if (answer.error) return failureOf(answer.error);
    setNaming(null);
    return null;
  };
  const takeAway = async (view: SavedView) => {
    const answer = await remove({ id: view.id });
    if (answer.error) return;
    openView(null);
    setRemoved(view);
  };
  const putBack = async ({ name, query }: SavedView) => {
    const answer = await add({ addViewRequest: { list, name, query } });
    if (answer.error) return;
    openView(answer.data.view.id);
    setRemoved(null);
  };
  const failed = [updating.error, removing.error, naming ? undefined : adding.error].find((each) => each !== undefined);

  return (
    <>
      <nav ref={bar} data-keys="views" className={classes.bar} data-flush={flush || undefined} data-plain={(views.length === 0 && !isChanged && !error) || undefined} aria-label={t("views.label")} aria-keyshortcuts="v">
        <div className={classes.views}>
          <Link className={classes.view} to={{ search: "" }} aria-current={open ? undefined : "page"}>
            {t("views.all")}
          </Link>
          {views.map((view) => (
            <Link key={view.id} className={classes.view} to={searchOf(view.query, view.id)} aria-current={view.id === openId ? "page" : undefined}>
              <bdi>{view.name}</bdi>
              {view.id === openId && isChanged && (
                <>
                  <span className={classes.dot} aria-hidden />
                  <VisuallyHidden>{t("views.changed")}</VisuallyHidden>
                </>
              )}
            </Link>
          ))}
        </div>
        {open && isChanged && (
          <Button className={classes.action} size="compact-sm" variant="light" loading={updating.isLoading} onClick={() => void update({ id: open.id, updateViewRequest: { version: open.version, query: shown } })}>
            {t("views.saveChanges")}
          </Button>
        )}
        {!open && isChanged && data && (
          <Button className={classes.action} size="compact-sm" variant="subtle" leftSection={<IconPlus size={16} stroke={1.5} aria-hidden />} onClick={() => setNaming("new")}>
            {t("views.save")}
          </Button>
        )}
        {data && <ViewMenu open={open !== null} busy={removing.isLoading} onSave={() => setNaming("new")} onRename={() => setNaming("rename")} onRemove={() => open && void takeAway(open)} />}
        {error && !data && (
          <Button className={classes.action} size="compact-sm" variant="subtle" color="gray" leftSection={<IconRefresh size={16} stroke={1.5} aria-hidden />} onClick={() => void refetch()}>
            {t("views.failed")}
          </Button>
        )}
      </nav>
      <div role="status" className={classes.outcome} data-flush={flush || undefined}>
        {removed && (
          <>
            <span>{t("views.removed", { name: `\u2068${removed.name}\u2069` })}</span>
            <Button variant="subtle" size="compact-sm" loading={adding.isLoading} leftSection={<IconHistory size={16} stroke={1.5} aria-hidden />} onClick={() => void putBack(removed)}>
              {t("views.undo")}
            </Button>
          </>
        )}
      </div>
      {failed && (
        <Alert role="alert" color="red" mx={flush ? 0 : 32} mb={8} icon={<IconAlertCircle stroke={1.5} />}>
          {message(failureOf(failed).messageId)}
        </Alert>
      )}
      <Suspense>
        {naming && (
          <ViewNameDialog
            title={t(naming === "new" ? "views.save" : "views.rename")}
            first={naming === "rename" ? (open?.name ?? "") : ""}
            isFull={naming === "new" && data !== undefined && data.items.length >= MAX_VIEWS}
            onSave={(name) => (naming === "rename" && open ? rename(open, name) : save(name))}
            onClose={() => setNaming(null)}
          />
        )}
      </Suspense>
    </>
  );
}

/** Views of one account, of all its lists. */
const MAX_VIEWS = 50;
