import { currentToken } from "@/api/session";

/**
 * The browser keeps whole pages for its back button, with everything that stood in them. A page that was left while
 * somebody was signed in is hidden as it is put away, and when it comes back it is shown as it was only if the very
 * same session still stands; otherwise it is loaded anew, and the guards decide.
 */
export function guardBackButton(page: HTMLElement = document.documentElement, reload: () => void = () => location.reload()): () => void {
  let left: string | null = null;
  const away = () => {
    left = currentToken();
    if (left !== null) page.style.visibility = "hidden";
  };
  const back = (event: PageTransitionEvent) => {
    if (!event.persisted) return;
    // Another tab may have signed out meanwhile: this one slept and heard nothing of it.
    if (left === localStorage.getItem("token") && left === currentToken()) page.style.visibility = "";
    else reload();
  };
  window.addEventListener("pagehide", away);
  window.addEventListener("pageshow", back);
  return () => {
    window.removeEventListener("pagehide", away);
    window.removeEventListener("pageshow", back);
  };
}
