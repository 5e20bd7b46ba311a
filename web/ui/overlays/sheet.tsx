import { lazyOverlay } from './lazy-overlay.tsx'

/** A panel over the page: from the bottom of a phone, where it can be swiped away, else from the side. */
export const Sheet = lazyOverlay(async () => (await import('./sheet-popup.tsx')).SheetPopup)
