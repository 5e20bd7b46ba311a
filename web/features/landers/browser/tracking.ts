import { deviceStorage, type SafeStorage } from '#web/api/safe-storage.ts'

const STORAGE_KEY = 'tracking-consent'

export type Choice = 'yes' | 'no'

/** Returns what the visitor has chosen on this device; null: nothing yet, or the browser stores nothing. */
export function readChoice(storage: Pick<SafeStorage, 'getItem'>): Choice | null {
  const stored = storage.getItem(STORAGE_KEY)
  return stored === 'yes' || stored === 'no' ? stored : null
}

/**
 * Asks whether a landing page may be measured, and loads the operator's script only after a yes (SHELL-24).
 * The choice can be changed on every such page; a no reloads a page whose script runs.
 */
export function askForTracking() {
  const box = document.querySelector<HTMLElement>('#tracking')
  const question = box?.querySelector<HTMLElement>('[data-question]')
  const change = box?.querySelector<HTMLElement>('[data-change]')
  if (!box || !question || !change) return
  const show = (choice: Choice | null) => {
    question.hidden = choice !== null
    change.hidden = choice === null
    if (choice === 'yes') load(box.dataset['script'] ?? '')
  }
  change.addEventListener('click', () => {
    show(null)
    question.querySelector('button')?.focus()
  })
  for (const button of question.querySelectorAll<HTMLButtonElement>('button[value]'))
    button.addEventListener('click', () => {
      const choice = button.value === 'yes' ? 'yes' : 'no'
      const wasLoaded = isLoaded
      deviceStorage.setItem(STORAGE_KEY, choice)
      show(choice)
      if (wasLoaded && choice === 'no') location.reload()
    })
  box.hidden = false
  show(readChoice(deviceStorage))
}

let isLoaded = false

function load(src: string) {
  if (isLoaded || src === '') return
  isLoaded = true
  document.head.append(Object.assign(document.createElement('script'), { src, async: true }))
}
