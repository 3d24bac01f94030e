import { createContext, use } from "react";
import type { Language } from "@/i18n/languages";
import type { Viewer } from "./viewer";

export type Device = "phone" | "desktop";
export type Scheme = "light" | "dark";
export type Pane = "edit" | "preview";

/** What the preview beside the editor shows. */
export interface PreviewView {
  /** The path of the screen. */
  screen: string;
  language: Language;
  device: Device;
  /** The page's colours, whatever the desk's are. */
  scheme: Scheme;
  viewer: Viewer;
  /** Which of the two is in sight where there is room for one. */
  pane: Pane;
}

export interface PreviewControl extends PreviewView {
  change: (part: Partial<PreviewView>) => void;
}

export const PreviewContext = createContext<PreviewControl | null>(null);

/** The preview of this desk; null in rooms that have none. */
export function usePreview(): PreviewControl | null {
  return use(PreviewContext);
}
