const RETRY_MS = 50
/** Twenty seconds: what is not hydrated by then lacks its code. */
const MAX_RETRIES = 400

/** A choice in a page that was made before hydration. */
interface Choice {
  control: HTMLInputElement | HTMLSelectElement
  /** Returns whether React got it. */
  repeat: () => boolean
}

let choices: Choice[] = []

/** Collects the radio buttons, checkboxes and selects of the page that differ from what the server rendered. */
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
}

/**
 * Repeats the choices once the page is hydrated: React has seen none of them, and its own state would undo them with the next
 * change of the page. Parts of the page may be hydrated later than the rest; theirs are tried again.
 */
export function repeatEarlyChoices(retries = MAX_RETRIES) {
  choices = choices.filter(({ control, repeat }) => control.isConnected && !control.disabled && !repeat())
  if (choices.length > 0 && retries > 0) setTimeout(() => repeatEarlyChoices(retries - 1), RETRY_MS)
}

function press(box: HTMLInputElement, checked: boolean) {
  return arrives(box, 'click', () => {
    // React reports only what differs from the state that it has last seen.
    box.checked = !checked
    box.click()
  })
}

function choose(select: HTMLSelectElement, value: string) {
  return arrives(select, 'change', () => {
    select.value = value
    select.dispatchEvent(new Event('change', { bubbles: true }))
  })
}

/** Whether the event reaches its element. React stops those in parts of the page that it has not hydrated. */
function arrives(control: Choice['control'], type: string, send: () => void) {
  let hasArrived = false
  const listener = () => {
    hasArrived = true
  }
  control.addEventListener(type, listener)
  send()
  control.removeEventListener(type, listener)
  return hasArrived
}

/** Without a selected option browsers take the first that can be chosen. */
function renderedValue({ options }: HTMLSelectElement) {
  const all = [...options]
  return (all.find((option) => option.defaultSelected) ?? all.find((option) => !option.disabled))?.value ?? ''
}
