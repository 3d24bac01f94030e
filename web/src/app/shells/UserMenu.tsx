import { Menu, Text, UnstyledButton } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { useAppDispatch, useAppSelector } from "@/api/hooks";
import { signOut } from "@/api/signOut";
import { IconLogout } from "@/ui/icons";
import classes from "./UserMenu.module.css";

/** Who is signed in, and the way out. */
export function UserMenu() {
  const { t } = useTranslation();
  const dispatch = useAppDispatch();
  const user = useAppSelector((state) => state.auth.user);
  if (!user) return null;
  const name = user.userName || user.email;
  return (
    <Menu position="bottom-end" width={260} shadow="md">
      <Menu.Target>
        <UnstyledButton className={classes.avatar} aria-label={t("user.menu", { name })}>
          {user.avatar ? <img src={user.avatar} alt="" width={36} height={36} /> : initials(name)}
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <div className={classes.who}>
          <Text fw={600} truncate>
            <bdi>{name}</bdi>
          </Text>
          <Text size="xs" c="dimmed" truncate>
            <bdi>{user.email}</bdi>
          </Text>
        </div>
        <Menu.Divider />
        <Menu.Item leftSection={<IconLogout className="mirror" size={18} stroke={1.5} />} onClick={() => void dispatch(signOut())}>
          {t("user.signOut")}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

/** The first letters of the first and the last word of a name. */
export function initials(name: string): string {
  const words = name.trim().split(/[\s@.]+/).filter(Boolean);
  const letters = [words[0], words.length > 1 ? words.at(-1) : undefined].map((word) => [...(word ?? "")][0] ?? "");
  return letters.join("").toUpperCase();
}
