/** Values by field name that were typed, or filled in by the browser, before hydration. */
const typed = new Map<string, string>()
let path = ''

const textFields = 'input:not([type=checkbox], [type=radio], [type=file], [type=hidden]), textarea'

/** Captures the values of all text fields. Call it before hydration, when forms start from their default values. */
export function captureEarlyInput() {
  path = location.pathname
  for (const field of document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>(textFields)) {
    if (field.name && field.value) typed.set(field.name, field.value)
  }
}

/** Discards the captured values, so that a form opened later starts with its default values. */
export function forgetEarlyInput() {
  typed.clear()
}

/** Returns the captured values of these fields, if the page is still the same. */
export function earlyInput(names: readonly string[]) {
  if (typeof location === 'undefined' || location.pathname !== path) return {}
  return Object.fromEntries(names.flatMap((name) => (typed.has(name) ? [[name, typed.get(name)]] : [])))
}
