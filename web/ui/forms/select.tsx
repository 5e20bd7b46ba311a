import ChevronDown from 'lucide-react/icons/chevron-down'
import type { ComponentProps } from 'react'
import { controlVariants } from './control-variants.ts'
import { cx } from '#web/ui/cx.ts'
import { useFieldControl } from './field.tsx'

type SelectOption = { value: string; label: string; disabled?: boolean | undefined }
type SelectGroup = { label: string; options: readonly SelectOption[] }

type SelectProps = Omit<ComponentProps<'select'>, 'children' | 'multiple'> & {
  options: readonly (SelectOption | SelectGroup)[]
  /** Shown while nothing is chosen; its value is the empty string. */
  placeholder?: string | undefined
}

/**
 * A choice of one of many options: the browser's select, with the phone's picker, type-ahead, autofill and
 * forms without JavaScript; theme.css styles the desktop's list where the browser allows it.
 */
export function Select({ options, placeholder, className, ...rest }: SelectProps) {
  const control = useFieldControl(rest)
  return (
    <div className={cx('relative', className)}>
      <select
        {...rest}
        {...control}
        className={cx(controlVariants, 'styled-select h-12 appearance-none truncate ps-4 pe-11')}
      >
        {placeholder !== undefined && <option value="">{placeholder}</option>}
        {options.map((option) =>
          'options' in option ? (
            <optgroup key={option.label} label={option.label}>
              {option.options.map(renderOption)}
            </optgroup>
          ) : (
            renderOption(option)
          ),
        )}
      </select>
      <ChevronDown
        aria-hidden
        className="pointer-events-none absolute inset-y-0 end-3.5 my-auto size-5 text-text-muted"
      />
    </div>
  )
}

function renderOption({ value, label, disabled }: SelectOption) {
  return (
    <option key={value} value={value} disabled={disabled}>
      {label}
    </option>
  )
}
