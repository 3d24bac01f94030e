import { Button, Group } from "@mantine/core";
import { lazy, Suspense, useEffect } from "react";
import { useTranslation } from "react-i18next";
import { Outlet, useLocation, useNavigate } from "react-router";
import { failureOf } from "@/api/envelope";
import { useCheckAccessQuery, useGetSchoolDetailsQuery } from "@/api/generated";
import { useAppSelector } from "@/api/hooks";
import { SchoolContext } from "@/api/school";
import { closedFrom } from "@/features/auth/paths";
import { asLanguage } from "@/i18n/languages";
import { useLanguage } from "@/i18n/useLanguage";
import { IconAlertTriangle, IconRefresh } from "@/ui/icons";
import { LanguageSwitch } from "@/ui/LanguageSwitch";
import { StateScreen } from "@/ui/StateScreen";
import { useMessage } from "@/ui/useMessage";
import { ACCESS_DENIED } from "./paths";
import { Splash } from "./Splash";

const SchoolPicker = lazy(async () => ({ default: (await import("./SchoolPicker")).SchoolPicker }));

/** The school's gate: nothing is routed before it is known whose pages these are, and who is signed in. */
export function Root() {
  const details = useGetSchoolDetailsQuery();
  const restoring = useAppSelector((state) => state.auth.status === "restoring");
  useAccessCheck(details.data?.mode, details.isError);
  useOfferedLanguage(details.data?.languages);

  if (details.isLoading || restoring) return <Splash />;
  if (!details.data) return <NoSchool messageId={failureOf(details.error).messageId} retry={() => void details.refetch()} />;
  return (
    <SchoolContext value={details.data}>
      <Outlet />
    </SchoolContext>
  );
}

/** Once on load, outside test mode: a school that may not be visited sends every page to /access-denied. */
function useAccessCheck(mode: string | undefined, detailsFailed: boolean): void {
  const known = mode !== undefined || detailsFailed;
  const { data, error } = useCheckAccessQuery(undefined, { skip: !known || mode === "test" });
  const navigate = useNavigate();
  const { pathname, search, hash } = useLocation();
  const denied = error !== undefined || data?.success === false;
  useEffect(() => {
    if (denied && pathname !== ACCESS_DENIED) void navigate(closedFrom(`${pathname}${search}${hash}`), { replace: true });
  }, [denied, pathname, search, hash, navigate]);
}

/** A detected language that the school does not offer gives way to its first one. */
function useOfferedLanguage(offered: string[] | undefined): void {
  const { language, change } = useLanguage();
  useEffect(() => {
    const first = offered?.[0];
    if (first && !offered.includes(language)) change(asLanguage(first));
  }, [offered, language, change]);
}

function NoSchool({ messageId, retry }: { messageId: string; retry: () => void }) {
  const { t } = useTranslation();
  const message = useMessage();
  return (
    <main>
      <StateScreen
        role="alert"
        order={1}
        icon={<IconAlertTriangle size={28} stroke={1.5} />}
        title={t("error.noSchool.title")}
        text={message(messageId)}
        action={
          <Group>
            <Button leftSection={<IconRefresh size={18} stroke={1.5} />} onClick={retry}>
              {t("action.retry")}
            </Button>
            <LanguageSwitch />
          </Group>
        }
      />
      <Suspense fallback={null}>
        <SchoolPicker />
      </Suspense>
    </main>
  );
}
