const format = (opacity: number) => (opacity === 1 ? '' : ` opacity="${opacity.toFixed(2)}"`)

/** Renders a filled path. */
export function shape(path: string, fill: string, opacity = 1) {
  return `<path d="${path}" fill="${fill}"${format(opacity)}/>`
}

/** Renders a path as a round stroke. */
export function line(path: string, stroke: string, width: number, opacity = 1) {
  return `<path d="${path}" fill="none" stroke="${stroke}" stroke-width="${width.toFixed(1)}" stroke-linecap="round" stroke-linejoin="round"${format(opacity)}/>`
}

/** Renders the left side (-1) and the right side (1). */
export function both(render: (side: number) => string) {
  return render(-1) + render(1)
}
