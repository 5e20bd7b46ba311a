/** Partner of a chat that is started from the match or like modal, until its page is open. */
let startedWith: string | null = null

/** Sets the flag. The chat begins in its field. */
export function startConversation(profileId: string) {
  startedWith = profileId
}

/** Returns whether a chat was started from one of these modals just now, and removes the flag. */
export function consumeStart(profileId: string) {
  const isStarted = startedWith === profileId
  startedWith = null
  return isStarted
}
