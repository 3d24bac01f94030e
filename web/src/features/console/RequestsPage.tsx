import { Alert, Title } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { SUBSCRIPTION_STATES, useSubscriptionPagesInfiniteQuery, type Subscription } from "@/api/platform";
import { IconCircleCheck, IconInbox } from "@/ui/icons";
import { ListEnd } from "@/ui/list/ListEnd";
import { ListStates } from "@/ui/list/ListStates";
import { ListTabs } from "@/ui/list/ListTabs";
import { useListPages } from "@/ui/list/useListPages";
import { StatusDot } from "@/ui/record/StatusDot";
import { StateScreen } from "@/ui/StateScreen";
import { useAddressSearch } from "@/ui/useAddressSearch";
import { useBilingual } from "@/ui/useBilingual";
import { useTitle } from "@/ui/useTitle";
import classes from "./console.module.css";
import { ApproveDialog, RejectDialog } from "./DecisionDialogs";
import { RequestCard } from "./RequestCard";
import { REQUEST } from "./tones";

/** Without a word in the address: what has to be decided. */
const FIRST = SUBSCRIPTION_STATES[0];

/** Schools that ask for a place, those that wait for an answer first. */
export function RequestsPage() {
  const { t } = useTranslation("console");
  const bilingual = useBilingual();
  const [search] = useAddressSearch();
  const wanted = search.get("state") ?? FIRST;
  const state = SUBSCRIPTION_STATES.find((each) => each === wanted) ?? "";
  const list = useSubscriptionPagesInfiniteQuery(state, { refetchOnMountOrArgChange: true, pollingInterval: 60_000, skipPollingIfUnfocused: true });
  const [asking, setAsking] = useState<{ kind: "approve" | "reject"; request: Subscription } | null>(null);
  const [told, setTold] = useState("");
  useTitle(t("requests.title"));
  const { rows: items, more } = useListPages(list);
  const counts = (list.currentData ?? list.data)?.pages[0]?.counts ?? {};
  const done = (text: string) => {
    setAsking(null);
    setTold(text);
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
      <div role="status" className={classes.heard}>
        {told && (
          <Alert color="green" icon={<IconCircleCheck stroke={1.5} />} withCloseButton={false}>
            {told}
          </Alert>
        )}
      </div>
      {items.length > 0 ? (
        <>
          <ul className={classes.cards}>
            {items.map((request) => (
              <li key={request.id}>
                <RequestCard request={request} onAsk={(kind) => setAsking({ kind, request })} />
              </li>
            ))}
          </ul>
          <ListEnd shown={items.length} more={more} words={{ more: t("more") }} />
        </>
      ) : (
        <ListStates
          loading={!list.currentData && !list.error}
          error={list.currentData ? undefined : list.error}
          filtered={false}
          retry={() => void list.refetch()}
          clear={() => {}}
          empty={<StateScreen icon={<IconInbox size={28} stroke={1.5} />} title={t("requests.empty")} text={t("requests.empty.text")} />}
        />
      )}
      {asking?.kind === "approve" && <ApproveDialog request={asking.request} name={name} onClose={() => setAsking(null)} onDone={(now) => done(t(now.state === "active" ? "approve.done" : "approve.waiting", { school: name }))} />}
      {asking?.kind === "reject" && <RejectDialog request={asking.request} name={name} onClose={() => setAsking(null)} onDone={() => done(t("reject.done", { school: name }))} />}
    </>
  );
}
