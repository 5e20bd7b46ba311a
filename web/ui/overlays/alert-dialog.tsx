import { lazyOverlay } from './lazy-overlay.tsx'

/** Asks for confirmation. Starts with the focus on cancel; a press outside does not close the dialog. */
export const AlertDialog = lazyOverlay(async () => (await import('./alert-dialog-popup.tsx')).AlertDialogPopup)
