import "@/theme/staffCss";
import { ActionIcon, Drawer, Kbd, MantineThemeProvider, UnstyledButton } from "@mantine/core";
import { useDisclosure, useHotkeys, useLocalStorage } from "@mantine/hooks";
import { lazy, Suspense } from "react";
import { useTranslation } from "react-i18next";
import { useAppSelector } from "@/api/hooks";
import { isFamily } from "@/api/may";
import { IconMenu2, IconSearch } from "@/ui/icons";
import { LanguageSwitch } from "@/ui/LanguageSwitch";
import { VisiblePlaces } from "@/ui/visiblePlaces";
import type { RouteHandle } from "@/ui/room";
import { SchemeToggle } from "@/ui/SchemeToggle";
import { SchoolMark } from "@/ui/SchoolMark";
import { Footer } from "./Footer";
import { LostNote } from "./LostNote";
import { PageContainer } from "./PageContainer";
import { useHelpKey } from "../keys/useHelpKey";
import { usePlaces } from "../usePlaces";
import { SideNav } from "./SideNav";
import { familyTheme, staffTheme } from "./staffTheme";
import classes from "./StaffShell.module.css";
import { UserMenu } from "./UserMenu";
import { useSetupOffer } from "./useSetupOffer";

const KeyHelp = lazy(async () => ({ default: (await import("../keys/KeyHelp")).KeyHelp }));
const CommandPalette = lazy(async () => ({ default: (await import("../palette/CommandPalette")).CommandPalette }));

/** The modern layout of signed-in people: side navigation (290, collapsed 80), a bar, the page, the footer. */
export function StaffShell({ handle }: { handle: RouteHandle }) {
  const { t } = useTranslation();
  const [collapsed, setCollapsed] = useLocalStorage({ key: "theme-nav-collapsed", defaultValue: false, getInitialValueInEffect: false });
  const [drawer, drawerIs] = useDisclosure(false);
  const [palette, paletteIs] = useDisclosure(false);
  const [keys, keysAre] = useDisclosure(false);
  // Families read as on their own pages; only work is set denser.
  const family = useAppSelector((state) => isFamily(state.auth.user?.authority ?? []));
  const places = usePlaces();
  useSetupOffer();
  useHotkeys([["mod+K", paletteIs.toggle]], []);
  useHelpKey(() => !family && keysAre.open());

  return (
    <MantineThemeProvider theme={family ? familyTheme : staffTheme}>
      <VisiblePlaces value={places}>
        <div className={classes.shell} data-collapsed={collapsed || undefined} data-family={family || undefined}>
          <a className={classes.skip} href="#main">
            {t("skip")}
          </a>
          <aside className={`${classes.side} no-print`}>
            <SideNav collapsed={collapsed} onCollapse={() => setCollapsed(!collapsed)} />
          </aside>
          <Drawer.Root opened={drawer} onClose={drawerIs.close} size={290} padding={0}>
            <Drawer.Overlay />
            <Drawer.Content aria-label={t("nav.label")}>
              <SideNav collapsed={false} onNavigate={drawerIs.close} />
            </Drawer.Content>
          </Drawer.Root>
          <div className={classes.column}>
            <header className={`${classes.bar} no-print`}>
              <ActionIcon className={classes.burger} variant="subtle" color="gray" size={40} aria-label={t("nav.open")} onClick={drawerIs.open}>
                <IconMenu2 size={22} stroke={1.5} />
              </ActionIcon>
              <span className={classes.mark}>
                <SchoolMark at="header" short />
              </span>
              <UnstyledButton className={classes.search} onClick={paletteIs.open} aria-label={t("palette.open")} aria-keyshortcuts="Control+K">
                <IconSearch size={18} stroke={1.5} />
                <span className={classes.searchText}>{t("palette.open")}</span>
                <Kbd size="xs" dir="ltr" className={classes.keys}>
                  Ctrl K
                </Kbd>
              </UnstyledButton>
              <span className={classes.tools}>
                <SchemeToggle />
                <UserMenu onKeys={family ? undefined : keysAre.open} />
                <LanguageSwitch />
              </span>
            </header>
            <LostNote />
            <PageContainer handle={handle} />
            <Footer />
          </div>
          {palette && (
            <Suspense fallback={null}>
              <CommandPalette onClose={paletteIs.close} onKeys={keysAre.open} />
            </Suspense>
          )}
          {keys && (
            <Suspense fallback={null}>
              <KeyHelp onClose={keysAre.close} />
            </Suspense>
          )}
        </div>
      </VisiblePlaces>
    </MantineThemeProvider>
  );
}
