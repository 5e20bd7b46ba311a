export interface Figures {
  median: number
  least: number
  most: number
}

/** Returns median, minimum and maximum. */
export function figuresOf(values: number[]): Figures {
  const sorted = values.toSorted((one, other) => one - other)
  const at = (position: number) => sorted[position] ?? Number.NaN
  const middle = (sorted.length - 1) / 2
  return {
    median: (at(Math.floor(middle)) + at(Math.ceil(middle))) / 2,
    least: at(0),
    most: at(sorted.length - 1),
  }
}

/** Returns the smallest of the values that is at least as large as this share of them. */
export function percentile(values: readonly number[], share: number) {
  const sorted = values.toSorted((one, other) => one - other)
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN
}

/** Returns each round's ratios. The two sides of a round run in close succession: load affects both alike. */
export function ratiosOf(product: number[], opponent: number[]) {
  return figuresOf(product.map((value, round) => value / (opponent[round] ?? Number.NaN)))
}

export function perSecond({ median, least, most }: Figures) {
  const whole = (value: number) => Math.round(value).toLocaleString('en')
  return `${whole(median)} (${whole(least)} – ${whole(most)})`
}

export function asRatio({ median, least, most }: Figures) {
  return `${median.toFixed(3)} (${least.toFixed(3)} – ${most.toFixed(3)})`
}
