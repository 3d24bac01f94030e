import { Kbd, Menu, Text, UnstyledButton } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { useAppDispatch, useAppSelector } from "@/api/hooks";
import { signOut } from "@/api/signOut";
import { Link } from "react-router";
import { IconKeyboard, IconLock, IconLogout, IconUser } from "@/ui/icons";
import { PersonMark } from "@/ui/PersonMark";
import classes from "./UserMenu.module.css";
import * as to from "@/features/profile/paths";

/** Who is signed in, and the way out. */
export function UserMenu({ onKeys }: { onKeys?: (() => void) | undefined }) {
  const { t } = useTranslation();
  const dispatch = useAppDispatch();
  const user = useAppSelector((state) => state.auth.user);
  if (!user) return null;
  const name = user.userName || user.email;
  return (
    <Menu position="bottom-end" width={260} shadow="md">
      <Menu.Target>
        <UnstyledButton className={classes.avatar} aria-label={t("user.menu", { name })}>
          <PersonMark name={name} avatar={user.avatar} />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <div className={classes.who}>
          {/* A menu may hold no paragraph. */}
          <Text component="span" display="block" fw={600} truncate>
            <bdi dir={name.startsWith("+") ? "ltr" : undefined}>{name}</bdi>
          </Text>
          <Text component="span" display="block" size="xs" c="dimmed" truncate>
            <bdi>{user.email}</bdi>
          </Text>
        </div>
        <Menu.Divider />
        <Menu.Item component={Link} to={to.profile()} leftSection={<IconUser size={18} stroke={1.5} />}>
          {t("user.profile")}
        </Menu.Item>
        <Menu.Item component={Link} to={to.part("security")} leftSection={<IconLock size={18} stroke={1.5} />}>
          {t("user.security")}
        </Menu.Item>
        {onKeys && (
          <Menu.Item leftSection={<IconKeyboard size={18} stroke={1.5} />} rightSection={<Kbd size="xs">?</Kbd>} onClick={onKeys}>
            {t("user.keys")}
          </Menu.Item>
        )}
        <Menu.Divider />
        <Menu.Item leftSection={<IconLogout className="mirror" size={18} stroke={1.5} />} onClick={() => void dispatch(signOut())}>
          {t("user.signOut")}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
