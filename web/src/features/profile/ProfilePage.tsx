import { Button, Skeleton, Title } from "@mantine/core";
import { lazy, Suspense, useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { Link, Navigate, useParams } from "react-router";
import { failureOf } from "@/api/envelope";
import { useAppSelector } from "@/api/hooks";
import { may } from "@/api/may";
import { IconAlertTriangle } from "@/ui/icons";
import { StateScreen } from "@/ui/StateScreen";
import { useDelayed } from "@/ui/useDelayed";
import { useMessage } from "@/ui/useMessage";
import { useTitle } from "@/ui/useTitle";
import { AccountTab } from "./account/AccountTab";
import { useGetProfileQuery, type Profile } from "./api";
import { LanguageTab } from "./LanguageTab";
import { NotificationsTab } from "./NotificationsTab";
import { PrivacyTab } from "./PrivacyTab";
import classes from "./profile.module.css";
import { SecurityTab } from "./security/SecurityTab";
import { tabOf, tabsOf, type Tab } from "./tabs";
import * as to from "./paths";

const ConsentsTab = lazy(async () => ({ default: (await import("./consents/ConsentsTab")).ConsentsTab }));

/** What a person tells about themselves, and how they keep their account. */
export function ProfilePage() {
  const { t } = useTranslation("profile");
  const message = useMessage();
  const isFamily = useAppSelector((state) => may(state.auth.user?.authority, "family.read"));
  const tab = tabOf(useParams().tab, isFamily);
  const { data, error, isFetching, refetch } = useGetProfileQuery();
  const waiting = useDelayed(!data && !error);
  const tabs = useRef<HTMLElement>(null);
  // On a phone the row of tabs is wider than the screen: the open one comes into it.
  useEffect(() => {
    tabs.current?.querySelector(`[href$="${to.part(tab ?? "")}"]`)?.scrollIntoView({ block: "nearest", inline: "center" });
  }, [tab]);
  useTitle(tab ? `${t("profile.title")}: ${t(`profile.tab.${tab}`)}` : undefined);

  if (!tab) return <Navigate to={to.profile()} replace />;
  const skeleton = (
    <div className={classes.card} role="status" aria-label={t("profile.loading")}>
      <Skeleton height={72} circle />
      <Skeleton height={44} />
      <Skeleton height={44} />
      <Skeleton height={44} width="60%" />
    </div>
  );
  return (
    <div className={classes.page}>
      <Title order={1}>{t("profile.title")}</Title>
      <div className={classes.columns}>
        <nav ref={tabs} className={classes.tabs} aria-label={t("profile.tabs")}>
          {tabsOf(isFamily).map(({ id, icon: Icon }) => (
            <Link key={id} className={classes.tab} to={to.part(id)} aria-current={id === tab ? "page" : undefined}>
              <Icon size={20} stroke={1.5} aria-hidden />
              {t(`profile.tab.${id}`)}
            </Link>
          ))}
        </nav>
        <div className={classes.content}>
          {/* A tab may have words of its own to fetch: meanwhile it waits, and not the page around it. */}
          {data && (
            <Suspense fallback={skeleton}>
              <TabContent tab={tab} profile={data.profile} />
            </Suspense>
          )}
          {!data && error && (
            <StateScreen
              role="alert"
              icon={<IconAlertTriangle size={28} stroke={1.5} />}
              title={t("profile.error.title")}
              text={message(failureOf(error).messageId)}
              action={
                <Button loading={isFetching} onClick={() => void refetch()}>
                  {t("profile.retry")}
                </Button>
              }
            />
          )}
          {waiting && skeleton}
        </div>
      </div>
    </div>
  );
}

function TabContent({ tab, profile }: { tab: Tab; profile: Profile }) {
  switch (tab) {
    case "account":
      return <AccountTab profile={profile} />;
    case "security":
      return <SecurityTab profile={profile} />;
    case "language":
      return <LanguageTab profile={profile} />;
    case "notifications":
      return <NotificationsTab profile={profile} />;
    case "consents":
      return <ConsentsTab />;
    case "privacy":
      return <PrivacyTab profile={profile} />;
  }
}
