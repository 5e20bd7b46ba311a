import { useLayoutEffect, useRef, type ComponentProps, type InputEvent } from 'react'
import { controlVariants } from './control-variants.ts'
import { cx } from '#web/ui/cx.ts'
import { joinRefs } from '#web/ui/elements/render-as.ts'
import { useFieldControl } from './field.tsx'

type TextareaProps = ComponentProps<'textarea'> & {
  /** Grows with its text up to this many lines, then scrolls. */
  maxRows?: number
}

/** A multi-line text input that grows with its text. */
export function Textarea({ rows = 3, maxRows = 10, className, style, onInput, ref, ...rest }: TextareaProps) {
  const control = useFieldControl(rest)
  const own = useRef<HTMLTextAreaElement>(null)
  // A text that is restored, suggested or sent changes without input.
  useLayoutEffect(() => {
    if (own.current) fit(own.current)
  })

  return (
    <textarea
      {...rest}
      {...control}
      ref={joinRefs([own, ...(ref ? [ref] : [])])}
      rows={rows}
      onInput={(event: InputEvent<HTMLTextAreaElement>) => {
        onInput?.(event)
        fit(event.currentTarget)
      }}
      style={{ minHeight: heightOfRows(rows), maxHeight: heightOfRows(maxRows), ...style }}
      className={cx(controlVariants, 'field-sizing-content resize-none px-4 py-2.75', className)}
    />
  )
}

/** Makes the field as high as its text, where the browser lacks the class `field-sizing-content`. */
function fit(element: HTMLTextAreaElement) {
  if (CSS.supports('field-sizing', 'content')) return
  element.style.height = 'auto'
  element.style.height = `${fittingHeightPx(element)}px`
}

const LINE_REM = 1.5
/** Padding and border, above and below the lines. */
const EDGES_REM = 1.5

/** Height in CSS of a text area with this many lines. */
export function heightOfRows(rows: number) {
  return `${rows * LINE_REM + EDGES_REM}rem`
}

/** Height in pixels that shows the whole text: its own and the borders, which `scrollHeight` omits. */
export function fittingHeightPx({
  scrollHeight,
  offsetHeight,
  clientHeight,
}: Pick<HTMLElement, 'scrollHeight' | 'offsetHeight' | 'clientHeight'>) {
  return scrollHeight + offsetHeight - clientHeight
}
