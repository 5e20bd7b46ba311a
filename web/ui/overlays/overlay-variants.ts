/** The backdrop of dialogs and sheets. `starting:` animates the first opening, right after the code loads. */
export const backdropVariants =
  'fixed inset-0 z-40 min-h-dvh bg-backdrop transition-opacity duration-200 starting:opacity-0 data-ending-style:opacity-0 data-starting-style:opacity-0'

/** Where a dialog stands: in the middle, on a phone at the lower edge, above its keyboard. */
export const dialogViewport =
  'fixed inset-x-0 top-(--area-top,0px) z-40 grid h-(--area-height,100dvh) grid-rows-[minmax(0,1fr)] items-end overflow-hidden pt-8 md:place-items-center md:p-4'

/** The surface of a dialog: a sheet from below on a phone, else a card that appears in place. */
export const dialogSurface =
  'relative flex max-h-full w-full flex-col overflow-hidden rounded-t-lg bg-surface-raised pb-safe text-text shadow-floating outline-none md:rounded-lg md:pb-0 ' +
  'transition-[scale,opacity,translate] duration-300 ease-swift md:duration-200 ' +
  'max-md:starting:translate-y-full max-md:data-ending-style:translate-y-full max-md:data-starting-style:translate-y-full ' +
  'md:starting:scale-97 md:starting:opacity-0 md:data-ending-style:scale-97 md:data-ending-style:opacity-0 md:data-starting-style:scale-97 md:data-starting-style:opacity-0'

/** Opening and closing of a small surface that is anchored to an element, such as a menu. */
export const popupMotion =
  'origin-(--transform-origin) transition-[scale,opacity] duration-150 ease-swift starting:scale-95 starting:opacity-0 data-ending-style:scale-95 data-ending-style:opacity-0 data-starting-style:scale-95 data-starting-style:opacity-0'
