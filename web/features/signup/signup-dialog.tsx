import { lazyOverlay } from '#web/ui/overlays/lazy-overlay.tsx'

/** The sign-up over the page on which a visitor wants to like or write. */
export const SignupDialog = lazyOverlay(async () => (await import('./signup-dialog-popup.tsx')).SignupDialogPopup)
