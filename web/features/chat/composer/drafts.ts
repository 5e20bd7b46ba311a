/** Drafts of this tab, so that switching between conversations shows them at once, and all fields for one member the same. */
const drafts = new Map<string, string>()
const listeners = new Set<() => void>()

export const readDraft = (key: string) => drafts.get(key)

export function writeDraft(key: string, text: string) {
  drafts.set(key, text)
  for (const listener of listeners) listener()
}

/** Calls back after each change. Returns what ends that. */
export function watchDrafts(listener: () => void) {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}
