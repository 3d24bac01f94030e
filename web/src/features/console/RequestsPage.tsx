import { Alert, Button, Skeleton, Title, UnstyledButton } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { SUBSCRIPTION_STATES, useSubscriptionPagesInfiniteQuery, type Subscription } from "@/api/platform";
import { IconCircleCheck, IconInbox } from "@/ui/icons";
import { StateScreen } from "@/ui/StateScreen";
import { useAddressSearch } from "@/ui/useAddressSearch";
import { useBilingual } from "@/ui/useBilingual";
import { useFormat } from "@/ui/useFormat";
import { useTitle } from "@/ui/useTitle";
import classes from "./console.module.css";
import { ApproveDialog, RejectDialog } from "./DecisionDialogs";
import { Failed } from "./Failed";
import { RequestCard } from "./RequestCard";

/** Schools that ask for a place, those that wait for an answer first. */
export function RequestsPage() {
  const { t } = useTranslation("console");
  const format = useFormat();
  const bilingual = useBilingual();
  const [search, change] = useAddressSearch();
  // Without a word in the address: what has to be decided.
  const wanted = search.get("state") ?? "pending_review";
  const state = SUBSCRIPTION_STATES.find((each) => each === wanted) ?? "";
  const list = useSubscriptionPagesInfiniteQuery(state, { refetchOnMountOrArgChange: true, pollingInterval: 60_000, skipPollingIfUnfocused: true });
  const [asking, setAsking] = useState<{ kind: "approve" | "reject"; request: Subscription } | null>(null);
  const [told, setTold] = useState("");
  useTitle(t("requests.title"));
  const pages = list.currentData?.pages;
  const counts = pages?.[0]?.counts ?? list.data?.pages[0]?.counts ?? {};
  const items = pages?.flatMap((page) => page.items) ?? [];
  const done = (text: string) => {
    setAsking(null);
    setTold(text);
  };
  const name = asking ? bilingual({ en: asking.request.school_name, ar: asking.request.school_name_ar }) : "";
  return (
    <>
      <header>
        <Title order={1}>{t("requests.title")}</Title>
        <p className={classes.quiet}>{t("requests.lead")}</p>
      </header>
      <div className={classes.filters} role="group" aria-label={t("requests.filter")}>
        {[...SUBSCRIPTION_STATES, "all" as const].map((each) => (
          <UnstyledButton key={each} className={classes.filter} aria-pressed={each === wanted} onClick={() => change((now) => (now.set("state", each), now))}>
            {each === "all" ? t("requests.all") : t(`state.${each}`)}
            {each !== "all" && <span className={classes.count}>{format.number(counts[each] ?? 0)}</span>}
          </UnstyledButton>
        ))}
      </div>
      <div role="status" className={classes.heard}>
        {told && (
          <Alert color="green" icon={<IconCircleCheck stroke={1.5} />} withCloseButton={false}>
            {told}
          </Alert>
        )}
      </div>
      {!pages && list.error && <Failed error={list.error} retry={() => void list.refetch()} />}
      {!pages && !list.error && <Skeleton height={240} radius="md" role="progressbar" aria-label={t("loading")} />}
      {pages && items.length === 0 && <StateScreen icon={<IconInbox size={28} stroke={1.5} />} title={t("requests.empty")} text={t("requests.empty.text")} />}
      <ul className={classes.cards}>
        {items.map((request) => (
          <li key={request.id}>
            <RequestCard request={request} onAsk={(kind) => setAsking({ kind, request })} />
          </li>
        ))}
      </ul>
      {list.hasNextPage && (
        <div>
          <Button variant="default" loading={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
            {t("more")}
          </Button>
        </div>
      )}
      {asking?.kind === "approve" && <ApproveDialog request={asking.request} name={name} onClose={() => setAsking(null)} onDone={(now) => done(t(now.state === "active" ? "approve.done" : "approve.waiting", { school: name }))} />}
      {asking?.kind === "reject" && <RejectDialog request={asking.request} name={name} onClose={() => setAsking(null)} onDone={() => done(t("reject.done", { school: name }))} />}
    </>
  );
}
