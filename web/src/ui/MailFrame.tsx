import { useRef, useState } from "react";
import classes from "./MailFrame.module.css";

/**
 * A mail as a mail program shows it. No script runs in the frame. The page's policy takes no styles that stand in the text
 * itself, so they are put aside before the browser reads them and worn through the frame's own objects afterwards.
 */
export function MailFrame({ html, title, language }: { html: string; title: string; language: string }) {
  const frame = useRef<HTMLIFrameElement>(null);
  const [height, setHeight] = useState(320);
  const dress = () => {
    const page = frame.current?.contentDocument;
    const view = frame.current?.contentWindow as (Window & { CSSStyleSheet: typeof CSSStyleSheet }) | null | undefined;
    if (!page || !view) return;
    for (const element of page.querySelectorAll<HTMLElement>("[data-worn]")) element.style.cssText = element.dataset.worn ?? "";
    const sheets = [...page.querySelectorAll("template[data-sheet]")].map((each) => {
      const sheet = new view.CSSStyleSheet();
      sheet.replaceSync((each as HTMLTemplateElement).content.textContent ?? "");
      return sheet;
    });
    page.adoptedStyleSheets = sheets;
    // Its links lead out of the preview.
    for (const link of page.querySelectorAll("a")) link.removeAttribute("href");
    // A mail is as wide as it was made; a narrow frame shows it smaller, as a telephone does.
    const { scrollWidth, clientWidth } = page.documentElement;
    if (scrollWidth > clientWidth) page.body.style.zoom = String(clientWidth / scrollWidth);
    setHeight(Math.min(900, Math.max(160, Math.ceil(page.body.getBoundingClientRect().height))));
  };
  return <iframe ref={frame} className={classes.mail} title={title} lang={language} sandbox="allow-same-origin" srcDoc={undressed(html)} style={{ height }} onLoad={dress} />;
}

/** The same text without anything that the page's policy would refuse. */
export function undressed(html: string): string {
  return html
    .replaceAll(/<script[\s\S]*?<\/script\s*>/gi, "")
    .replaceAll(/<style[^>]*>([\s\S]*?)<\/style\s*>/gi, "<template data-sheet>$1</template>")
    .replaceAll(/(<[^>]*?\s)style=/gi, "$1data-worn=")
    .replaceAll(/(<(?:img|link|source)[^>]*?\s)(src|srcset|href)=/gi, "$1data-$2=")
    .replaceAll(/<meta[^>]+http-equiv[^>]*>/gi, "");
}
