const CODE = 'code'

/** Returns the discount code that a link brought along, such as `/credits?code=SUMMER`; null without one. */
export function codeOfLink(search: string) {
  return new URLSearchParams(search).get(CODE) || null
}

/** Returns a path with that code, which leads on to the payment. */
export function withCode(path: string, code: string | null) {
  if (code === null) return path
  return `${path}${path.includes('?') ? '&' : '?'}${new URLSearchParams({ [CODE]: code })}`
}
