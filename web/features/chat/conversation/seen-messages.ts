/**
 * Collects how far a conversation was seen. A message counts while it is in the viewport of a visible,
 * focused page; the highest number counts for all before it, as the partner's ticks do.
 */
export function createSeenMessages({ onSeen }: { onSeen: (seq: number) => void }) {
  const inView = new Set<number>()
  let isAttending = false
  let reported = 0
  function report() {
    const highest = isAttending ? Math.max(0, ...inView) : 0
    if (highest <= reported) return
    reported = highest
    onSeen(highest)
  }
  return {
    show(seq: number, isShown: boolean) {
      if (isShown) inView.add(seq)
      else inView.delete(seq)
      report()
    },
    attend(isNowAttending: boolean) {
      isAttending = isNowAttending
      report()
    },
    /** Takes a report back that could not be stored, so that the next occasion repeats it. */
    retry(seq: number) {
      if (reported === seq) reported = 0
    },
  }
}

export type SeenMessages = ReturnType<typeof createSeenMessages>
