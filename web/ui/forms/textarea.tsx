import type { ComponentProps, InputEvent } from 'react'
import { controlVariants } from './control-variants.ts'
import { cx } from '#web/ui/cx.ts'
import { useFieldControl } from './field.tsx'

export type TextareaProps = ComponentProps<'textarea'> & {
  /** Grows with its text up to this many lines, then scrolls. */
  maxRows?: number
}

/** Several lines of text; grows as one writes. */
export function Textarea({ rows = 3, maxRows = 10, className, style, onInput, ...rest }: TextareaProps) {
  const control = useFieldControl(rest)

  function grow(event: InputEvent<HTMLTextAreaElement>) {
    onInput?.(event)
    const element = event.currentTarget
    if (CSS.supports('field-sizing', 'content')) return
    element.style.height = 'auto'
    element.style.height = `${element.scrollHeight + element.offsetHeight - element.clientHeight}px`
  }

  return (
    <textarea
      {...rest}
      {...control}
      rows={rows}
      onInput={grow}
      // A line is 1.5rem; padding and border come on top.
      style={{ minHeight: `${rows * 1.5 + 1.5}rem`, maxHeight: `${maxRows * 1.5 + 1.5}rem`, ...style }}
      className={cx(controlVariants, 'field-sizing-content resize-none px-4 py-2.75', className)}
    />
  )
}
