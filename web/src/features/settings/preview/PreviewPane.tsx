import "@mantine/core/styles/FloatingIndicator.layer.css";
import "@mantine/core/styles/SegmentedControl.layer.css";
import { ActionIcon, Button, NativeSelect, SegmentedControl } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useSchool } from "@/api/school";
import { asLanguage, LANGUAGE_NAMES } from "@/i18n/languages";
import { IconAlertTriangle, IconDeviceDesktop, IconDeviceMobile, IconMoon, IconRefresh, IconSun } from "@/ui/icons";
import { StateScreen } from "@/ui/StateScreen";
import { useMessage } from "@/ui/useMessage";
import { IconExternalLink } from "../desk/icons";
import { useDesk } from "../desk/useDesk";
import { usePreview } from "./context";
import classes from "./preview.module.css";
import { previewAddress, PreviewFrame } from "./PreviewFrame";
import { ScreenChoice } from "./ScreenChoice";
import { useLentSession, usePreviewToken } from "./token";
import { seenAs } from "./screens";
import { VIEWERS } from "./viewer";

/** The draft as it would be seen: which screen, in which language, on which device. */
export function PreviewPane() {
  const { t } = useTranslation(["settingsDesk", "settings"]);
  const message = useMessage();
  const { languages } = useSchool();
  const preview = usePreview();
  const { draft, edits } = useDesk();
  const { token, failure, again } = usePreviewToken();
  const [pulls, setPulls] = useState(0);
  useLentSession();
  if (!preview) return null;
  const { screen, language, device, scheme, viewer, change } = preview;
  return (
    <section className={classes.pane} aria-label={t("preview.title")}>
      <div className={classes.tools}>
        <ScreenChoice screen={screen} onChange={(next) => change({ screen: next })} />
        <span className={classes.viewers}>
          <span className={classes.viewAs} aria-hidden>
            {t("preview.viewer")}
          </span>
          <NativeSelect
            size="sm"
            aria-label={t("preview.viewer")}
            value={viewer}
            onChange={(event) => change({ viewer: VIEWERS.find((each) => each === event.currentTarget.value) ?? "usual" })}
            data={VIEWERS.map((value) => ({ value, label: value === "usual" || value === "visitor" || value === "me" ? t(`preview.viewer.${value}`) : t(`settings:people.role.${value}`) }))}
          />
        </span>
        {languages.length > 1 && (
          <SegmentedControl
            size="sm"
            aria-label={t("preview.language")}
            value={language}
            onChange={(value) => change({ language: asLanguage(value) })}
            data={languages.map((each) => ({ value: each, label: <span lang={each}>{LANGUAGE_NAMES[asLanguage(each)]}</span> }))}
          />
        )}
        <SegmentedControl
          size="sm"
          aria-label={t("preview.device")}
          value={device}
          onChange={(value) => change({ device: value })}
          data={[
            { value: "phone", label: <Glyph icon={IconDeviceMobile} text={t("preview.phone")} /> },
            { value: "desktop", label: <Glyph icon={IconDeviceDesktop} text={t("preview.desktop")} /> },
          ]}
        />
        <SegmentedControl
          size="sm"
          aria-label={t("preview.scheme")}
          value={scheme}
          onChange={(value) => change({ scheme: value })}
          data={[
            { value: "light", label: <Glyph icon={IconSun} text={t("preview.light")} /> },
            { value: "dark", label: <Glyph icon={IconMoon} text={t("preview.dark")} /> },
          ]}
        />
      </div>
      <p className={classes.seen} role="status">
        {t(`preview.seen.${viewer === "usual" ? seenAs(screen) : viewer}`)}
      </p>
      {failure && !token ? (
        <StateScreen
          role="alert"
          order={2}
          icon={<IconAlertTriangle size={28} stroke={1.5} />}
          title={t("preview.failed")}
          text={message(failure)}
          action={<Button onClick={again}>{t("retry")}</Button>}
        />
      ) : (
        token && <PreviewFrame token={token} screen={screen} language={language} device={device} scheme={scheme} viewer={viewer} turn={`${draft.version} ${pulls}`} />
      )}
      <div className={classes.foot}>
        <p className={classes.caption}>
          {t(edits.length === 0 ? "preview.live" : "preview.draft")}
        </p>
        <span className={classes.acts}>
          <ActionIcon variant="subtle" color="gray" size={36} aria-label={t("preview.reload")} title={t("preview.reload")} onClick={() => setPulls(pulls + 1)}>
            <IconRefresh size={18} stroke={1.5} />
          </ActionIcon>
          {token && (
            <ActionIcon
              variant="subtle"
              color="gray"
              size={36}
              component="a"
              href={previewAddress(screen, token, language, viewer, scheme)}
              target="_blank"
              rel="opener"
              aria-label={t("preview.window")}
              title={t("preview.window")}
            >
              <IconExternalLink className="mirror" size={18} stroke={1.5} />
            </ActionIcon>
          )}
        </span>
      </div>
    </section>
  );
}

function Glyph({ icon: Icon, text }: { icon: typeof IconDeviceMobile; text: string }) {
  return (
    <span className={classes.glyph}>
      <Icon size={18} stroke={1.5} aria-hidden />
      <span className="unseen">{text}</span>
    </span>
  );
}
