/**
 * `Intl.NumberFormat` for texts, without the formatter for what needs none. The first formatter of a browser's process takes 8 to
 * 20 ms, more on a phone, and most pages only show small counts when they open. `web/vite/number-formats.ts` puts it in the place of the original.
 */
export class NumberFormat {
  readonly #locale: string
  readonly #options: Intl.NumberFormatOptions | undefined
  #format: Intl.NumberFormat | undefined

  constructor(locale: string, options?: Intl.NumberFormatOptions) {
    this.#locale = locale
    this.#options = options
  }

  format(value: number | bigint) {
    if (!this.#options && isShort(value)) return String(value)
    this.#format ??= new Intl.NumberFormat(this.#locale, this.#options)
    return this.#format.format(value)
  }
}

/** All locales of the site write these numbers with the same digits and without separators. */
function isShort(value: number | bigint) {
  return Number.isInteger(value) && value >= 0 && value < 1000 && !Object.is(value, -0)
}
