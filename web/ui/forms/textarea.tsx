import type { ComponentProps, InputEvent } from 'react'
import { controlVariants } from './control-variants.ts'
import { cx } from '#web/ui/cx.ts'
import { useFieldControl } from './field.tsx'
import { fittingHeightPx, heightOfRows } from './textarea-size.ts'

type TextareaProps = ComponentProps<'textarea'> & {
  /** Grows with its text up to this many lines, then scrolls. */
  maxRows?: number
}

/** A multi-line text input that grows with its text. */
export function Textarea({ rows = 3, maxRows = 10, className, style, onInput, ...rest }: TextareaProps) {
  const control = useFieldControl(rest)

  function grow(event: InputEvent<HTMLTextAreaElement>) {
    onInput?.(event)
    const element = event.currentTarget
    // The class `field-sizing-content` does it where the browser supports it.
    if (CSS.supports('field-sizing', 'content')) return
    element.style.height = 'auto'
    element.style.height = `${fittingHeightPx(element)}px`
  }

  return (
    <textarea
      {...rest}
      {...control}
      rows={rows}
      onInput={grow}
      style={{ minHeight: heightOfRows(rows), maxHeight: heightOfRows(maxRows), ...style }}
      className={cx(controlVariants, 'field-sizing-content resize-none px-4 py-2.75', className)}
    />
  )
}
