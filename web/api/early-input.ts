/** What was typed, or filled in by the browser, before the page came alive: by the field's name. */
const typed = new Map<string, string>()
let path = ''

const textFields = 'input:not([type=checkbox], [type=radio], [type=file], [type=hidden]), textarea'

/** Before hydration, which would start every form anew. */
export function keepEarlyInput() {
  path = location.pathname
  for (const field of document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>(textFields)) {
    if (field.name && field.value) typed.set(field.name, field.value)
  }
}

/** A form that is opened later begins with what is known then. */
export function forgetEarlyInput() {
  typed.clear()
}

/** The part of it that belongs to these fields of the same page. */
export function earlyInput(names: readonly string[]) {
  if (typeof location === 'undefined' || location.pathname !== path) return {}
  return Object.fromEntries(names.flatMap((name) => (typed.has(name) ? [[name, typed.get(name)]] : [])))
}
