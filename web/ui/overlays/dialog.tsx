import { lazyOverlay } from './lazy-overlay.tsx'

/** A modal dialog for one task. */
export const Dialog = lazyOverlay(async () => (await import('./dialog-popup.tsx')).DialogPopup)
