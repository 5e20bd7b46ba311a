import { lazyOverlay } from './lazy-overlay.tsx'

/** Asks for confirmation. The focus starts on the cancel button, and a press outside does not close the dialog. */
export const AlertDialog = lazyOverlay(async () => (await import('./alert-dialog-popup.tsx')).AlertDialogPopup)
