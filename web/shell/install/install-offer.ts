import { useSyncExternalStore } from 'react'

/** What Chromium gives a page that can be installed, to show its own question when the page likes. */
interface InstallEvent extends Event {
  prompt: () => Promise<{ outcome: 'accepted' | 'dismissed' }>
}

/** How this browser installs the site: by its own question, or by hand as Safari on an iPhone does. */
export type InstallMethod = 'question' | 'by hand'

let question: InstallEvent | null = null
const listeners = new Set<() => void>()

/** Keeps the browser's question for a good moment. It comes once, soon after the page has loaded. */
export function keepInstallQuestion() {
  addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault()
    setQuestion(event as InstallEvent)
  })
  addEventListener('appinstalled', () => setQuestion(null))
}

/** Asks the question of the browser. Call it on a press. */
export async function askToInstall() {
  const asked = question
  // A browser answers one event once.
  setQuestion(null)
  await asked?.prompt()
}

/** How the site can be installed here now; null if it cannot, or is. */
export function useInstallMethod() {
  return useSyncExternalStore(subscribe, installMethod, () => null)
}

function installMethod(): InstallMethod | null {
  if (matchMedia('(display-mode: standalone)').matches) return null
  if (question) return 'question'
  // Only Safari on an iPhone or iPad has the property.
  return (navigator as { standalone?: boolean }).standalone === false ? 'by hand' : null
}

function setQuestion(next: InstallEvent | null) {
  question = next
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}
