/** Values by field name that the user or the browser's autofill entered before hydration. */
const values = new Map<string, string>()
/** The page on which they were entered. */
let pathOfValues = ''

const textFields = 'input:not([type=checkbox], [type=radio], [type=file], [type=hidden]), textarea'

/** Collects what is in the fields of the page. Call it before hydration, which resets every form. */
export function collectEarlyInput() {
  pathOfValues = location.pathname
  for (const field of document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>(textFields)) {
    if (field.name && field.value) values.set(field.name, field.value)
  }
}

/** Drops the collected values once a form has used them; later forms start with their own defaults. */
export function clearEarlyInput() {
  values.clear()
}

/** Returns the collected values of these fields, if the page is still the same. */
export function earlyInput(names: readonly string[]) {
  if (typeof location === 'undefined' || location.pathname !== pathOfValues) return {}
  return Object.fromEntries(names.flatMap((name) => (values.has(name) ? [[name, values.get(name)]] : [])))
}
