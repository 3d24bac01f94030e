import { Anchor, Button, Group } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { useLocation, useNavigate } from "react-router";
import { failureOf } from "@/api/envelope";
import { enhancedApi } from "@/api/generated";
import { useAppDispatch, useAppSelector } from "@/api/hooks";
import { useSchool } from "@/api/school";
import { signOut } from "@/api/signOut";
import { IconShieldLock } from "@/ui/icons";
import { StateScreen } from "@/ui/StateScreen";
import { useMessage } from "@/ui/useMessage";
import * as to from "./paths";

/** Why a page stays closed: the school may not be visited (L006 to L008), or the person's role does not reach it. */
export function AccessDeniedPage() {
  const { t } = useTranslation("auth");
  const message = useMessage();
  const navigate = useNavigate();
  const dispatch = useAppDispatch();
  const user = useAppSelector((state) => (state.auth.status === "signedIn" ? state.auth.user : null));
  const { schoolNameLogo } = useSchool();
  const cameFrom = useCameFrom();
  // The gate has asked already; this page only reads the answer, and asks again when the person does.
  const check = enhancedApi.endpoints.checkAccess.useQueryState();

  const closed = check.data?.success === false || check.error !== undefined;
  const retry = async () => {
    const again = await dispatch(enhancedApi.endpoints.checkAccess.initiate(undefined, { forceRefetch: true, subscribe: false }));
    if (again.data?.success) void navigate(cameFrom ?? "/", { replace: true });
  };
  return (
    <StateScreen
      role="alert"
      order={1}
      icon={<IconShieldLock size={28} stroke={1.5} />}
      title={closed ? t("denied.school.title") : t("denied.role.title")}
      text={
        <>
          {closed ? message(reason(check.data?.messageId, check.error)) : t("denied.role.text")}
          {user && (
            <>
              <br />
              {t("denied.as", { name: user.userName })}
            </>
          )}
        </>
      }
      action={
        <Group justify="center">
          {closed && (
            <Button loading={check.isFetching} onClick={() => void retry()}>
              {t("denied.retry")}
            </Button>
          )}
          {!closed && <Button onClick={() => void navigate("/")}>{t("denied.home")}</Button>}
          {user && (
            <Button variant="default" onClick={() => void dispatch(signOut())}>
              {t("denied.signOut")}
            </Button>
          )}
          {schoolNameLogo.lic_website_url && (
            <Anchor href={schoolNameLogo.lic_website_url} rel="noopener">
              {t("denied.website")}
            </Anchor>
          )}
        </Group>
      }
    />
  );
}

/** A refusal that names no message counts as L006. */
function reason(messageId: string | undefined, error: Parameters<typeof failureOf>[0]): string {
  if (messageId) return messageId;
  const id = failureOf(error).messageId;
  return id === "L000" ? "L006" : id;
}

function useCameFrom(): string | null {
  const state: unknown = useLocation().state;
  const from = typeof state === "object" && state !== null && "from" in state ? state.from : null;
  return typeof from === "string" && from !== to.accessDenied() ? from : null;
}
