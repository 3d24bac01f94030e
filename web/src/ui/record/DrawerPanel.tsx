import "@mantine/core/styles/ModalBase.layer.css";
import "@mantine/core/styles/Drawer.layer.css";
import "@mantine/core/styles/Overlay.layer.css";
import { Drawer } from "@mantine/core";
import classes from "./record.module.css";
import { PanelInside, type PanelProps } from "./SidePanel";

/** A record over its list, where there is no room beside it. */
export function DrawerPanel({ opened, ...props }: PanelProps & { opened: boolean }) {
  return (
    <Drawer.Root opened={opened} onClose={props.onClose} position="right" size="min(480px, 100%)" padding={0}>
      <Drawer.Overlay />
      <Drawer.Content aria-label={props.label}>
        <div className={classes.drawer}>
          <PanelInside {...props} />
        </div>
      </Drawer.Content>
    </Drawer.Root>
  );
}
