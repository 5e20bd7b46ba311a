/** Shared style of text inputs, text areas and selects, so that they line up. */
export const controlVariants =
  'w-full min-w-0 rounded-md border border-line-strong bg-surface-raised text-base text-text transition-[border-color,box-shadow] duration-150 ' +
  'placeholder:text-text-muted hover:border-text-muted ' +
  'focus-visible:border-focus focus-visible:outline-2 focus-visible:outline-offset-0 focus-visible:outline-focus ' +
  'aria-invalid:border-danger aria-invalid:focus-visible:outline-danger ' +
  'disabled:cursor-not-allowed disabled:border-line disabled:bg-surface-muted disabled:text-text-muted'
