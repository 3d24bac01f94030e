import { useComputedColorScheme } from "@mantine/core";
import { useEffect, useEffectEvent, useRef } from "react";
import { useLanguage } from "@/i18n/useLanguage";
import type { Vendor } from "./vendors";

interface Props {
  vendor: Vendor;
  siteKey: string;
  onToken: (token: string) => void;
  onReset: (again: () => void) => void;
}

/** The place where another house's captcha draws itself. */
export function VendorBox({ vendor, siteKey, onToken, onReset }: Props) {
  const host = useRef<HTMLDivElement>(null);
  const { language } = useLanguage();
  const dark = useComputedColorScheme() === "dark";
  const take = useEffectEvent(onToken);
  const offer = useEffectEvent(onReset);
  useEffect(() => {
    const place = document.createElement("div");
    host.current?.append(place);
    let gone = false;
    void import("./vendors")
      .then(({ drawVendor }) => drawVendor(vendor, place, { siteKey, language, dark, onToken: (token) => take(token), onGone: () => {} }))
      .then((again) => (gone ? undefined : offer(again)))
      .catch(() => place.remove());
    return () => {
      gone = true;
      place.remove();
    };
  }, [vendor, siteKey, language, dark]);
  return <div ref={host} />;
}
