/** Fetches the code of menus; called when the pointer or the focus comes near one. */
export function preloadMenu() {
  void import('./menu-popup.tsx')
}

/** Fetches the code of the full-screen viewer; called when the pointer or the focus comes to a photo. */
export function preloadFullScreen() {
  return import('./full-screen-popup.tsx')
}

/**
 * Fetches the code of dialogs, sheets and toasts, so that the first opening does not wait. Menus and the
 * full-screen viewer are fetched before their use. Call it after the first interaction: earlier it would slow
 * the page down.
 */
export function preloadOverlays() {
  void import('./dialog-popup.tsx')
  void import('./alert-dialog-popup.tsx')
  void import('./sheet-popup.tsx')
  void import('#web/ui/feedback/toaster.tsx')
}
