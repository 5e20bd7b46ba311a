/** The backdrop of dialogs and sheets. `starting:` animates the first opening, right after the code loads. */
export const backdropVariants =
  'fixed inset-0 z-40 min-h-dvh bg-backdrop transition-opacity duration-200 starting:opacity-0 data-ending-style:opacity-0 data-starting-style:opacity-0'

/** Opening and closing of a small surface that is anchored to an element, such as a menu. */
export const popupMotion =
  'origin-(--transform-origin) transition-[scale,opacity] duration-150 ease-swift starting:scale-95 starting:opacity-0 data-ending-style:scale-95 data-ending-style:opacity-0 data-starting-style:scale-95 data-starting-style:opacity-0'
