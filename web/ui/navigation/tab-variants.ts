export const tabListVariants = 'flex gap-1 overflow-x-auto border-b border-line scrollbar-none'

export const tabVariants =
  'relative flex min-h-12 shrink-0 cursor-pointer items-center gap-2 rounded-t-sm px-4 max-[22.5rem]:gap-1 max-[22.5rem]:px-2.5 font-semibold whitespace-nowrap text-text-muted no-underline transition-colors duration-150 select-none hover:text-text ' +
  'focus-visible:-outline-offset-2 ' +
  'after:absolute after:inset-x-3 after:bottom-0 after:h-0.75 after:rounded-full after:bg-transparent after:transition-colors after:duration-150 ' +
  'aria-[current=page]:text-accent-text aria-[current=page]:after:bg-accent'
