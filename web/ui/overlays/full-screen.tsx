import { lazyOverlay } from './lazy-overlay.tsx'

/** A dark overlay over the whole screen, for viewing photos. */
export const FullScreen = lazyOverlay(async () => (await import('./full-screen-popup.tsx')).FullScreenPopup)
