import { useId, type ReactNode } from 'react'
import { cx } from '#web/ui/cx.ts'

type SwitchProps = {
  label: ReactNode
  description?: ReactNode
  isOn: boolean
  onChange: (isOn: boolean) => void
  disabled?: boolean | undefined
}

/** A setting that takes effect when switched. Its label is before it; for a choice in a form use Checkbox. */
export function Switch({ label, description, isOn, onChange, disabled }: SwitchProps) {
  const id = useId()
  return (
    <label
      className={cx(
        'grid min-h-11 grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 gap-y-0.5 py-2.5 text-base',
        !disabled && 'cursor-pointer',
      )}
    >
      {/* What describes it says why it is disabled, so that stays easy to read. */}
      <span id={`${id}-name`} className={cx(disabled && 'opacity-55')}>
        {label}
      </span>
      <SwitchControl
        isOn={isOn}
        onChange={onChange}
        disabled={disabled}
        // Of the label the name alone: what describes it would be read twice.
        aria-labelledby={description ? `${id}-name` : undefined}
        aria-describedby={description ? `${id}-note` : undefined}
      />
      {/* As wide as a phone. */}
      {description && (
        <span id={`${id}-note`} className="text-sm text-text-muted max-sm:col-span-full">
          {description}
        </span>
      )}
    </label>
  )
}

type SwitchControlProps = Pick<SwitchProps, 'isOn' | 'onChange' | 'disabled'> & {
  'aria-label'?: string | undefined
  'aria-labelledby'?: string | undefined
  'aria-describedby'?: string | undefined
}

/** The switch without its label, as in a table whose headings name it. */
export function SwitchControl({ isOn, onChange, disabled, ...names }: SwitchControlProps) {
  return (
    <span className={cx('relative inline-flex h-7 w-12 shrink-0', disabled && 'opacity-55')}>
      <input
        {...names}
        type="checkbox"
        role="switch"
        aria-checked={isOn}
        checked={isOn}
        disabled={disabled}
        onChange={(event) => onChange(event.target.checked)}
        className="peer absolute inset-0 cursor-[inherit] appearance-none rounded-full border-2 border-line-strong bg-surface-muted transition-colors duration-150 checked:border-accent checked:bg-accent"
      />
      <span
        aria-hidden
        className="pointer-events-none absolute start-1 top-1 size-5 rounded-full bg-text-muted transition-[translate,background-color] duration-150 peer-checked:translate-x-5 peer-checked:bg-on-accent"
      />
    </span>
  )
}
