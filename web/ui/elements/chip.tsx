import Check from 'lucide-react/icons/check'
import X from 'lucide-react/icons/x'
import type { ComponentProps, ReactNode } from 'react'
import { cx } from '#web/ui/cx.ts'

const shape =
  'inline-flex max-w-full items-center gap-1.5 rounded-full text-sm font-medium [&>svg]:size-4 [&>svg]:shrink-0'

type ChipProps = {
  icon?: ReactNode
  /** Highlighted among its neighbours, e.g. an interest in common. */
  isMarked?: boolean | undefined
  children: ReactNode
}

/** A short piece of information, on several lines where it is not that short. */
export function Chip({ icon, isMarked = false, children }: ChipProps) {
  return (
    <span
      className={cx(
        shape,
        'min-h-8 px-3 py-1',
        isMarked ? 'bg-accent-soft text-accent-text' : 'bg-surface-muted text-text',
      )}
    >
      {icon}
      <span className="wrap-anywhere">{children}</span>
    </span>
  )
}

type RemovableChipProps = Omit<ComponentProps<'button'>, 'aria-label' | 'children'> & {
  /** The accessible name: "Remove filter: Germany". */
  removeLabel: string
  children: ReactNode
}

/** An active filter or the like; pressing the chip removes it. */
export function RemovableChip({ removeLabel, className, children, ...rest }: RemovableChipProps) {
  return (
    <button
      {...rest}
      type="button"
      aria-label={removeLabel}
      className={cx(
        shape,
        'target min-h-9 bg-accent-soft ps-3.5 pe-2.5 text-accent-text transition-colors duration-150 hover:bg-surface-muted hover:text-text',
        className,
      )}
    >
      <span className="truncate">{children}</span>
      <X aria-hidden />
    </button>
  )
}

/** A chip around its checkbox or radio button. */
export const toggleChipVariants = cx(
  shape,
  'relative min-h-11 cursor-pointer border border-line bg-surface-raised px-4 py-1.5 text-text transition-colors duration-150',
  'not-has-checked:hover:border-line-strong has-checked:border-accent has-checked:bg-accent-soft has-checked:text-accent-text',
  'has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus has-disabled:cursor-not-allowed has-disabled:opacity-55',
  'has-data-invalid:border-danger',
)

type ToggleChipProps = Pick<ComponentProps<'input'>, 'disabled' | 'className'> & {
  isPressed: boolean
  onPressedChange: (isPressed: boolean) => void
  children: ReactNode
}

/** One of several options that can be switched on and off. A checkbox, which also works before hydration. */
export function ToggleChip({ isPressed, onPressedChange, disabled, className, children }: ToggleChipProps) {
  return (
    <label className={cx(toggleChipVariants, className)}>
      <input
        type="checkbox"
        // The browser restores no state of an earlier visit, which would count as a choice before hydration.
        autoComplete="off"
        checked={isPressed}
        disabled={disabled}
        onChange={({ currentTarget }) => onPressedChange(currentTarget.checked)}
        className="peer absolute inset-0 cursor-[inherit] appearance-none rounded-full outline-none"
      />
      <Check aria-hidden strokeWidth={3} className="hidden peer-checked:block" />
      <span className="truncate">{children}</span>
    </label>
  )
}
