/** What lies behind dialogs and sheets. `starting:` covers the first opening, when the code was only just loaded. */
export const backdropVariants =
  'fixed inset-0 z-40 min-h-dvh bg-backdrop transition-opacity duration-200 starting:opacity-0 data-ending-style:opacity-0 data-starting-style:opacity-0'

/** A small surface that opens at something: a menu. */
export const popupMotion =
  'origin-(--transform-origin) transition-[scale,opacity] duration-150 ease-swift starting:scale-95 starting:opacity-0 data-ending-style:scale-95 data-ending-style:opacity-0 data-starting-style:scale-95 data-starting-style:opacity-0'
