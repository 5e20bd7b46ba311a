const RETRY_MS = 50
/** Twenty seconds: what is not hydrated by then lacks its code. */
const MAX_RETRIES = 400

/** A choice in a page that was made before hydration. */
interface Choice {
  control: HTMLInputElement | HTMLSelectElement
  repeat: () => void
}

let choices: Choice[] = []

/** Collects the page's radio buttons, checkboxes, selects and sliders that differ from the server's HTML. */
export function collectEarlyChoices() {
  for (const box of document.querySelectorAll<HTMLInputElement>('input[type=radio], input[type=checkbox]')) {
    const { checked } = box
    // Of a group of radio buttons the other one has changed as well.
    if (checked === box.defaultChecked || (box.type === 'radio' && !checked)) continue
    choices.push({ control: box, repeat: () => press(box, checked) })
  }
  for (const select of document.querySelectorAll('select')) {
    const { value } = select
    if (value !== renderedValue(select)) choices.push({ control: select, repeat: () => choose(select, value) })
  }
  for (const slider of document.querySelectorAll<HTMLInputElement>('input[type=range]')) {
    const { value } = slider
    if (value !== slider.defaultValue) choices.push({ control: slider, repeat: () => slide(slider, value) })
  }
}

/**
 * Repeats the choices after hydration: React has seen none, and its state would undo them with the next
 * change. Parts of the page may be hydrated later; theirs are tried again.
 */
export function repeatEarlyChoices(retries = MAX_RETRIES) {
  choices = choices.filter(({ control, repeat }) => {
    if (!control.isConnected || control.disabled) return false
    if (!hydrate(control)) return true
    repeat()
    return false
  })
  if (choices.length > 0 && retries > 0) setTimeout(() => repeatEarlyChoices(retries - 1), RETRY_MS)
}

function press(box: HTMLInputElement, checked: boolean) {
  // React reports only what differs from the state that it has last seen.
  box.checked = !checked
  box.click()
}

function choose(select: HTMLSelectElement, value: string) {
  select.value = value
  select.dispatchEvent(new Event('change', { bubbles: true }))
}

function slide(slider: HTMLInputElement, value: string) {
  slider.value = slider.defaultValue
  // React takes what is set as `value` for the state that it has last seen.
  slider.valueAsNumber = Number(value)
  slider.dispatchEvent(new Event('input', { bubbles: true }))
  // The thumb was released before anything listened.
  slider.dispatchEvent(new Event('focusout', { bubbles: true }))
}

/**
 * Returns whether a control is hydrated. The event, which nothing handles, makes React hydrate that part at
 * once if it can, and otherwise does not reach the control. React would take a press for what was rendered.
 */
function hydrate(control: Choice['control']) {
  let isHydrated = false
  const listener = () => {
    isHydrated = true
  }
  control.addEventListener('touchcancel', listener)
  control.dispatchEvent(new Event('touchcancel', { bubbles: true }))
  control.removeEventListener('touchcancel', listener)
  return isHydrated
}

/** Without a selected option browsers take the first that can be chosen. */
function renderedValue({ options }: HTMLSelectElement) {
  const all = [...options]
  return (all.find((option) => option.defaultSelected) ?? all.find((option) => !option.disabled))?.value ?? ''
}
