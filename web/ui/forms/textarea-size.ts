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
