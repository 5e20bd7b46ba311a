interface Input {
  title: string
  /** Undefined if the settings could not be loaded. */
  siteName: string | undefined
  /** Unread messages and new likes. */
  waitingCount: number
}

/** Writes the title of the tab: '(3) Messages · Example', without the number if nothing waits (SHELL-7). */
export function documentTitle({ title, siteName, waitingCount }: Input) {
  const text = [title, siteName].filter(Boolean).join(' · ')
  return waitingCount > 0 ? `(${waitingCount}) ${text}` : text
}
