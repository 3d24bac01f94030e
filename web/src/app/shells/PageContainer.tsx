import { Title } from "@mantine/core";
import { createElement, Suspense } from "react";
import { useTranslation } from "react-i18next";
import { Outlet } from "react-router";
import type { RouteHandle } from "@/ui/room";
import { useTitle } from "@/ui/useTitle";
import { Splash } from "../Splash";
import classes from "./PageContainer.module.css";

/** The page between header and footer, in the width that its route asks for. */
export function PageContainer({ handle }: { handle: RouteHandle }) {
  const { t } = useTranslation();
  useTitle(handle.titleKey && t(handle.titleKey));
  const { header, extraHeader } = handle;
  return (
    <main id="main" tabIndex={-1} className={classes.main} data-container={handle.container ?? "default"}>
      {(header ?? extraHeader) && (
        <div className={classes.header}>
          {typeof header === "string" ? <Title order={1}>{t(header)}</Title> : header && createElement(header)}
          {extraHeader && createElement(extraHeader)}
        </div>
      )}
      <Suspense fallback={<Splash />}>
        <Outlet />
      </Suspense>
    </main>
  );
}
