import { Alert, Title } from "@mantine/core";
import { useMediaQuery } from "@mantine/hooks";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { SUBSCRIPTION_STATES, useSubscriptionPagesInfiniteQuery, type Subscription } from "@/api/platform";
import { IconCircleCheck, IconInbox } from "@/ui/icons";
import { withPart } from "@/ui/list/address";
import { ListStates } from "@/ui/list/ListStates";
import { ListTabs } from "@/ui/list/ListTabs";
import { useListPages } from "@/ui/list/useListPages";
import { BESIDE } from "@/ui/record/beside";
import { DrawerPanel } from "@/ui/record/DrawerPanel";
import { SidePanel } from "@/ui/record/SidePanel";
import { StatusDot } from "@/ui/record/StatusDot";
import { StateScreen } from "@/ui/StateScreen";
import shared from "@/ui/table.module.css";
import { useAddressSearch } from "@/ui/useAddressSearch";
import { useBilingual } from "@/ui/useBilingual";
import { useTitle } from "@/ui/useTitle";
import classes from "./console.module.css";
import { ApproveDialog, RejectDialog } from "./DecisionDialogs";
import { RequestRecord } from "./RequestRecord";
import { RequestsTable } from "./RequestsTable";
import { REQUEST } from "./tones";

/** Without a word in the address: what has to be decided. */
const FIRST = SUBSCRIPTION_STATES[0];

/** Schools that ask for a place, those that wait for an answer first. */
export function RequestsPage() {
  const { t } = useTranslation("console");
  const bilingual = useBilingual();
  const [search, change] = useAddressSearch();
  const wide = useMediaQuery(BESIDE, true, { getInitialValueInEffect: false });
  const wanted = search.get("state") ?? FIRST;
  const state = SUBSCRIPTION_STATES.find((each) => each === wanted) ?? "";
  const list = useSubscriptionPagesInfiniteQuery(state, { refetchOnMountOrArgChange: true, pollingInterval: 60_000, skipPollingIfUnfocused: true });
  const [asking, setAsking] = useState<{ kind: "approve" | "reject"; request: Subscription } | null>(null);
  const [outcome, setOutcome] = useState("");
  useTitle(t("requests.title"));
  const { rows: requests, more } = useListPages(list);
  const counts = (list.currentData ?? list.data)?.pages[0]?.counts ?? {};
  const total = state ? (counts[state] ?? 0) : Object.values(counts).reduce((sum, count) => sum + count, 0);
  const opened = requests.find(({ id }) => id === search.get("open")) ?? null;
  const open = (id: string | null) => change((now) => withPart(now, "open", id));
  const panel = { label: t("requests.panel"), onClose: () => open(null) };
  const record = opened && <RequestRecord key={opened.id} request={opened} onAsk={(kind) => setAsking({ kind, request: opened })} />;
  const done = (text: string) => {
    setAsking(null);
    setOutcome(text);
  };
  const name = asking ? bilingual({ en: asking.request.school_name, ar: asking.request.school_name_ar }) : "";
  const states = SUBSCRIPTION_STATES.map((each) => ({ value: each, label: <StatusDot tone={REQUEST[each]}>{t(`state.${each}`)}</StatusDot>, count: counts[each] ?? 0 }));
  return (
    <>
      <header>
        <Title order={1}>{t("requests.title")}</Title>
        <p className={classes.quiet}>{t("requests.lead")}</p>
      </header>
      <ListTabs label={t("requests.filter")} name="state" tabs={[...states, { value: "all", label: t("requests.all") }]} active={state || "all"} search={search} flush />
      <div role="status" className={classes.outcome}>
        {outcome && (
          <Alert color="green" icon={<IconCircleCheck stroke={1.5} />} withCloseButton={false}>
            {outcome}
          </Alert>
        )}
      </div>
      <div className={classes.window} data-panel={(wide && opened) || undefined}>
        <section className={shared.list}>
          {requests.length > 0 ? (
            <RequestsTable requests={requests} total={total} opened={opened?.id ?? null} onOpen={open} more={more} />
          ) : (
            <div className={shared.states}>
              <ListStates
                loading={!list.currentData && !list.error}
                error={list.currentData ? undefined : list.error}
                filtered={false}
                retry={() => void list.refetch()}
                clear={() => {}}
                empty={<StateScreen icon={<IconInbox size={28} stroke={1.5} />} title={t("requests.empty")} text={t("requests.empty.text")} />}
              />
            </div>
          )}
        </section>
        {wide && record && <SidePanel {...panel}>{record}</SidePanel>}
      </div>
      {!wide && (
        <DrawerPanel {...panel} opened={opened !== null}>
          {record}
        </DrawerPanel>
      )}
      {asking?.kind === "approve" && <ApproveDialog request={asking.request} name={name} onClose={() => setAsking(null)} onDone={(now) => done(t(now.state === "active" ? "approve.done" : "approve.waiting", { school: name }))} />}
      {asking?.kind === "reject" && <RejectDialog request={asking.request} name={name} onClose={() => setAsking(null)} onDone={() => done(t("reject.done", { school: name }))} />}
    </>
  );
}
