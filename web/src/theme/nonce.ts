/** The nonce that the server put into this very response; without it the CSP drops style elements made by scripts. */
export function styleNonce(): string {
  return document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content ?? "";
}

/** Dialogs stop the page behind them from scrolling through a style element of a library that reads this global. */
export function shareNonce(): void {
  Object.assign(globalThis, { __webpack_nonce__: styleNonce() });
}
