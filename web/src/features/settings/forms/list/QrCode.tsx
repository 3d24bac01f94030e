import { Button } from "@mantine/core";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { encode } from "uqr";
import { IconDownload } from "@/ui/icons";
import classes from "./list.module.css";
import parts from "../parts.module.css";
import { download } from "./files";

/** An address as a picture to scan, and as a file for a poster or a letter. */
export function QrCode({ address, name }: { address: string; name: string }) {
  const { t } = useTranslation("builder");
  const { path, size } = useMemo(() => {
    const code = encode(address, { border: 2, ecc: "M" });
    const squares = code.data.flatMap((row, y) => row.flatMap((dark, x) => (dark ? [`M${x} ${y}h1v1h-1z`] : [])));
    return { path: squares.join(""), size: code.size };
  }, [address]);
  const save = () =>
    download(`${name}.svg`, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}" shape-rendering="crispEdges"><path fill="#fff" d="M0 0h${size}v${size}H0z"/><path d="${path}"/></svg>`, "image/svg+xml");
  return (
    <div className={classes.code1}>
      <svg className={classes.qr} viewBox={`0 0 ${size} ${size}`} role="img" aria-label={t("code.alt")} shapeRendering="crispEdges">
        <path d={`M0 0h${size}v${size}H0z`} fill="#ffffff" />
        <path d={path} fill="#000000" />
      </svg>
      <p dir="ltr" className={parts.address}>
        {address}
      </p>
      <Button leftSection={<IconDownload size={18} stroke={1.5} aria-hidden />} onClick={save}>
        {t("code.save")}
      </Button>
    </div>
  );
}
