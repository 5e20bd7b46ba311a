/** Fetches a menu's code; called when the pointer or the focus comes near one. */
export function preloadMenu() {
  void import('./menu-popup.tsx')
}

/**
 * Fetches the code of everything that opens over the page, so that the first opening does not wait. Call it once the
 * person has begun to use the page: before that it would only slow the page down.
 */
export function preloadOverlays() {
  void import('./dialog-popup.tsx')
  void import('./alert-dialog-popup.tsx')
  void import('./sheet-popup.tsx')
  void import('#web/ui/feedback/toaster.tsx')
}
